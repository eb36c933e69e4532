import { LatchkeyError, type ConnectedAccount } from '@latchkey/plugin-api'
import type {
  RevocationWitness,
  SessionRevocation,
  SessionsState,
  SmartSession,
  SmartSessionsApi,
} from './api.js'
import { grant } from './grants/grant.js'
import type { KnownSession } from './list/known.js'
import { readSessions, type Reading } from './list/readSessions.js'
import { revokeSession, type Ending } from './revoke/revoke.js'
import { INITIAL_STATE } from './initialState.js'
import { sessionKey } from './sessionKey.js'
import { NAMESPACE, type Services } from './setup.js'

export type Sessions = Pick<SmartSessionsApi, 'grant' | 'list' | 'revoke' | 'revokeAll'> & {
  /** Forgets what was read, where the account is another one. */
  check(): void
}

/** @throws `sessions.unknown_session` */
const unknown = ({ pci, network }: Pick<SmartSession, 'pci' | 'network'>): never => {
  throw new LatchkeyError(
    'sessions.unknown_session',
    `The account in use has no session ${pci} on ${network}. Read the list first.`,
    { context: { pci, network } },
  )
}

/** The sessions that have ended by somebody's word, after a reading. */
function endedAfter(
  before: SessionsState['ended'],
  { items, unread, over }: Reading,
): SessionsState['ended'] {
  // A reorganisation of the chain may bring back what it had ended.
  const isBack = new Set(items.filter(({ network }) => !unread.includes(network)).map(sessionKey))
  const kept = Object.entries(before).filter(
    ([key, witness]) => witness !== 'chain' || !isBack.has(key),
  )
  return { ...Object.fromEntries(kept), ...Object.fromEntries(over.map((key) => [key, 'chain'])) }
}

/** The sessions of the account in use: one object whose methods share what was read. */
// eslint-disable-next-line max-lines-per-function -- one object whose methods share what was read
export function createSessions(services: Services): Sessions {
  const { ctx, slice } = services
  let known = new Map<string, KnownSession>()
  /** Revocations that are under way. */
  const underWay = new Map<string, Promise<RevocationWitness>>()
  let running: { work: Promise<void>; stop: AbortController } | undefined

  const isShown = (address: string): boolean =>
    slice.get().account === address && !ctx.signal.aborted
  const mark = (key: string, revocation: SessionRevocation | undefined): void => {
    const { [key]: _, ...others } = slice.get().revocations
    slice.set({ revocations: revocation ? { ...others, [key]: revocation } : others })
  }
  const reset = (account: string | undefined): void => {
    running?.stop.abort()
    running = undefined
    known = new Map()
    underWay.clear()
    slice.set({
      ...INITIAL_STATE,
      ...{ isRead: false, loading: false, isServiceAway: false, isWalletAway: false, unread: [] },
      ...{ error: undefined, account },
    })
  }
  const check = (): void => {
    const address = services.account()?.address
    if (slice.get().account !== address) reset(address)
  }
  const read = async (account: ConnectedAccount, signal: AbortSignal): Promise<void> => {
    const network =
      ctx.activeNetwork.current(NAMESPACE)?.id ?? services.networks()[0]?.id ?? 'eip155:1'
    try {
      const reading = await readSessions(services, account, network, signal)
      if (signal.aborted) return
      const { items, tokens, unread, serviceError, walletError } = reading
      known = new Map(reading.known.map((session) => [sessionKey(session), session]))
      // Where somebody knew sessions, the server's silence is told beside them.
      const error = items.length === 0 ? serviceError : undefined
      const isServiceAway = serviceError !== undefined
      const isWalletAway = walletError !== undefined
      slice.set((before) => ({
        ...{ items, unread, error, isServiceAway, isWalletAway },
        tokens: { ...before.tokens, ...tokens },
        ended: endedAfter(before.ended, reading),
        isRead: error === undefined,
      }))
    } catch (error) {
      if (!signal.aborted) slice.set({ error })
    } finally {
      if (!signal.aborted) slice.set({ loading: false })
    }
  }
  const load = (): Promise<void> => {
    check()
    const account = services.account()
    if (!account) return Promise.resolve()
    if (running) return running.work
    const stop = new AbortController()
    slice.set({ loading: true, error: undefined })
    const work = read(account, stop.signal).finally(() => {
      if (running?.stop === stop) running = undefined
    })
    running = { work, stop }
    return work
  }
  const end = async (key: string, ending: Omit<Ending, 'onSent'>): Promise<RevocationWitness> => {
    const { account, network, session } = ending
    mark(key, { status: 'asked' })
    try {
      const witness = await revokeSession(services, {
        ...ending,
        onSent: () => isShown(account.address) && mark(key, { status: 'pending' }),
      })
      ctx.events.emit('sessions:revoked', { network: network.id, pci: session.pci, witness })
      if (!isShown(account.address)) return witness
      known.delete(key)
      slice.set(({ items, ended }) => ({
        items: items.filter((each) => sessionKey(each) !== key),
        ended: { ...ended, [key]: witness },
      }))
      mark(key, undefined)
      return witness
    } catch (error) {
      if (isShown(account.address)) mark(key, { status: 'failed', error })
      throw error
    }
  }
  const revoke: SmartSessionsApi['revoke'] = async (wanted) => {
    check()
    const key = sessionKey(wanted)
    const session = known.get(key)
    const account = services.account()
    const network = services.networks().find(({ id }) => id === wanted.network)
    if (!session || !account || !network) return unknown(wanted)
    const work = underWay.get(key) ?? end(key, { session, account, network })
    underWay.set(key, work)
    try {
      return await work
    } finally {
      if (underWay.get(key) === work) underWay.delete(key)
    }
  }
  return {
    check,
    async grant(request) {
      check()
      const { sessions, known: found, error } = await grant(services, request)
      for (const session of found)
        if (isShown(session.account)) known.set(sessionKey(session), session)
      // A list that was read before gets the new sessions, as does the view of one that is to be taken back.
      if (slice.get().isRead || found.length > sessions.length) void load()
      if (error) throw error
      return sessions
    },
    async list() {
      await load()
      const { items, error, isRead } = slice.get()
      if (error !== undefined && !isRead) throw error as Error
      return items
    },
    revoke,
    async revokeAll() {
      for (const session of slice.get().items) await revoke(session)
    },
  }
}
