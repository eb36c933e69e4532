import type { PendingSource, PendingTransaction } from '@latchkey/feature-activity'
import { createToken, type Observable } from '@latchkey/plugin-api'
import type { SwapRecord, SwapState } from '../api.js'
import type { SwapSetup } from '../services/swapServices.js'

/** The transactions that were sent, as the list of activity shows it. */
function pendingOf(state: Observable<SwapState>): Observable<readonly PendingTransaction[]> {
  const toPending = (record: SwapRecord): readonly PendingTransaction[] => {
    const { id, network, account, amount, symbol, to, at, status, link } = record
    if (status === 'unanswered') return []
    const hash = record.kind === 'transaction' && status !== 'replaced' ? id : record.hash
    return [
      {
        ...{ id, network, account, amount, symbol, receiver: to, at, status },
        ...(hash !== undefined && { hash }),
        ...(link !== undefined && { link }),
      },
    ]
  }
  const read = ({ sent }: SwapState): readonly PendingTransaction[] => sent.flatMap(toPending)
  return {
    get: () => read(state.get()),
    subscribe: (listener) =>
      state.subscribe((now, before) => {
        if (now.sent !== before.sent) listener(read(now), read(before))
      }),
  }
}

/** Fills the point `activity.pending`. */
export const addPending = ({ ctx, slice }: Pick<SwapSetup, 'ctx' | 'slice'>): void =>
  void ctx.points.add(createToken<PendingSource>('activity.pending'), {
    id: 'swap',
    pending: pendingOf(slice),
  })
