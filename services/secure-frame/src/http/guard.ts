import { limitKeyOf } from '@latchkey/service-kit'
import { addressOf, isRefusal, refusal } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Session, findSession, isFresh, noSession } from '../auth/sessions.js'
import { type FrameContext } from '../context.js'
import { PROOF_HEADER, REASONS, TIME_HEADER, TOKEN_SCHEME } from '../contract/index.js'
import { hashOf, keyedHash, newSecret } from '../secrets.js'
import { type Budget, isExceeded, spend } from '../store/counters.js'
import { createProofs } from './proofs.js'
import { rememberProofs, shareProofs } from './usedProofs.js'

export interface Guard {
  /**
   * Asks for a proof, from a page of this origin.
   * @returns the thumbprint of the frame's key
   */
  proven(context: Context): Promise<string>
  /** Asks for a proof and the session of a token. */
  session(context: Context): Promise<Session>
  /** The same, for a sign-in of the last five minutes. */
  freshSession(context: Context): Promise<Session>
  /** The client's address for limits, hashed. An IPv6 address counts with all of its /64. */
  clientKey(context: Context): string
  /** The same for the network that a host gives away: an IPv6 address counts with all of its /48. */
  networkKey(context: Context): string
}

/** `__Host-`: of this host alone, with TLS, for all of its paths. */
const COOKIE = 'latchkey-device'
const COOKIE_SECONDS = 400 * 24 * 60 * 60
const SECRET = /^[\w-]{43}$/

export function createGuard(context: FrameContext): Guard {
  const { publicUrl, store, now, keys, clientAddress, metrics } = context
  const used = store.isShared ? shareProofs(store.db) : rememberProofs(now)
  const proofs = createProofs(now, used)
  const count = (reason: string) => metrics.count('refused_total', { reason })

  /** Pages of other origins cannot ask: their requests carry another `Origin`, or are not same-origin. */
  const requireOwnPage = (request: Context): void => {
    const origin = request.req.header('origin')
    const site = request.req.header('sec-fetch-site')
    const isForeign = origin !== undefined && origin !== publicUrl
    if (!isForeign && (site === undefined || site === 'same-origin')) return
    count(REASONS.origin)
    throw refusal(403, REASONS.origin, 'Only the page of the frame itself may ask for this.')
  }
  const check = async (request: Context, token: string | undefined): Promise<string> => {
    request.header(TIME_HEADER, String(now()))
    requireOwnPage(request)
    try {
      return await proofs.check({
        method: request.req.method,
        url: `${publicUrl}${request.req.path}`,
        proof: request.req.header(PROOF_HEADER),
        ath: token === undefined ? undefined : hashOf(token),
      })
    } catch (error) {
      if (isRefusal(error)) count(REASONS.proof)
      throw error
    }
  }
  const session = async (request: Context): Promise<Session> => {
    const [scheme, token = ''] = (request.req.header('authorization') ?? '').split(' ')
    if (scheme !== TOKEN_SCHEME || !SECRET.test(token)) throw noSession()
    const jkt = await check(request, token)
    const found = await findSession(store.db, token, jkt, now())
    if (!found) count(REASONS.session)
    if (!found) throw noSession()
    return found
  }
  return {
    proven: (request) => check(request, undefined),
    session,
    async freshSession(request) {
      const found = await session(request)
      if (isFresh(found, now())) return found
      count(REASONS.fresh)
      throw refusal(403, REASONS.fresh, 'This needs a new sign-in, of the last five minutes.')
    },
    clientKey: (request) =>
      keyedHash(keys.pepper, 'client', limitKeyOf(addressOf(request, clientAddress))),
    networkKey: (request) =>
      keyedHash(
        keys.pepper,
        'network',
        limitKeyOf(addressOf(request, clientAddress)).replace(OF_64, '$1:/48'),
      ),
  }
}

/** The first 48 bits of what `limitKeyOf` makes of an IPv6 address. */
const OF_64 = /^((?:[^:]+:){3})[^:]+::\/64$/

/** The secret of this browser's cookie, which no script reads. */
export const readCookie = (context: Context): string | undefined => {
  const value = getCookie(context, COOKIE, 'host')
  return value !== undefined && SECRET.test(value) ? value : undefined
}

export const cookieHashOf = (context: Context): string | undefined => {
  const value = readCookie(context)
  return value === undefined ? undefined : hashOf(value)
}

/** Gives the browser a cookie where it has none, and keeps one that it has for longer. */
export function renewCookie(context: Context): string {
  const value = readCookie(context) ?? newSecret()
  setCookie(context, COOKIE, value, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'None',
    partitioned: true,
    maxAge: COOKIE_SECONDS,
  })
  return value
}

/**
 * A cookie of the browser in all of its windows, where it lets a frame set one. It shows a callback that it
 * came to the browser which began, as that of the device does where page and frame are of one site.
 */
const BROWSER_COOKIE = 'latchkey-browser'
const BROWSER_SECONDS = 24 * 60 * 60

export const browserHashOf = (context: Context): string | undefined => {
  const value = getCookie(context, BROWSER_COOKIE, 'host')
  return value !== undefined && SECRET.test(value) ? hashOf(value) : undefined
}

export function renewBrowserCookie(context: Context): string {
  const before = getCookie(context, BROWSER_COOKIE, 'host')
  const value = before !== undefined && SECRET.test(before) ? before : newSecret()
  setCookie(context, BROWSER_COOKIE, value, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'None',
    maxAge: BROWSER_SECONDS,
  })
  return hashOf(value)
}

/** Turns a used-up budget into the refusal that a client may read. */
export const refuseExceeded = (error: unknown): unknown =>
  isExceeded(error)
    ? refusal(429, REASONS.tooMany, 'There were too many of these. Ask again later.', {
        'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))),
      })
    : error

/** Counts one in a transaction of its own. @throws a refusal with 429 where the budget is used up */
export const spendOne = ({ store, now }: FrameContext, budget: Budget): Promise<void> =>
  store
    .transact((db) => spend(db, [budget], now()))
    .catch((error: unknown) => {
      throw refuseExceeded(error)
    })
