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
import { createScreen } from './screen.js'

interface Held {
  readonly id: number
  readonly request: PreviewedRequest
  readonly description: Description | undefined
  /** `why` is what whoever asked gets; without it the wallet is asked. */
  settle(why?: unknown): void
}
export interface Queue {
  review: RequestPreviewer['review']
  confirm(id: number): void
  decline(id: number): void
}

const walletOf = ({ connections }: PluginContext, { connectionId }: PreviewedRequest) =>
  connections.get().connections.find(({ id }) => id === connectionId)

/** Who acts, spelled as the network spells it where that is in use. */
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

function shownOf(
  ctx: PluginContext,
  { id, request, description }: Held,
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

function declined(ctx: PluginContext, { request }: Held): LatchkeyError {
  const connectorId = walletOf(ctx, request)?.connectorId
  return new LatchkeyError(
    'wallet.user_rejected',
    `The visitor declined ${request.method} before the wallet was asked.`,
    { context: { ...(connectorId !== undefined && { connectorId }) } },
  )
}

/** Says why a request that was looked at is gone. */
function tellGone({ toasts, messages, signal }: PluginContext, why: unknown): void {
  if (signal.aborted || isLatchkeyError(why, 'kernel.disposed')) return
  const key = isLatchkeyError(why, 'wallet.account_changed')
    ? 'preview.accountChanged'
    : isLatchkeyError(why, 'wallet.disconnected')
      ? 'preview.disconnected'
      : 'preview.withdrawn'
  toasts.show({ variant: 'info', message: messages.text(key) })
}

const settling =
  (
    signal: AbortSignal,
    gone: () => void,
    resolve: () => void,
    reject: (why: unknown) => void,
  ): Held['settle'] =>
  (why) => {
    signal.removeEventListener('abort', gone)
    if (why === undefined) resolve()
    else reject(why)
  }

/** Requests wait here and are shown one after the other. */
export function createQueue(ctx: PluginContext, slice: Slice<PreviewState>): Queue {
  const waiting: Held[] = []
  let count = 0
  let decided = 0
  const decline = (held: Held): unknown => declined(ctx, held)
  const draw = (): void => {
    const [first] = waiting
    if (!first) decided = 0
    slice.set({
      shown:
        first && shownOf(ctx, first, { position: decided + 1, total: decided + waiting.length }),
    })
    if (first) screen.show()
    else screen.hide()
  }
  const settleAll = (why: (held: Held) => unknown): void => {
    for (const held of waiting.splice(0)) held.settle(why(held))
    draw()
  }
  const screen = createScreen(ctx, () => settleAll(decline))
  const end = (held: Held, why: unknown): void => {
    waiting.splice(waiting.indexOf(held), 1)
    held.settle(why)
    draw()
  }
  const decide = (id: number, why: (held: Held) => unknown): void => {
    const [first] = waiting
    if (first?.id !== id) return
    decided++
    end(first, why(first))
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
        const gone = (): void => {
          if (waiting[0] === held) tellGone(ctx, signal.reason)
          end(held, signal.reason)
        }
        const held: Held = {
          id: ++count,
          request,
          description,
          settle: settling(signal, gone, resolve, reject),
        }
        signal.addEventListener('abort', gone)
        waiting.push(held)
        draw()
      }),
  }
}
