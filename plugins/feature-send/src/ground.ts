import {
  createToken,
  type ChainAdapter,
  type ConnectedAccount,
  type Namespace,
  type Network,
  type Registry,
  type Slice,
} from '@latchkey/plugin-api'
import type { SendState } from './api.js'
import type { ContactSource, SendContext, SendOptions } from './plugin.js'

/** What the form is made of. */
export interface Needs extends Pick<SendOptions, 'contacts' | 'allowLookalikes'> {
  ctx: SendContext
  slice: Slice<SendState>
  canSend(namespace?: Namespace): boolean
}

/** From where it is sent. */
export interface Place {
  account: ConnectedAccount
  network: Network & { supported: boolean }
}

/** What the parts of the form have in common. */
export interface Ground extends Needs {
  /** The point that plugins fill which know whom the visitor knows. */
  contactSources: Registry<ContactSource>
  /** The adapter of a namespace, loaded once. */
  adapter(namespace: Namespace): Promise<ChainAdapter>
  /** Whether the adapter of a namespace says that it can. */
  can(namespace: Namespace, ability: 'balance' | 'assets' | 'estimate' | 'nameLookup'): boolean
  /** The account and the network in use. */
  place(): Place | undefined
}

export function createGround(needs: Needs): Ground {
  const { ctx } = needs
  const adapters = new Map<Namespace, () => Promise<ChainAdapter>>()
  const load = (namespace: Namespace): (() => Promise<ChainAdapter>) =>
    ctx.lazy(`the adapter of ${namespace}`, async () => {
      const found = ctx.adapters.find(namespace)
      if (!found) throw new TypeError(`no plugin speaks for ${namespace}`)
      return found.value.load()
    })
  return {
    ...needs,
    contactSources: ctx.points.open(createToken<ContactSource>('send.contacts')),
    adapter(namespace) {
      const known = adapters.get(namespace) ?? load(namespace)
      adapters.set(namespace, known)
      return known()
    },
    can: (namespace, ability) => !!ctx.adapters.find(namespace)?.value.abilities.includes(ability),
    place() {
      const account = ctx.accounts.active()
      const network = account && ctx.activeNetwork.current(account.namespace)
      return account && network && { account, network }
    },
  }
}

/** The same for as long as the account and the network in use are. */
export const keyOf = (place: Place | undefined): string =>
  place
    ? JSON.stringify([
        place.account.connectionId,
        place.account.key,
        place.account.address,
        place.network.id,
      ])
    : ''

/** Waits so long, or until the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })

/** A signal that ends with any of these. What it listens to, it gives back by `end`. */
export function linked(...signals: readonly AbortSignal[]): {
  signal: AbortSignal
  abort(reason?: unknown): void
  end(): void
} {
  const controller = new AbortController()
  const abort = (reason?: unknown): void => {
    controller.abort(reason)
    end()
  }
  const listen = (): void => abort()
  const end = (): void => signals.forEach((signal) => signal.removeEventListener('abort', listen))
  for (const signal of signals) signal.addEventListener('abort', listen)
  if (signals.some(({ aborted }) => aborted)) abort()
  return { signal: controller.signal, abort, end }
}

/** Runs what may never answer, no longer than that many ms. @throws TypeError when they are over */
export async function within<T>(
  ms: number,
  what: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const limited = linked(signal)
  void pause(ms, limited.signal).then(() => limited.abort(new TypeError(`${what} took too long`)))
  try {
    return await unlessAborted(Promise.resolve(run(limited.signal)), limited.signal)
  } finally {
    limited.abort()
  }
}

/** Settles as the work does, but no later than the signal is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}
