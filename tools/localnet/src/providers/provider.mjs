import { setTimeout as pause } from 'node:timers/promises'
import { createGrants } from './grants.mjs'
import { KINDS } from './kinds.mjs'
import { consentPage, postingPage } from './pages.mjs'

/** @typedef {import('../index.d.mts').SocialName} SocialName */
/** @typedef {import('../index.d.mts').ProviderSwitches} ProviderSwitches */
/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/**
 * @typedef {object} State what one provider works with
 * @property {SocialName} name
 * @property {string} base
 * @property {import('./grants.mjs').Client} client
 * @property {ReturnType<typeof createGrants>} grants
 * @property {() => ProviderSwitches} switches
 * @property {Set<string>} named ids of persons whose name was told
 */

const REDIRECT = /^https?:\/\/[^#]+\/v1\/social\/(\w+)\/callback$/
const HTML = 'text/html; charset=utf-8'

/** @param {IncomingMessage} message */
const formOf = async (message) => {
  let text = ''
  for await (const chunk of message) text += chunk
  return new URLSearchParams(text)
}

/** @param {ServerResponse} response @param {import('./kinds.mjs').Answer} answer */
export const send = (response, { status, body, type = 'application/json; charset=utf-8' }) =>
  void response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

/** @param {ServerResponse} response @param {string} fault */
const spoil = (response, fault) => {
  if (fault === 'slow') return // kept open until the client gives up
  if (fault === 'away') return void response.socket?.destroy()
  if (fault === 'long') return send(response, { status: 200, body: { text: 'a'.repeat(70_000) } })
  if (fault === 'html') return send(response, { status: 200, body: '<p>Hi', type: HTML })
  if (fault === 'redirect')
    return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  send(response, { status: Number(fault), body: { error: 'temporarily_unavailable' } })
}

/** @param {State} state @param {URLSearchParams} query */
const isRequest = ({ name, client }, query) => {
  const kind = KINDS[name]
  return (
    query.get('client_id') === client.id &&
    query.get('response_type') === 'code' &&
    REDIRECT.exec(query.get('redirect_uri') ?? '')?.[1] === name &&
    (!kind.demandsPkce || query.get('code_challenge_method') === 'S256') &&
    (!kind.postsBack || query.get('response_mode') === 'form_post')
  )
}

/** @param {State} state */
const personOf = ({ name, switches }) => ({ ...KINDS[name].person, ...switches().person })

/**
 * The fields that go back to the client.
 * @param {State} state
 * @param {URLSearchParams} query
 * @param {string} word
 * @returns {Record<string, string>}
 */
function answerOf(state, query, word) {
  const { name, base, grants, switches, named } = state
  const given = { state: query.get('state') ?? '' }
  if (word !== 'yes')
    return { error: name === 'apple' ? 'user_cancelled_authorize' : 'access_denied', ...given }
  const person = personOf(state)
  const isFirst = !named.has(person.id)
  named.add(person.id)
  const [firstName = '', lastName = ''] = (person.name ?? '').split(' ')
  const code = grants.allow({
    person,
    redirectUri: query.get('redirect_uri') ?? '',
    scope: query.get('scope') ?? '',
    challenge: query.get('code_challenge') ?? '',
    nonce: query.get('nonce') ?? '',
  })
  return {
    code,
    ...given,
    ...(name === 'google' && { iss: switches().wrongIssuer ? 'https://issuer.example' : base }),
    ...(name === 'apple' && isFirst && { user: JSON.stringify({ name: { firstName, lastName } }) }),
  }
}

/** @param {State} state @param {ServerResponse} response @param {URLSearchParams} query @param {string} word */
function goBack(state, response, query, word) {
  const fields = answerOf(state, query, state.switches().deny ? 'no' : word)
  const target = query.get('redirect_uri') ?? ''
  if (KINDS[state.name].postsBack)
    return send(response, { status: 200, body: postingPage(target, fields), type: HTML })
  const location = `${target}?${new URLSearchParams(fields)}`
  response.writeHead(302, { location, 'cache-control': 'no-store' }).end()
}

/** @param {State} state @param {IncomingMessage} request @param {ServerResponse} response @param {URL} url */
async function authorize(state, request, response, url) {
  const { coop } = state.switches()
  if (coop) response.setHeader('cross-origin-opener-policy', coop)
  const form = request.method === 'POST' ? await formOf(request) : undefined
  const query = form ? new URLSearchParams(form.get('query') ?? '') : url.searchParams
  if (!isRequest(state, query))
    return send(response, { status: 400, body: 'Refused', type: 'text/plain' })
  if (form) return goBack(state, response, query, form.get('word') ?? '')
  const { name: shown = 'Ada' } = personOf(state)
  send(response, {
    status: 200,
    body: consentPage(state.name, shown, query.toString()),
    type: HTML,
  })
}

/** @param {State} state @param {IncomingMessage} request @param {ServerResponse} response @param {string} path */
async function answer({ name, grants, switches }, request, response, path) {
  const kind = KINDS[name]
  const isToken = path === kind.token && request.method === 'POST'
  const { fault, faultAt = 'token', lateMs = 0 } = switches()
  const form = isToken ? await formOf(request) : undefined
  if (lateMs) await pause(lateMs)
  if (fault && faultAt === (isToken ? 'token' : 'profile')) return spoil(response, fault)
  const refused = kind.screen?.(request.headers)
  if (refused) return send(response, refused)
  const { authorization = '', accept = '' } = request.headers
  const given = form
    ? await grants.exchange(form, authorization)
    : (grants.read(path, authorization) ?? { status: 200, body: await grants.jwks() })
  // GitHub answers a form where nobody asks for JSON.
  const isForm = name === 'github' && form !== undefined && !accept.includes('json')
  const fields = /** @type {Record<string, string>} */ (given.body)
  send(response, {
    ...given,
    ...(isForm && {
      body: String(new URLSearchParams(fields)),
      type: 'application/x-www-form-urlencoded',
    }),
  })
}

/**
 * @param {SocialName} name
 * @param {string} base
 * @param {import('./grants.mjs').Client} client
 */
export function createProvider(name, base, client) {
  /** @type {ProviderSwitches} */
  let current = {}
  const switches = () => current
  /** @type {{ path: string, headers: import('node:http').IncomingHttpHeaders }[]} */
  const requests = []
  const grants = createGrants(name, { base, client, switches })
  /** @type {State} */
  const state = { name, base, client, grants, switches, named: new Set() }
  return {
    client,
    requests,
    /** @param {ProviderSwitches} next */
    set: (next) => void (current = next),
    /** @param {IncomingMessage} request @param {ServerResponse} response @param {URL} url */
    handle(request, response, url) {
      const path = url.pathname
      requests.push({ path, headers: request.headers })
      return path === KINDS[name].authorize
        ? authorize(state, request, response, url)
        : answer(state, request, response, path)
    },
  }
}
