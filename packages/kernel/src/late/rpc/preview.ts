import type { ConnectedAccount, Contribution, Description, Network, Observable, PreviewedRequest, RequestPreviewer, RpcClass, WireRequest } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'

type Bounded = <T>(what: string, ms: number, signals: readonly AbortSignal[], run: (signal: AbortSignal) => Promise<T>) => Promise<T>
type Held = Omit<PreviewedRequest, 'network' | 'account' | 'class' | 'params'> & { readonly class: RpcClass; readonly params?: unknown }
/** All of it given: this chunk shares no module with another. */
export interface Needs {
  core: KernelCore
  previewers: Observable<readonly Contribution<RequestPreviewer>[]>
  network: Network
  bounded: Bounded
}

/** Longest time that putting a request into words may take, ms. */
const LIMIT = 10_000

/**
 * A copy as data that nobody else holds, frozen to its last part: what is frozen outside only may still change inside.
 * Functions are left out, as every wire does: `toJSON` would have a wallet behind JSON read something else. Objects of a kind of their own are copied as a message to another window is.
 */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(Array.from(value, copyOf))
  if (typeof value !== 'object' || !value) return typeof value === 'function' ? undefined : value
  if ((Object.getPrototypeOf(value) ?? Object.prototype) === Object.prototype) return Object.freeze(Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (typeof part === 'function' ? [] : [[key, copyOf(part)]]))))
  const copy: unknown = structuredClone(value)
  return Object.getPrototypeOf(copy) === Object.prototype ? copyOf(copy) : copy
}

/** The account that its wallet would act with, in the spelling of the adapter that parsed it. */
function accountIn({ connections }: KernelCore, { connectionId }: Held, { namespace }: Network): ConnectedAccount | undefined {
  const { connections: all, namespaces } = connections.get()
  // No namespace of CAIP-2 is the name of something that every object has.
  const scope = all.find(({ id }) => id === connectionId)?.scopes[namespace]
  const state = namespaces[namespace]
  const key = state?.connectionId === connectionId ? state.accountKey : scope?.selected
  const account = scope?.accounts.find((each) => each.key === key) ?? scope?.accounts[0]
  return account && { ...account, connectionId }
}

/** In the words of the adapter. One that fails, or takes too long, leaves the request unread, which is said; it does not let it pass. */
async function describe({ core: { adapter, adapters, report }, bounded }: Needs, { network, method, params, account }: PreviewedRequest, signal: AbortSignal): Promise<Description | undefined> {
  const { namespace } = network
  const what = `${namespace}: describe`
  return adapters.find(namespace)?.value.abilities.includes('describe') ? bounded(what, LIMIT, [signal], async () => (await adapter(namespace)).describe?.({ network, method, params, ...(account && { account }) })).catch((error: unknown) => {
    signal.throwIfAborted()
    return void report(error, what)
  }) : undefined
}

/**
 * Resolves when whoever takes the request has shown it and the visitor agreed, or at once where nobody takes it, with what was shown: the wallet gets that very object.
 * A previewer that throws when asked whether it takes one is reported and passed over.
 */
export async function preview(needs: Needs, held: Held, signal: AbortSignal): Promise<Pick<WireRequest, 'network' | 'method' | 'params'>> {
  const { core, previewers, network } = needs
  const { caller, ...rest } = held
  const request = Object.freeze({ ...copyOf({ ...rest, network, account: accountIn(core, held, network) }) as PreviewedRequest, caller })
  const { method, params } = request
  const taker = [...previewers.get()].sort(({ value: { order: one = 100 } }, { value: { order: other = 100 } }) => one - other).find(({ owner, value }) => {
    try {
      return value.takes(request)
    } catch (error) {
      return void core.report(error, `${owner}: preview`)
    }
  })
  if (taker) await taker.value.review(request, await describe(needs, request, signal), signal)
  // Somebody who agrees too late agrees to nothing.
  signal.throwIfAborted()
  return { network: network.id, method, ...(params !== undefined && { params }) }
}
