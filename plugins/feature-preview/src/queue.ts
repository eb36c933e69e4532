import {
  isLatchkeyError,
  LatchkeyError,
  type Description,
  type PluginContext,
  type PreviewedRequest,
  type RequestPreviewer,
  type Slice,
} from '@latchkey/plugin-api'
import type { PreviewState, ShownRequest } from './api.js'
import { english } from './messages.js'
import { createScreen } from './screen.js'
import { translations } from './translations.js'

/** A request that waits for the visitor's decision. */
interface PendingReview {
  /** Counts from 1. The screen decides by it, so that a late click decides no other request. */
  readonly id: number
  readonly request: PreviewedRequest
  readonly description: Description | undefined
  /**
   * Ends the review. Without a reason the request goes on to the wallet; with one it is rejected with
   * that reason.
   */
  settle(reason?: unknown): void
}
export interface Queue {
  /** Shows a request when its turn comes. Resolves when the visitor confirms it, else rejects. */
  review: RequestPreviewer['review']
  /** Decides the request that is shown, if it has this id. */
  confirm(id: number): void
  decline(id: number): void
}

/** The connection that the request is for. */
const walletOf = ({ connections }: PluginContext, { connectionId }: PreviewedRequest) =>
  connections.get().connections.find(({ id }) => id === connectionId)

/**
 * The account that acts. If it is the account in use, its address is spelled as the network in use
 * spells it.
 */
function accountOf(
  { accounts, activeNetwork }: PluginContext,
  { account, network }: PreviewedRequest,
): PreviewedRequest['account'] {
  const used =
    activeNetwork.current(network.namespace)?.id === network.id
      ? accounts.active(network.namespace)
      : undefined
  return used && used.key === account?.key && used.connectionId === account.connectionId
    ? used
    : account
}

/** The request as the screen shows it. `place`: it is number `position` of `total` requests. */
function shownOf(
  ctx: PluginContext,
  { id, request, description }: PendingReview,
  place: { position: number; total: number },
): ShownRequest {
  const wallet = walletOf(ctx, request)
  return {
    ...place,
    id,
    description,
    request: { ...request, account: accountOf(ctx, request) },
    site: { name: ctx.metadata.name, host: typeof location === 'undefined' ? '' : location.host },
    wallet: wallet && {
      name: wallet.name,
      ...(wallet.icon !== undefined && { icon: wallet.icon }),
    },
  }
}

function declined(ctx: PluginContext, { request }: PendingReview): LatchkeyError {
  const connectorId = walletOf(ctx, request)?.connectorId
  return new LatchkeyError(
    'wallet.user_rejected',
    `The visitor declined ${request.method} before the wallet was asked.`,
    { context: { ...(connectorId !== undefined && { connectorId }) } },
  )
}

/** Shows a toast that says why the shown request is gone. */
function showWhyGone({ toasts, messages, signal }: PluginContext, reason: unknown): void {
  if (signal.aborted || isLatchkeyError(reason, 'kernel.disposed')) return
  const key = isLatchkeyError(reason, 'wallet.account_changed')
    ? 'preview.accountChanged'
    : isLatchkeyError(reason, 'wallet.disconnected')
      ? 'preview.disconnected'
      : 'preview.withdrawn'
  toasts.show({ variant: 'info', message: messages.text(key) })
}

const createSettle =
  (
    signal: AbortSignal,
    onAbort: () => void,
    resolve: () => void,
    reject: (reason: unknown) => void,
  ): PendingReview['settle'] =>
  (reason) => {
    signal.removeEventListener('abort', onAbort)
    if (reason === undefined) resolve()
    else reject(reason)
  }

/** Holds requests for review and shows them one after the other. Registers the texts of the view. */
export function createQueue(ctx: PluginContext, slice: Slice<PreviewState>): Queue {
  ctx.messages.add({ en: english, ...translations })
  const waiting: PendingReview[] = []
  let count = 0
  /** Requests decided since the queue was empty, for "2 of 3". */
  let decided = 0
  const decline = (pending: PendingReview): unknown => declined(ctx, pending)
  const update = (): void => {
    const [first] = waiting
    if (!first) decided = 0
    slice.set({
      shown:
        first && shownOf(ctx, first, { position: decided + 1, total: decided + waiting.length }),
    })
    if (first) screen.show()
    else screen.hide()
  }
  // Leaving the screen declines all requests.
  const settleAll = (reason: (pending: PendingReview) => unknown): void => {
    for (const pending of waiting.splice(0)) pending.settle(reason(pending))
    update()
  }
  const screen = createScreen(ctx, () => settleAll(decline))
  const end = (pending: PendingReview, reason: unknown): void => {
    waiting.splice(waiting.indexOf(pending), 1)
    pending.settle(reason)
    update()
  }
  const decide = (id: number, reason: (pending: PendingReview) => unknown): void => {
    const [first] = waiting
    if (first?.id !== id) return
    decided++
    end(first, reason(first))
  }
  ctx.onDispose(() =>
    settleAll(() => new LatchkeyError('kernel.disposed', 'The preview was disposed.')),
  )
  return {
    confirm: (id) => decide(id, () => undefined),
    decline: (id) => decide(id, decline),
    review: (request, description, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) throw signal.reason
        const onAbort = (): void => {
          if (waiting[0] === pending) showWhyGone(ctx, signal.reason)
          end(pending, signal.reason)
        }
        const pending: PendingReview = {
          id: ++count,
          request,
          description,
          settle: createSettle(signal, onAbort, resolve, reject),
        }
        signal.addEventListener('abort', onAbort)
        waiting.push(pending)
        update()
      }),
  }
}
