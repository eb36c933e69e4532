import {
  isLatchkeyError,
  LatchkeyError,
  toCaip10,
  type HttpOptions,
  type Schema,
} from '@latchkey/plugin-api'
import { isSameAccount } from '@latchkey/siwx/account'
import { addressIn, isSameKey } from './visitorMemory.js'
import { isOf, isOver, isSession, readJson } from './sessions.js'
import type { KnownSession, Nonce, ServerStoreOptions, SessionStore, StorePlace } from '../types.js'

/** The token of the session of each account, by CAIP-10 id. */
type Tokens = Readonly<Record<string, string>>
/** A nonce of the server. The token proves to the server that it made the nonce. */
interface ServerNonce extends Nonce {
  nonceToken: string
}

/** The text that an object has under this name. `undefined` where there is none. */
const textIn = (value: unknown, name: string): string | undefined => {
  const text =
    typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)[name]
      : undefined
  return typeof text === 'string' ? text : undefined
}
// The schemas of the server's answers.
const asNonce: Schema<ServerNonce> = (value) => {
  const [nonce, nonceToken, expirationTime] = [
    textIn(value, 'nonce'),
    textIn(value, 'nonceToken'),
    textIn(value, 'expirationTime'),
  ]
  if (!nonce || nonceToken === undefined)
    throw new TypeError('Expected { nonce, nonceToken, expirationTime }.')
  const expiresAt = Date.parse(expirationTime ?? '')
  return { nonce, nonceToken, ...(expiresAt && { expiresAt }) }
}
const asSessions: Schema<readonly KnownSession[]> = (value) => {
  const list = (value as { sessions?: unknown } | null | undefined)?.sessions
  if (!Array.isArray(list) || !list.every(isSession))
    throw new TypeError('Expected { sessions: [{ data, expirationTime }] }.')
  return list
}
/** The answer to a verified message. Its token must be of visible ASCII, to fit into a header. */
const asVerified: Schema<Pick<KnownSession, 'token' | 'expirationTime'>> = (value) => {
  const [token, expirationTime] = [
    textIn(value, 'token'),
    textIn((value as { session?: unknown } | null | undefined)?.session, 'expirationTime'),
  ]
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('Expected a token of visible ASCII.')
  return {
    ...(token !== undefined && { token }),
    ...(expirationTime !== undefined && { expirationTime }),
  }
}

/**
 * Turns a failed request into `siwx.server_refused` with the server's own code, where its answer has
 * one. Any other error stays as it is.
 */
function refusalOf(error: unknown): unknown {
  const status = isLatchkeyError(error, 'http.status') ? error.context.status : 0
  if (status < 400 || status > 499) return error
  const body = readJson((error as { cause?: { message?: string } }).cause?.message) as
    { error?: unknown } | null | undefined
  const [serverCode, message] = [textIn(body?.error, 'code'), textIn(body?.error, 'message')]
  if (!serverCode) return error
  return new LatchkeyError(
    'siwx.server_refused',
    `The server refused the sign-in: ${serverCode}.`,
    {
      context: { serverCode: serverCode.slice(0, 100) },
      cause: error,
      ...(message && { details: message.slice(0, 500) }),
    },
  )
}
const throwRefusal = (error: unknown): never => {
  throw refusalOf(error)
}
const isNotSignedIn = (error: unknown): boolean =>
  isLatchkeyError(error, 'http.status') && [401, 403].includes(error.context.status)

/**
 * Sessions on a server. In the mode `cookie` the browser keeps the proof of a session, and no script
 * reads it. In the mode `token` the tokens of sessions are kept in this browser's storage. The token
 * of a nonce is kept there in both modes.
 * @throws `siwx.server_refused`, `http.*`
 */
// eslint-disable-next-line max-lines-per-function -- one object with the four calls of a server
export function createServerStore(
  { ctx: { http, storage } }: StorePlace,
  { url, mode = 'cookie' }: ServerStoreOptions,
): SessionStore {
  const client = http.client({
    baseUrl: new URL(url, location.href).href,
    credentials: mode === 'cookie' ? 'include' : 'omit',
  })
  const nonceTokens = new Map<string, string>()
  const tokens = (): Tokens => storage.get('authToken') ?? {}
  const write = (next: Tokens): void =>
    Object.keys(next).length ? storage.set('authToken', next) : storage.remove('authToken')
  const bearer = (token: string | undefined): Pick<HttpOptions<unknown>, 'headers'> =>
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }
  /** The stored tokens without those of some accounts. */
  const without = (isGone: (key: string) => boolean): Tokens =>
    Object.fromEntries(Object.entries(tokens()).filter(([key]) => !isGone(key)))
  const forget = (isGone: (key: string) => boolean): void => write(without(isGone))
  return {
    async nonce() {
      const { nonceToken, ...given } = await client
        .post('nonce', { body: {}, schema: asNonce })
        .catch(throwRefusal)
      nonceTokens.set(given.nonce, nonceToken)
      storage.set('nonceToken', nonceToken)
      return given
    },
    async add(session) {
      const { data, message, signature, publicKey, cacao } = session
      const { chainId, accountAddress } = data
      const nonceToken = nonceTokens.get(data.nonce) ?? storage.get('nonceToken')
      nonceTokens.delete(data.nonce)
      storage.remove('nonceToken')
      const { token, expirationTime } = await client
        .post('verify', {
          body: { message, signature, chainId, accountAddress, publicKey, cacao, nonceToken },
          schema: asVerified,
        })
        .catch(throwRefusal)
      const isKept = mode === 'token' && token !== undefined
      const key = toCaip10(chainId, accountAddress)
      // Put in front: the storage drops what stands last.
      if (isKept) write({ [key]: token, ...without(isSameKey(key)) })
      return {
        ...session,
        ...(expirationTime !== undefined && { expirationTime }),
        ...(isKept && { token }),
      }
    },
    async getSessions(chainId, accountAddress) {
      const key = toCaip10(chainId, accountAddress)
      const [storedKey, token] =
        Object.entries(tokens()).find(([each]) => isSameKey(key)(each)) ?? []
      if (mode === 'token' && token === undefined) return []
      const all = await client
        .get('sessions', {
          query: { chainId, accountAddress },
          ...bearer(token),
          schema: asSessions,
        })
        .catch((error: unknown) => {
          if (isNotSignedIn(error)) return []
          throw error
        })
      const sessions = all.filter(
        (session) => isOf(chainId, accountAddress)(session) && !isOver(session),
      )
      if (token === undefined) return sessions
      // The server has ended the session.
      if (!sessions.length) forget((each) => each === storedKey)
      return sessions.map((session) => ({ ...session, token }))
    },
    async revoke(chainId, accountAddress) {
      const body = { accountAddress, ...(chainId && { chainId }) }
      const isRevoked = (key: string): boolean =>
        isSameAccount(addressIn(key), accountAddress) && (!chainId || key.startsWith(`${chainId}:`))
      const revokedTokens = Object.entries(tokens())
        .filter(([key]) => isRevoked(key))
        .map(([, token]) => token)
      // One cookie proves all sessions; each token proves one.
      await Promise.all(
        (mode === 'cookie' ? [undefined] : revokedTokens).map((token) =>
          client.post('sign-out', { body, ...bearer(token) }).catch(throwRefusal),
        ),
      )
      forget(isRevoked)
    },
  }
}
