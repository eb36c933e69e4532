// Stand-ins of six providers of sign-ins, in one process and on one port: each behaves as the real one
// where they differ, and fails on demand.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NAMES } from './kinds.mjs'
import { createProvider, send } from './provider.mjs'

/** @typedef {import('../index.d.mts').SocialName} SocialName */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

const HOST = '127.0.0.1'
const TEAM = 'TEAM123456'
const KEY_ID = 'KEY1234567'

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
