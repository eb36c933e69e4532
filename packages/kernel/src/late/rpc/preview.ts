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
import { bounded, STEP_TIMEOUT_MS } from '../../support/time.js'

/** A request that waits for the visitor's review. */
type PendingReview = Omit<PreviewedRequest, 'network' | 'account' | 'class' | 'params'> & {
  readonly class: RpcClass
  readonly params?: unknown
}
/** The adapter's type knows no request without an account; it gets `undefined` then. */
type AdapterRequest = Omit<PreviewedRequest, 'account'> & { account: ConnectedAccount }
/** Handed in, so that this chunk shares no module of the late half. */
export interface Needs {
  core: KernelCore
  previewers: Observable<readonly Contribution<RequestPreviewer>[]>
  network: Network
  /** Copies plain data and freezes every part. */
  frozenCopy(value: unknown): unknown
}

/** The account that the wallet would act with, spelled as its adapter spells it. */
function accountIn(
  { connections }: KernelCore,
  { connectionId }: PendingReview,
  { namespace }: Network,
): ConnectedAccount | undefined {
  const { connections: all, namespaces } = connections.get()
  // No CAIP-2 namespace equals a member that every object inherits.
  const scope = all.find(({ id }) => id === connectionId)?.scopes[namespace]
  const state = namespaces[namespace]
  const key = state?.connectionId === connectionId ? state.accountKey : scope?.selected
  const account = scope?.accounts.find((each) => each.key === key) ?? scope?.accounts[0]
  return account && { ...account, connectionId }
}

/**
 * The adapter's description of a request. When the adapter fails or takes too long there is none; the
 * visitor is told so and still decides.
 */
async function describeRequest(
  { core: { adapter, adapters, report }, network: { namespace } }: Needs,
  request: PreviewedRequest,
  signal: AbortSignal,
): Promise<Description | undefined> {
  const what = `${namespace}: describe`
  return adapters.find(namespace)?.value.abilities.includes('describe')
    ? bounded(what, STEP_TIMEOUT_MS, [signal], async () =>
        (await adapter(namespace)).describe?.(request as AdapterRequest),
      ).catch((error: unknown) => {
        signal.throwIfAborted()
        return void report(error, what)
      })
    : undefined
}

/**
 * Shows a request to the visitor by the first previewer that takes it, and resolves when the visitor
 * agrees; at once if no previewer takes it. A previewer whose `takes` throws is reported and skipped.
 * @returns the parameters that were shown: the wallet has to get that very object
 * @throws what the previewer rejects with, and the signal's reason
 */
export async function preview(
  needs: Needs,
  pending: PendingReview,
  signal: AbortSignal,
): Promise<unknown> {
  const { core, previewers, network, frozenCopy } = needs
  const request = Object.freeze({
    ...pending,
    ...(frozenCopy({
      network,
      account: accountIn(core, pending, network),
      params: pending.params,
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
  if (taker)
    await taker.value.review(request, await describeRequest(needs, request, signal), signal)
  // A consent that comes after the abort does not count.
  signal.throwIfAborted()
  return request.params
}
