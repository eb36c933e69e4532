import { LatchkeyError, type ConnectedAccount } from '@latchkey/plugin-api'
import type { SessionRevocation, SmartSession, SmartSessionsApi } from './api.js'
import { grant } from './grants/grant.js'
import type { KnownSession } from './list/known.js'
import { readSessions } from './list/readSessions.js'
import { revokeSession } from './revoke/revoke.js'
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

/** The sessions of the account in use: one object whose methods share what was read. */
// eslint-disable-next-line max-lines-per-function -- one object whose methods share what was read
export function createSessions(services: Services): Sessions {
  const { ctx, slice } = services
  let known = new Map<string, KnownSession>()
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
    slice.set({
      ...INITIAL_STATE,
      ...{ isRead: false, loading: false, isServiceAway: false, unread: [] },
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
      const {
        items,
        known: found,
        tokens,
        unread,
        serviceError,
      } = await readSessions(services, account, network, signal)
      if (signal.aborted) return
      known = new Map(found.map((session) => [sessionKey(session), session]))
      // Where somebody knew sessions, the server's silence is told beside them.
      const error = items.length === 0 ? serviceError : undefined
      const isServiceAway = serviceError !== undefined
      slice.set((before) => ({
        ...{ items, unread, error, isServiceAway },
        tokens: { ...before.tokens, ...tokens },
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
  const revoke = async (wanted: Pick<SmartSession, 'pci' | 'network'>): Promise<void> => {
    check()
    const key = sessionKey(wanted)
    const session = known.get(key)
    const account = services.account()
    const network = services.networks().find(({ id }) => id === wanted.network)
    if (!session || !account || !network) return unknown(wanted)
    const before = slice.get().revocations[key]
    if (before && before.status !== 'failed') return
    mark(key, { status: 'asked' })
    try {
      await revokeSession(services, {
        session,
        account,
        network,
        onSent: () => isShown(account.address) && mark(key, { status: 'pending' }),
      })
      ctx.events.emit('sessions:revoked', { network: network.id, pci: session.pci })
      if (!isShown(account.address)) return
      known.delete(key)
      slice.set(({ items }) => ({ items: items.filter((each) => sessionKey(each) !== key) }))
      mark(key, undefined)
    } catch (error) {
      if (isShown(account.address)) mark(key, { status: 'failed', error })
      throw error
    }
  }
  return {
    check,
    async grant(request) {
      check()
      const sessions = await grant(services, request)
      // A list that was read before gets the new sessions.
      if (slice.get().isRead) void load()
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
