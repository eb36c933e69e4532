import { type Caip2, namespaceOf } from '@latchkey/plugin-api'
import { isSameAccountIn, type SignInFamilies } from '@latchkey/siwx'
import type { CarriedSession, Carrier, WithHeaders } from './http/carrier.js'
import { cookieCarrier, MAX_ACCOUNTS } from './http/cookieCarrier.js'
import { refusal } from './errors.js'
import { answer, createGate, type Handler, readObject } from './http/handler.js'
import { jwtCarrier } from './http/jwtCarrier.js'
import { createNonces } from './session/nonces.js'
import type { SiwxServerOptions } from './options.js'
import { readOptions } from './readOptions.js'
import { createSessions, type Sessions, type SiwxServerSession } from './session/sessions.js'
import { type VerifiedMessage, verifyBody } from './session/verifyBody.js'

/** Narrows sessions. A field that is left out is not compared. */
export interface SessionFilter {
  chainId?: Caip2
  /**
   * In any spelling of the account. Without `chainId` it finds only accounts with a key: the contract
   * at this address may belong to another person on another chain.
   */
  accountAddress?: string
}

/** Handlers for the routes of sign-in, and functions for the host's own routes. */
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
  /**
   * The latest sign-in that the request carries and that has not ended. Undefined: nobody is signed
   * in.
   */
  getSession(request: WithHeaders, filter?: SessionFilter): Promise<SiwxServerSession | undefined>
  /** All such sign-ins, the latest first: a browser can be signed in with several accounts and chains. */
  getSessions(request: WithHeaders, filter?: SessionFilter): Promise<readonly SiwxServerSession[]>
  /** Ends one session, by its id. */
  revoke(id: string): Promise<void>
  /**
   * Ends every session of an account, in every browser, on every chain, and in every spelling of
   * its address. Contracts at this address are signed out on all chains.
   * @throws `siwx.bad_address` where the text is not an address
   */
  revokeAll(accountAddress: string): Promise<void>
}

/** A session of the browser that asks: its request proves it, and the store still has it. */
interface ActiveSession {
  carried: CarriedSession
  session: SiwxServerSession
}
interface ServerParts {
  /** How sessions travel between browser and server: in cookies or in tokens. */
  carrier: Carrier
  sessions: Sessions
  /** How messages are verified and addresses compared, by chain family. */
  families: SignInFamilies
  /** The sessions of the browser that asks, the latest first. */
  readActive(request: WithHeaders): Promise<readonly ActiveSession[]>
}
type Filter = (active: ActiveSession) => boolean

const createFilter =
  (families: SignInFamilies, { chainId, accountAddress }: SessionFilter): Filter =>
  ({ session }) =>
    (chainId === undefined || chainId === session.chainId) &&
    (accountAddress === undefined ||
      isSameAccountIn(
        { namespace: namespaceOf(session.chainId), families },
        accountAddress,
        session.accountAddress,
      ))

/**
 * The filter of a host's question. An address without a chain matches accounts with a key only: the
 * contract at this address may belong to another person on another chain.
 */
function createHostFilter(families: SignInFamilies, filter: SessionFilter): Filter {
  const matches = createFilter(families, filter)
  const takesContracts = filter.chainId !== undefined || filter.accountAddress === undefined
  return (active) => matches(active) && (takesContracts || active.session.signedBy === 'key')
}

const toFilter = (chainId: unknown, accountAddress: unknown): SessionFilter => ({
  ...(typeof chainId === 'string' && { chainId: chainId as Caip2 }),
  ...(typeof accountAddress === 'string' && { accountAddress }),
})
/** The part of a session that the browser may read. */
const toPublic = ({ data, message, expirationTime }: SiwxServerSession) => ({
  data,
  message,
  expirationTime,
})
/** ms since 1970; 0 without sessions. */
const latestEnd = (active: readonly ActiveSession[]): number =>
  Math.max(0, ...active.map(({ session }) => Date.parse(session.expirationTime)))

/**
 * Signs in and answers with the new session, which has a new secret. The browser's other sessions
 * stay, except one of the same account and chain, and the oldest where there are too many.
 */
async function answerSignIn(
  request: Request,
  signed: VerifiedMessage,
  { carrier, readActive, sessions, families }: ServerParts,
): Promise<Response> {
  const before = await readActive(request)
  const carried = await carrier.create()
  const session = await sessions.open(carried.id, signed)
  const isReplaced = createFilter(families, session)
  const kept = before.filter((one) => !isReplaced(one)).slice(0, MAX_ACCOUNTS - 1)
  const ended = before.filter((one) => !kept.includes(one))
  await Promise.all(ended.map((one) => sessions.end(one.carried.id)))
  const after = [{ carried, session }, ...kept]
  const { cookies, token } = await carrier.write(
    after.map((one) => one.carried),
    latestEnd(after),
    session,
  )
  return answer({ session: toPublic(session), ...(token !== undefined && { token }) }, { cookies })
}

/** Signs out: ends the browser's sessions that the body names, or all of them. */
async function answerSignOut(
  request: Request,
  { carrier, readActive, sessions, families }: ServerParts,
): Promise<Response> {
  const { chainId, accountAddress } = await readObject(request)
  const before = await readActive(request)
  const ended = before.filter(createFilter(families, toFilter(chainId, accountAddress)))
  await Promise.all(ended.map((one) => sessions.end(one.carried.id)))
  const kept = before.filter((one) => !ended.includes(one))
  const { cookies } = await carrier.write(
    kept.map((one) => one.carried),
    latestEnd(kept),
  )
  return answer(undefined, { cookies })
}

/**
 * The server side of signing in with a wallet message (CAIP-122): single-use nonces, verification
 * on five chain families and on those that are handed in, sessions in cookies or tokens.
 * Framework-free: `Request` in, `Response` out. Rate limits are the host's task.
 * @throws `siwx.invalid_option`
 * @example
 * const siwx = createSiwxServer({ domain: 'shop.example', store: memoryStore() })
 * export const { handle: GET, handle: POST, handle: OPTIONS } = siwx
 */
// eslint-disable-next-line max-lines-per-function -- the list of all routes and of the functions for hosts
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const settings = readOptions(options)
  const carrier =
    settings.session.kind === 'jwt'
      ? jwtCarrier(settings.session, settings)
      : cookieCarrier(settings.session, settings)
  const [nonces, sessions] = [createNonces(settings), createSessions(settings)]
  const { families } = settings
  const readActive = async (request: WithHeaders): Promise<readonly ActiveSession[]> => {
    const read = async (carried: CarriedSession) => ({
      carried,
      session: await sessions.read(carried.id),
    })
    return (await Promise.all((await carrier.read(request)).map(read))).filter(
      (one): one is ActiveSession => one.session !== undefined,
    )
  }
  const parts: ServerParts = { carrier, readActive, sessions, families }
  const getSessions = async (request: WithHeaders, filter: SessionFilter = {}) =>
    (await readActive(request))
      .filter(createHostFilter(families, filter))
      .map(({ session }) => session)

  // Every route goes through the gate: it checks the method and the page's origin, and answers
  // preflight requests. A browser adds cookies by itself, so a foreign page could make it send them.
  const gate = createGate(settings, carrier.isAmbient)
  const nonce = gate('POST', async (request) => {
    await readObject(request)
    const { browser, cookies } = carrier.markBrowser(request)
    return answer(await nonces.issue(browser), { cookies })
  })
  const verify = gate('POST', async (request) =>
    answerSignIn(
      request,
      await verifyBody(await readObject(request), carrier.browserMarks(request), nonces, settings),
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
  const signOut = gate('POST', (request) => answerSignOut(request, parts))
  const noRoute = gate(undefined, () => Promise.reject(refusal('siwx.no_route')))
  const routes = new Map(
    Object.entries({ nonce, verify, sessions: list, 'sign-out': signOut }).map(
      ([name, handler]) => [`${settings.basePath}/${name}`, handler],
    ),
  )
  return {
    handle: (request) => (routes.get(new URL(request.url).pathname) ?? noRoute)(request),
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
