import type {
  ConnectedAccount,
  Contribution,
  Description,
  Network,
  Observable,
  PreviewedRequest,
  RequestPreviewer,
  RpcClass,
} from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'

type Bounded = <T>(
  what: string,
  ms: number,
  signals: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T>
type Held = Omit<PreviewedRequest, 'network' | 'account' | 'class' | 'params'> & {
  readonly class: RpcClass
  readonly params?: unknown
}
/** A request whose wallet shows no account says so by `undefined`. */
type Asked = Omit<PreviewedRequest, 'account'> & { account: ConnectedAccount }
/** All of it given: this chunk shares no module with another. */
export interface Needs {
  core: KernelCore
  previewers: Observable<readonly Contribution<RequestPreviewer>[]>
  network: Network
  bounded: Bounded
  /** A copy of plain data, frozen to its last part. */
  frozenCopy(value: unknown): unknown
}

/** Longest time that putting a request into words may take, ms. */
const LIMIT = 10_000

/** The account that its wallet would act with, in the spelling of the adapter that parsed it. */
function accountIn(
  { connections }: KernelCore,
  { connectionId }: Held,
  { namespace }: Network,
): ConnectedAccount | undefined {
  const { connections: all, namespaces } = connections.get()
  // No namespace of CAIP-2 is the name of something that every object has.
  const scope = all.find(({ id }) => id === connectionId)?.scopes[namespace]
  const state = namespaces[namespace]
  const key = state?.connectionId === connectionId ? state.accountKey : scope?.selected
  const account = scope?.accounts.find((each) => each.key === key) ?? scope?.accounts[0]
  return account && { ...account, connectionId }
}

/** In the words of the adapter. One that fails, or takes too long, leaves the request unread, which is said; it does not let it pass. */
async function describe(
  { core: { adapter, adapters, report }, bounded, network: { namespace } }: Needs,
  request: PreviewedRequest,
  signal: AbortSignal,
): Promise<Description | undefined> {
  const what = `${namespace}: describe`
  return adapters.find(namespace)?.value.abilities.includes('describe')
    ? bounded(what, LIMIT, [signal], async () =>
        (await adapter(namespace)).describe?.(request as Asked),
      ).catch((error: unknown) => {
        signal.throwIfAborted()
        return void report(error, what)
      })
    : undefined
}

/**
 * Resolves when whoever takes the request has shown it and the visitor agreed, or at once where nobody takes it, with the parameters that were shown: the wallet gets that very object.
 * A previewer that throws when asked whether it takes one is reported and passed over.
 */
export async function preview(needs: Needs, held: Held, signal: AbortSignal): Promise<unknown> {
  const { core, previewers, network, frozenCopy } = needs
  const request = Object.freeze({
    ...held,
    ...(frozenCopy({
      network,
      account: accountIn(core, held, network),
      params: held.params,
    }) as object),
  }) as PreviewedRequest
  const taker = [...previewers.get()]
    .sort(({ value: { order: one = 100 } }, { value: { order: other = 100 } }) => one - other)
    .find(({ owner, value }) => {
      try {
        return value.takes(request)
      } catch (error) {
        return void core.report(error, `${owner}: preview`)
      }
    })
  if (taker) await taker.value.review(request, await describe(needs, request, signal), signal)
  // Somebody who agrees too late agrees to nothing.
  signal.throwIfAborted()
  return request.params
}
