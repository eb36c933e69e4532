import { isLatchkeyError, type Caip2, type ConnectedAccount, type Json } from '@latchkey/plugin-api'
import { toInteger } from '../grants/fields.js'
import { valueAt } from '../grants/kinds.js'
import { toWiderParts } from '../grants/widerParts.js'
import { NAMESPACE, type Services } from '../setup.js'
import { knownFromService, knownFromWallet, type KnownSession } from './known.js'

/** Sessions that somebody knows of, and who did not answer. */
export interface Knowledge {
  sessions: readonly KnownSession[]
  /** Why the server did not tell. */
  serviceError: unknown
  /** Why the wallet did not tell, though it says that it has a record. */
  walletError: unknown
}

const RECORD = 'wallet_getGrantedExecutionPermissions'
/** A wallet that is asleep holds no list up. */
const WALLET_MS = 10_000
const MOST_TOLD = 1_000

const isKnown = (session: KnownSession | undefined): session is KnownSession => !!session

/** The answer of a wallet that gives none in time. */
const NO_ANSWER = Symbol('no answer')

/** Ends after this time without an answer, so that one source does not hold the others up. */
function within<T>(work: Promise<T>, ms: number): Promise<T | typeof NO_ANSWER> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof NO_ANSWER>((resolve) => {
    timer = setTimeout(() => resolve(NO_ANSWER), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether the wallet of an account says that it answers the method; `maybe`: it does not say which it answers. */
function answers(
  { ctx }: Services,
  { connectionId }: ConnectedAccount,
  method: string,
): boolean | 'maybe' {
  const methods = ctx.connections.get().connections.find(({ id }) => id === connectionId)?.scopes[
    NAMESPACE
  ]?.methods
  return methods === 'any' ? 'maybe' : !!methods?.includes(method)
}

/** Whether a wallet says that it has no record: it knows nothing then, and has told so. */
const hasNoRecord = (error: unknown): boolean =>
  isLatchkeyError(error, 'wallet.unsupported_method') ||
  isLatchkeyError(error, 'rpc.method_not_allowed')

/** The wallet's own record (ERC-7715). */
async function fromWallet(
  services: Services,
  account: ConnectedAccount,
  network: Caip2,
  signal: AbortSignal,
): Promise<Omit<Knowledge, 'serviceError'>> {
  const nothing = { sessions: [], walletError: undefined }
  const isAble = answers(services, account, RECORD)
  if (!isAble) return nothing
  const { ctx } = services
  const { connectionId } = account
  try {
    const told = await within(
      ctx.connections.request({ connectionId, network, method: RECORD, params: [], signal }),
      WALLET_MS,
    )
    if (told === NO_ANSWER)
      return { sessions: [], walletError: new Error('The wallet did not answer in time.') }
    const entries = Array.isArray(told) ? (told as readonly unknown[]).slice(0, MOST_TOLD) : []
    const sessions = entries
      .map((entry) => {
        const id = toInteger(valueAt(entry, 'chainId'))
        return id === undefined ? undefined : knownFromWallet(entry, `${NAMESPACE}:${id}`, account)
      })
      .filter(isKnown)
    return { sessions, walletError: undefined }
  } catch (error) {
    ctx.log.debug('The wallet told no permissions.', error)
    // Wallets refuse a method that they do not know with any error.
    const isUnknown = isAble === 'maybe' || hasNoRecord(error)
    return isUnknown ? nothing : { sessions: [], walletError: error }
  }
}

/** Grants that this page has kept. */
const fromPage = ({ ctx }: Services, account: ConnectedAccount): readonly KnownSession[] =>
  (ctx.storage.get('granted') ?? [])
    .map((entry) => {
      const network = valueAt(entry, 'network')
      if (typeof network !== 'string' || !network.startsWith(`${NAMESPACE}:`)) return undefined
      const known = knownFromWallet(entry, network as Caip2, account)
      return known && { ...known, wider: toWiderParts(valueAt(entry, 'wider')) }
    })
    .filter(isKnown)

async function fromService(
  { service, networks }: Services,
  account: ConnectedAccount,
  signal: AbortSignal,
): Promise<Omit<Knowledge, 'walletError'>> {
  if (!service) return { sessions: [], serviceError: undefined }
  const answered = await Promise.allSettled(
    networks().map(async ({ id }) => {
      const served = await service.list(`${id}:${account.address}`, signal)
      return served.map((session) => knownFromService(session, id, account)).filter(isKnown)
    }),
  )
  return {
    sessions: answered.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    serviceError: answered.find((one) => one.status === 'rejected')?.reason as unknown,
  }
}

/** Asks everybody who may know sessions of an account: the wallet, this page, and the site's server. */
export async function askSources(
  services: Services,
  account: ConnectedAccount,
  network: Caip2,
  signal: AbortSignal,
): Promise<Knowledge> {
  const [wallet, served] = await Promise.all([
    fromWallet(services, account, network, signal),
    fromService(services, account, signal),
  ])
  return {
    sessions: [...fromPage(services, account), ...wallet.sessions, ...served.sessions],
    serviceError: served.serviceError,
    walletError: wallet.walletError,
  }
}

const MOST_KEPT = 100

/** Keeps a grant, so that the visitor finds it here again without wallet or server. */
export function keepGrant({ ctx }: Services, entry: Readonly<Record<string, Json>>): void {
  const before = ctx.storage.get('granted') ?? []
  const others = before.filter((each) => valueAt(each, 'context') !== entry['context'])
  ctx.storage.set('granted', [entry as Json, ...others].slice(0, MOST_KEPT))
}

/** Forgets grants that have ended. */
export function forgetGrants({ ctx }: Services, contexts: ReadonlySet<string>): void {
  const before = ctx.storage.get('granted') ?? []
  const kept = before.filter((each) => {
    const context = valueAt(each, 'context')
    return typeof context === 'string' && !contexts.has(context.toLowerCase())
  })
  if (kept.length < before.length) ctx.storage.set('granted', kept)
}
