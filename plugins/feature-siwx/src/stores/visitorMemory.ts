import type { Caip2 } from '@latchkey/plugin-api'
import { accountKeyOf, isSameAccount } from '@latchkey/siwx/account'
import type { Subject } from '../flow/subject.js'
import type { Context, KnownSession, SessionStore } from '../types.js'
import { isOf } from './sessions.js'

const isText = (value: unknown): value is string => typeof value === 'string'

/** A list of texts that outlives the page, the newest first: the storage drops the oldest. */
function createStoredList({ storage }: Pick<Context, 'storage'>, name: 'declined' | 'left') {
  const read = (): readonly string[] => (storage.get(name) ?? []).filter(isText)
  const write = (keys: readonly string[]): void =>
    keys.length ? storage.set(name, keys) : storage.remove(name)
  const removeWhere = (isGone: (key: string) => boolean): void => {
    const keys = read()
    if (keys.some(isGone)) write(keys.filter((key) => !isGone(key)))
  }
  return {
    read,
    removeWhere,
    add: (key: string): void => write([key, ...read().filter((each) => each !== key)]),
  }
}

/**
 * Addresses whose visitors disconnected while the store could not be reached: their sessions are
 * ended as soon as it can be reached.
 */
export interface PendingRevocations {
  forget(address: string): void
  /** Ends all sessions of an address, now or later. */
  revoke(address: string): Promise<void>
  /** Tries again to end all of them. */
  retry(): Promise<unknown>
}
export function createPendingRevocations(
  ctx: Pick<Context, 'storage' | 'log'>,
  store: Pick<SessionStore, 'revoke'>,
): PendingRevocations {
  const { read, add, removeWhere } = createStoredList(ctx, 'left')
  const forget = (address: string): void => removeWhere((each) => isSameAccount(each, address))
  let retrying: Promise<unknown> | undefined
  const revoke = (address: string): Promise<void> =>
    store.revoke(undefined, address).then(
      () => forget(address),
      (error: unknown) => {
        ctx.log.warn(error)
        add(address)
      },
    )
  return {
    forget,
    revoke,
    retry: () =>
      (retrying ??= Promise.all(read().map(revoke)).finally(() => (retrying = undefined))),
  }
}

/** The address of a CAIP-10 id. */
export const addressIn = (caip10: string): string => caip10.slice(caip10.lastIndexOf(':') + 1)
/** Whether CAIP-10 ids are of one account on one network, however its address is spelled. */
export const isSameKey =
  (one: string) =>
  (other: string): boolean =>
    one.slice(0, one.lastIndexOf(':')) === other.slice(0, other.lastIndexOf(':')) &&
    isSameAccount(addressIn(one), addressIn(other))

/**
 * CAIP-10 ids of accounts that declined an optional sign-in: they are not asked again there by a
 * reload or by coming back to the network, only by connecting anew.
 */
export interface DeclinedList {
  has(key: string): boolean
  add(key: string): void
  forget(key: string): void
  forgetAddress(address: string): void
}
export function createDeclinedList(ctx: Pick<Context, 'storage'>): DeclinedList {
  const { read, removeWhere, add } = createStoredList(ctx, 'declined')
  return {
    has: (key) => read().some(isSameKey(key)),
    add,
    forget: (key) => removeWhere(isSameKey(key)),
    forgetAddress: (address) => removeWhere((each) => isSameAccount(addressIn(each), address)),
  }
}

/** The sessions that a connection has had on this page. */
interface Trace {
  network: Caip2
  session: KnownSession | undefined
  /** By account, one of its spellings. */
  readonly addresses: Map<string, string>
}
/** Remembers for each connection the network of its last session, and all accounts that had one. */
export class SessionTraces {
  readonly #all = new Map<string, Trace>()

  record(connectionId: string, session: KnownSession): void {
    const { chainId: network, accountAddress } = session.data
    const { addresses } = this.#all.get(connectionId) ?? { addresses: new Map<string, string>() }
    this.#all.set(connectionId, {
      network,
      session,
      addresses: addresses.set(accountKeyOf(accountAddress) ?? accountAddress, accountAddress),
    })
  }
  networkOf(connectionId: string): Caip2 | undefined {
    return this.#all.get(connectionId)?.network
  }
  /** The visitor signed out there. The account may still have sessions on other networks. */
  forgetSession({ account }: Subject, session: KnownSession): void {
    const trace = this.#all.get(account.connectionId)
    if (trace?.session && isOf(session.data.chainId, session.data.accountAddress)(trace.session))
      trace.session = undefined
  }
  /** Forgets a connection. @returns the addresses that had a session, and the last session */
  take(connectionId: string): { addresses: readonly string[]; session?: KnownSession | undefined } {
    const trace = this.#all.get(connectionId)
    this.#all.delete(connectionId)
    return { addresses: [...(trace?.addresses.values() ?? [])], session: trace?.session }
  }
}
