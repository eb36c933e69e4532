// Signs in with a real key over HTTP as a page would, and signs as a wallet would; for examples that
// are sign-in servers.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { request } from 'playwright'
import { at } from '../../../run/lib/paths.mjs'

const { resolve } = createRequire(at('packages/siwx-server/package.json'))
const load = (name) => import(pathToFileURL(resolve(name)).href)
const SECRET = `0x${'1b'.repeat(32)}`
const CHAIN = 'eip155:1'

/** Signs bytes with this key as a wallet does for `personal_sign`. */
export const signText = async (secret, raw) =>
  (await load('viem/accounts')).privateKeyToAccount(secret).signMessage({ message: { raw } })

/** Complains unless an address signed this text with `personal_sign`. */
export async function verifyText(address, message, signature) {
  const { verifyMessage } = await load('viem')
  if (!(await verifyMessage({ address, message, signature })))
    throw new Error(`${signature} is not what ${address} signs for "${message}"`)
}

/** The body of a sign-in: the text with its nonce, and its signature. */
async function signMessage(url, { nonce, nonceToken }) {
  const { formatMessage } = await load('@latchkey/siwx')
  const account = (await load('viem/accounts')).privateKeyToAccount(SECRET)
  const message = formatMessage({
    domain: new URL(url).host,
    accountAddress: account.address,
    chainId: CHAIN,
    uri: url,
    version: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const signature = await account.signMessage({ message })
  return { message, signature, chainId: CHAIN, accountAddress: account.address, nonceToken }
}

/**
 * Reads a route for signed-in visitors before signing in, while signed in, and after signing out.
 * @param {string} url of the host, whose sign-in is below /api/siwx
 * @param {string} route that answers 401, or `{ account, chain }`
 */
export async function signInOverHttp(url, route) {
  const { origin } = new URL(url)
  // It keeps cookies, as a browser does.
  const host = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const demand = async (what, status, path, data) => {
    const response = await host.fetch(path, { method: data ? 'POST' : 'GET', data })
    if (response.status() === status) return response
    const said = `HTTP ${response.status()} instead of ${status}, ${await response.text()}`
    throw new Error(`${what}: ${said}`)
  }
  await demand('before signing in', 401, route)
  const nonce = await (await demand('a nonce', 200, '/api/siwx/nonce', {})).json()
  const signed = await signMessage(url, nonce)
  await demand('signing in', 200, '/api/siwx/verify', signed)
  await demand('the same once more', 401, '/api/siwx/verify', signed)
  const { account, chain } = await (await demand('signed in', 200, route)).json()
  if (account !== signed.accountAddress || chain !== CHAIN)
    throw new Error(`the host takes ${signed.accountAddress} for ${chain}:${account}`)
  await demand('signing out', 204, '/api/siwx/sign-out', {})
  await demand('after signing out', 401, route)
  await host.dispose()
}
