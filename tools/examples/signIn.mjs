// Signs in as a page would, with a real key and over HTTP, and signs as a wallet would: for examples that are servers of sign-in.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { at } from '../run/lib/paths.mjs'

const { resolve } = createRequire(at('packages/siwx-server/package.json'))
const load = (name) => import(pathToFileURL(resolve(name)).href)
const SECRET = `0x${'1b'.repeat(32)}`

/** Signs bytes as a wallet with this key does by `personal_sign`. */
export const signText = async (secret, raw) =>
  (await load('viem/accounts')).privateKeyToAccount(secret).signMessage({ message: { raw } })

/** A browser's cookies, without a browser. */
const createJar = (origin) => {
  const cookies = new Map()
  return async (path, body) => {
    const headers = {
      origin,
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      ...(body && { 'content-type': 'application/json' }),
    }
    const response = await fetch(new URL(path, origin), {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie())
      cookies.set(...line.split(';')[0].split('='))
    return response
  }
}

/**
 * Reads a route that is for signed-in visitors before signing in, signed in, and signed out.
 * @param {string} url of the host, whose sign-in is below /api/siwx
 * @param {string} route that answers 401, or `{ account, chain }`
 */
export async function signInOverHttp(url, route) {
  const [{ privateKeyToAccount }, { formatMessage }] = [
    await load('viem/accounts'),
    await load('@latchkey/siwx'),
  ]
  const { host, origin } = new URL(url)
  const ask = createJar(origin)
  const demand = async (what, asked, status) => {
    const response = await asked
    if (response.status !== status)
      throw new Error(
        `${what}: HTTP ${response.status} instead of ${status}, ${await response.text()}`,
      )
    return response
  }
  const { address: accountAddress, signMessage } = privateKeyToAccount(SECRET)
  const chainId = 'eip155:1'

  await demand('before signing in', ask(route), 401)
  const { nonce, nonceToken } = await (
    await demand('a nonce', ask('/api/siwx/nonce', {}), 200)
  ).json()
  const message = formatMessage({
    domain: host,
    accountAddress,
    chainId,
    uri: url,
    version: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const signed = {
    message,
    signature: await signMessage({ message }),
    chainId,
    accountAddress,
    nonceToken,
  }
  await demand('signing in', ask('/api/siwx/verify', signed), 200)
  await demand('the same once more', ask('/api/siwx/verify', signed), 401)
  const { account, chain } = await (await demand('signed in', ask(route), 200)).json()
  if (account !== accountAddress || chain !== chainId)
    throw new Error(`the host takes ${accountAddress} for ${chain}:${account}`)
  await demand('signing out', ask('/api/siwx/sign-out', {}), 204)
  await demand('after signing out', ask(route), 401)
}
