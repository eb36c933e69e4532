// Stand-ins of six providers of sign-ins, in one process and on one port: each behaves as the real one
// where they differ, and fails on demand.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGrants } from './grants.mjs'
import { KINDS, NAMES } from './kinds.mjs'
import { consentPage, postingPage } from './pages.mjs'

/** @typedef {import('../index.d.mts').SocialName} SocialName */
/** @typedef {import('../index.d.mts').ProviderSwitches} ProviderSwitches */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

const HOST = '127.0.0.1'
const TEAM = 'TEAM123456'
const KEY_ID = 'KEY1234567'
const REDIRECT = /^https?:\/\/[^#]+\/v1\/social\/(\w+)\/callback$/

/** @param {import('node:http').IncomingMessage} message */
const bodyOf = async (message) => {
  let text = ''
  for await (const chunk of message) text += chunk
  return new URLSearchParams(text)
}

/**
 * @param {ServerResponse} response
 * @param {import('./kinds.mjs').Answer} answer
 */
const send = (response, { status, body, type = 'application/json; charset=utf-8' }) =>
  void response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

/** @param {ServerResponse} response @param {string} fault */
const spoil = (response, fault) => {
  if (fault === 'slow') return // kept open until the client gives up
  if (fault === 'away') return void response.socket?.destroy()
  if (fault === 'long') return send(response, { status: 200, body: { text: 'a'.repeat(70_000) } })
  if (fault === 'html') return send(response, { status: 200, body: '<p>Hi', type: 'text/html' })
  if (fault === 'redirect')
    return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  send(response, { status: Number(fault), body: { error: 'temporarily_unavailable' } })
}

/** @param {string} word */
const newClient = (word) => ({ id: `${word}-client_1.a`, secret: `${word}-secret_2.b~` })

/** @type {typeof import('../index.d.mts').startProviders} */
export async function startProviders({ port = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-providers-'))
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const publicKey = String(pair.publicKey.export({ type: 'spki', format: 'pem' }))
  const keyFile = join(folder, 'apple.p8')
  writeFileSync(keyFile, key, { mode: 0o600 })
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  }).listen(port, HOST)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  const url = `http://${HOST}:${address.port}`
  const all = new Map(
    NAMES.map((name) => {
      const client = { ...newClient(name), ...(name === 'apple' && { publicKey, team: TEAM }) }
      return [name, createProvider(name, `${url}/${name}`, client)]
    }),
  )
  /** @param {import('node:http').IncomingMessage} request @param {ServerResponse} response */
  const handle = async (request, response) => {
    const [, name = '', rest = ''] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? []
    const provider = all.get(/** @type {SocialName} */ (name))
    if (provider) return provider.handle(request, response, new URL(rest, url))
    send(response, { status: 404, body: { error: 'not_found' } })
  }
  /** @param {SocialName} name */
  const of = (name) => /** @type {ReturnType<typeof createProvider>} */ (all.get(name))
  const apple = { clientId: of('apple').client.id, team: TEAM, keyId: KEY_ID, key }
  const others = NAMES.filter((name) => name !== 'apple').map((name) => {
    const { id, secret } = of(name).client
    return [name, { clientId: id, clientSecret: secret, url: `${url}/${name}` }]
  })
  return {
    url,
    options: { ...Object.fromEntries(others), apple: { ...apple, url: `${url}/apple` } },
    env: {
      ...envOf(of, url),
      APPLE_TEAM: TEAM,
      APPLE_KEY_ID: KEY_ID,
      APPLE_KEY: keyFile,
    },
    switch: (name, switches) => of(name).set(switches),
    requests: (name) => of(name).requests,
    consent: (uri, word = 'yes') => consent(uri, word),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param {(name: SocialName) => { client: { id: string, secret: string } }} of @param {string} url */
const envOf = (of, url) =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const [prefix, { id, secret }] = [name.toUpperCase(), of(name).client]
      const more = name === 'apple' ? [] : [[`${prefix}_CLIENT_SECRET`, secret]]
      return [[`${prefix}_CLIENT_ID`, id], [`${prefix}_URL`, `${url}/${name}`], ...more]
    }),
  )

/**
 * @param {SocialName} name
 * @param {string} base
 * @param {import('./grants.mjs').Client} client
 */
function createProvider(name, base, client) {
  const kind = KINDS[name]
  /** @type {ProviderSwitches} */
  let switches = {}
  /** @type {Set<string>} */
  const named = new Set()
  /** @type {{ path: string, headers: import('node:http').IncomingHttpHeaders }[]} */
  const requests = []
  const grants = createGrants(name, { base, client, switches: () => switches })
  const person = () => ({ ...kind.person, ...switches.person })

  /** @param {URLSearchParams} query */
  const isRequest = (query) =>
    query.get('client_id') === client.id &&
    query.get('response_type') === 'code' &&
    REDIRECT.exec(query.get('redirect_uri') ?? '')?.[1] === name &&
    (!kind.demandsPkce || query.get('code_challenge_method') === 'S256') &&
    (!kind.postsBack || query.get('response_mode') === 'form_post')

  /** @param {URLSearchParams} query @param {string} word @returns {Record<string, string>} */
  const answerOf = (query, word) => {
    const state = query.get('state') ?? ''
    if (word !== 'yes')
      return { error: name === 'apple' ? 'user_cancelled_authorize' : 'access_denied', state }
    const who = person()
    const grant = {
      person: who,
      redirectUri: query.get('redirect_uri') ?? '',
      scope: query.get('scope') ?? '',
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
    }
    const isFirst = !named.has(who.id)
    named.add(who.id)
    const [firstName = '', lastName = ''] = (who.name ?? '').split(' ')
    const user = JSON.stringify({ name: { firstName, lastName } })
    return {
      code: grants.allow(grant),
      state,
      ...(name === 'google' && { iss: switches.wrongIssuer ? 'https://issuer.example' : base }),
      ...(name === 'apple' && isFirst && { user }),
    }
  }

  /** @param {ServerResponse} response @param {URLSearchParams} query @param {string} word */
  const goBack = (response, query, word) => {
    const fields = answerOf(query, switches.deny ? 'no' : word)
    const target = query.get('redirect_uri') ?? ''
    if (kind.postsBack)
      return send(response, {
        status: 200,
        body: postingPage(target, fields),
        type: 'text/html; charset=utf-8',
      })
    const location = `${target}?${new URLSearchParams(fields)}`
    response.writeHead(302, { location, 'cache-control': 'no-store' }).end()
  }

  /** @param {import('node:http').IncomingMessage} request @param {ServerResponse} response @param {URL} url */
  const authorize = async (request, response, url) => {
    if (switches.coop) response.setHeader('cross-origin-opener-policy', switches.coop)
    const form = request.method === 'POST' ? await bodyOf(request) : undefined
    const query = form ? new URLSearchParams(form.get('query') ?? '') : url.searchParams
    if (!isRequest(query))
      return send(response, { status: 400, body: 'Refused', type: 'text/plain' })
    if (form) return goBack(response, query, form.get('word') ?? '')
    const { name: shown = 'Ada' } = person()
    const body = consentPage(name, shown, query.toString())
    send(response, { status: 200, body, type: 'text/html; charset=utf-8' })
  }

  return {
    client,
    requests,
    /** @param {ProviderSwitches} next */
    set: (next) => void (switches = next),
    /** @param {import('node:http').IncomingMessage} request @param {ServerResponse} response @param {URL} url */
    async handle(request, response, url) {
      const path = url.pathname
      requests.push({ path, headers: request.headers })
      if (path === kind.authorize) return authorize(request, response, url)
      const isToken = path === kind.token && request.method === 'POST'
      const isHit = (switches.faultAt ?? 'token') === (isToken ? 'token' : 'profile')
      const form = isToken ? await bodyOf(request) : undefined
      if (switches.fault && isHit) return spoil(response, switches.fault)
      const refused = kind.screen?.(request.headers)
      if (refused) return send(response, refused)
      const { authorization = '', accept = '' } = request.headers
      const answer = form
        ? await grants.exchange(form, authorization)
        : (grants.read(path, authorization) ?? { status: 200, body: await grants.jwks() })
      // GitHub answers a form where nobody asks for JSON.
      if (name === 'github' && form && !accept.includes('json'))
        return send(response, {
          ...answer,
          body: String(new URLSearchParams(/** @type {Record<string, string>} */ (answer.body))),
          type: 'application/x-www-form-urlencoded',
        })
      send(response, answer)
    },
  }
}

/**
 * Does in Node what a person does in the provider's window.
 * @type {import('../index.d.mts').Providers['consent']}
 */
async function consent(uri, word = 'yes') {
  const page = await fetch(uri)
  if (!page.ok) throw new Error(`The provider refused the request: ${page.status}`)
  const { origin, pathname, search } = new URL(uri)
  const body = new URLSearchParams({ query: search.slice(1), word })
  const answer = await fetch(`${origin}${pathname}`, { method: 'POST', body, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location !== null) return { method: 'GET', url: location, fields: {} }
  const html = await answer.text()
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? []
  const fields = Object.fromEntries(
    [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      String(name),
      unescape(String(value)),
    ]),
  )
  return { method: 'POST', url: unescape(action), fields }
}

/** @param {string} text */
const unescape = (text) =>
  text.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
