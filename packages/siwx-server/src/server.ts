import type { Caip2 } from '@latchkey/plugin-api'
import { isSameAccount } from '@latchkey/siwx'
import type { Carrier, Held, WithHeaders } from './carrier.js'
import { cookieCarrier, MOST_HELD } from './cookies.js'
import { refusal } from './errors.js'
import { answer, createGate, type Handler, readObject } from './http.js'
import { jwtCarrier } from './jwt.js'
import { createNonces } from './nonces.js'
import { readOptions, type SiwxServerOptions } from './options.js'
import { createSessions, type Sessions, type SiwxServerSession } from './sessions.js'
import { type Signed, verifyBody } from './verify.js'

/** Narrows sessions. What is left out is not looked at. */
export interface SessionFilter {
  chainId?: Caip2
  /** In any spelling of the account. Without `chainId` it finds accounts with a key alone: the contract at this address may be somebody else's on another chain. */
  accountAddress?: string
}

/** Handlers, and what a host's own routes ask. */
export interface SiwxServer {
  /** All routes below `basePath`. */
  handle: Handler
  /** POST. */
  nonce: Handler
  /** POST. */
  verify: Handler
  /** GET. */
  sessions: Handler
  /** POST. */
  signOut: Handler
  /** The latest sign-in that the request carries and that still stands. Undefined: nobody is signed in. */
  getSession(request: WithHeaders, filter?: SessionFilter): Promise<SiwxServerSession | undefined>
  /** All of them, the latest first: a browser can be signed in with several accounts and chains. */
  getSessions(request: WithHeaders, filter?: SessionFilter): Promise<readonly SiwxServerSession[]>
  /** Ends one session, by its id. */
  revoke(id: string): Promise<void>
  /**
   * Ends every session of an account, in every browser, on every chain, and in every spelling of its address. Contracts at this address are signed out on all chains.
   * @throws `siwx.bad_address` where the text is no address
   */
  revokeAll(accountAddress: string): Promise<void>
}

interface Standing {
  held: Held
  session: SiwxServerSession
}
interface Parts {
  carrier: Carrier
  standing(request: WithHeaders): Promise<readonly Standing[]>
  sessions: Sessions
}

const isOf =
  ({ chainId, accountAddress }: SessionFilter) =>
  ({ session }: Standing): boolean =>
    (chainId === undefined || chainId === session.chainId) &&
    (accountAddress === undefined || isSameAccount(accountAddress, session.accountAddress))
/** Who asks by an address alone means a person, and a contract at that address is one person on one chain. */
const fits =
  (filter: SessionFilter) =>
  (one: Standing): boolean =>
    isOf(filter)(one) &&
    (one.session.signedBy === 'key' ||
      filter.chainId !== undefined ||
      filter.accountAddress === undefined)
const toFilter = (chainId: unknown, accountAddress: unknown): SessionFilter => ({
  ...(typeof chainId === 'string' && { chainId: chainId as Caip2 }),
  ...(typeof accountAddress === 'string' && { accountAddress }),
})
const toPublic = ({ data, message, expirationTime }: SiwxServerSession) => ({
  data,
  message,
  expirationTime,
})
const latestEnd = (sessions: readonly SiwxServerSession[]): number =>
  Math.max(0, ...sessions.map(({ expirationTime }) => Date.parse(expirationTime)))

/** Signs in: a new session with a new secret, the browser's others beside it, one of the same account and chain replaced. */
async function enter(
  request: Request,
  signed: Signed,
  { carrier, standing, sessions }: Parts,
): Promise<Response> {
  const before = await standing(request)
  const held = await carrier.make()
  const session = await sessions.open(held.id, signed)
  const isReplaced = isOf(session)
  const kept = before.filter((one) => !isReplaced(one)).slice(0, MOST_HELD - 1)
  await Promise.all(
    before.filter((one) => !kept.includes(one)).map((one) => sessions.end(one.held.id)),
  )
  const now = [{ held, session }, ...kept]
  const { cookies, token } = await carrier.write(
    now.map((one) => one.held),
    latestEnd(now.map((one) => one.session)),
    session,
  )
  return answer({ session: toPublic(session), ...(token !== undefined && { token }) }, { cookies })
}

/** Signs out: of everything that the request carries, or of what the body names. */
async function leave(request: Request, { carrier, standing, sessions }: Parts): Promise<Response> {
  const { chainId, accountAddress } = await readObject(request)
  const before = await standing(request)
  const left = before.filter(isOf(toFilter(chainId, accountAddress)))
  await Promise.all(left.map(({ held }) => sessions.end(held.id)))
  const kept = before.filter((one) => !left.includes(one))
  const { cookies } = await carrier.write(
    kept.map(({ held }) => held),
    latestEnd(kept.map(({ session }) => session)),
  )
  return answer(undefined, { cookies })
}

/**
 * The server side of signing in with a wallet message (CAIP-122): single-use nonces, verification on five chain families,
 * sessions in cookies or tokens. Framework-free: `Request` in, `Response` out. Limiting how often somebody may ask is the host's.
 * @throws `siwx.invalid_option`
 * @example
 * const siwx = createSiwxServer({ domain: 'shop.example', store: memoryStore() })
 * export const { handle: GET, handle: POST, handle: OPTIONS } = siwx
 */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const settings = readOptions(options)
  const carrier =
    settings.session.kind === 'jwt'
      ? jwtCarrier(settings.session, settings)
      : cookieCarrier(settings.session, settings)
  const [nonces, sessions] = [createNonces(settings), createSessions(settings)]
  const standing = async (request: WithHeaders): Promise<readonly Standing[]> => {
    const read = async (held: Held) => ({ held, session: await sessions.read(held.id) })
    return (await Promise.all((await carrier.read(request)).map(read))).filter(
      (one): one is Standing => one.session !== undefined,
    )
  }
  const parts: Parts = { carrier, standing, sessions }
  const getSessions = async (request: WithHeaders, filter: SessionFilter = {}) =>
    (await standing(request)).filter(fits(filter)).map(({ session }) => session)

  const gate = createGate(settings, carrier.isAmbient)
  const nonce = gate('POST', async (request) => {
    await readObject(request)
    const { browser, cookies } = carrier.welcome(request)
    return answer(await nonces.issue(browser), { cookies })
  })
  const verify = gate('POST', async (request) =>
    enter(
      request,
      await verifyBody(await readObject(request), carrier.browsers(request), nonces, settings),
      parts,
    ),
  )
  const list = gate('GET', async (request) => {
    const { searchParams } = new URL(request.url)
    return answer({
      sessions: (
        await getSessions(
          request,
          toFilter(searchParams.get('chainId'), searchParams.get('accountAddress')),
        )
      ).map(toPublic),
    })
  })
  const signOut = gate('POST', (request) => leave(request, parts))
  const lost = gate(undefined, () => Promise.reject(refusal('siwx.no_route')))
  const routes = new Map(
    Object.entries({ nonce, verify, sessions: list, 'sign-out': signOut }).map(
      ([name, handler]) => [`${settings.basePath}/${name}`, handler],
    ),
  )
  return {
    handle: (request) => (routes.get(new URL(request.url).pathname) ?? lost)(request),
    nonce,
    verify,
    sessions: list,
    signOut,
    getSession: async (request, filter) => (await getSessions(request, filter))[0],
    getSessions,
    revoke: (id) => sessions.end(id),
    revokeAll: (accountAddress) => sessions.endAll(accountAddress),
  }
}
