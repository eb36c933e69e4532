import type { Caip2 } from '@latchkey/plugin-api'
import { accountKeyOf, isSameAccount } from '@latchkey/siwx/account'
import { isOf } from './sessions.js'
import type { Subject } from './subject.js'
import type { Context, KnownSession, SessionStore } from './types.js'

const isText = (value: unknown): value is string => typeof value === 'string'

/** A list of texts that outlives the page, the newest first: the storage drops the oldest. */
function createList({ storage }: Pick<Context, 'storage'>, name: 'declined' | 'left') {
  const read = (): readonly string[] => (storage.get(name) ?? []).filter(isText)
  const write = (keys: readonly string[]): void =>
    keys.length ? storage.set(name, keys) : storage.remove(name)
  const without = (isGone: (key: string) => boolean): void => {
    const keys = read()
    if (keys.some(isGone)) write(keys.filter((key) => !isGone(key)))
  }
  return {
    read,
    without,
    add: (key: string): void => write([key, ...read().filter((each) => each !== key)]),
    forget: (key: string): void => without((each) => each === key),
  }
}

/** Addresses that disconnected while the store could not be reached: their sessions are ended as soon as it can. */
export const createLeft = (
  ctx: Pick<Context, 'storage' | 'log'>,
  store: Pick<SessionStore, 'revoke'>,
) => {
  const { read, add, without } = createList(ctx, 'left')
  const forget = (address: string): void => without((each) => isSameAccount(each, address))
  let settling: Promise<unknown> | undefined
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
    /** Ends all sessions of an address, now or later. */
    revoke,
    /** Tries again. */
    settle: (): Promise<unknown> =>
      (settling ??= Promise.all(read().map(revoke)).finally(() => (settling = undefined))),
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

/** Who declined what need not be done, as CAIP-10: nobody is asked again there by a reload or by coming back to the network, only by connecting anew. */
export const createDeclined = (ctx: Pick<Context, 'storage'>) => {
  const { read, without, add } = createList(ctx, 'declined')
  return {
    has: (key: string): boolean => read().some(isSameKey(key)),
    add,
    forget: (key: string): void => without(isSameKey(key)),
    forgetAddress: (address: string): void =>
      without((each) => isSameAccount(addressIn(each), address)),
  }
}

/** What a connection has been signed in with on this page. */
interface Trace {
  network: Caip2
  session: KnownSession | undefined
  /** By account, one of its spellings. */
  readonly addresses: Map<string, string>
}
/** Where each connection last had a session, and as whom. */
export class Traces {
  readonly #all = new Map<string, Trace>()

  leave(connectionId: string, session: KnownSession): void {
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
  /** The visitor signed out there; on other networks the account may still have sessions. */
  end({ account }: Subject, session: KnownSession): void {
    const trace = this.#all.get(account.connectionId)
    if (trace?.session && isOf(session.data.chainId, session.data.accountAddress)(trace.session))
      trace.session = undefined
  }
  /** Forgets a connection. @returns the addresses that had a session, and the last one */
  take(connectionId: string): { addresses: readonly string[]; session?: KnownSession | undefined } {
    const trace = this.#all.get(connectionId)
    this.#all.delete(connectionId)
    return { addresses: [...(trace?.addresses.values() ?? [])], session: trace?.session }
  }
}
