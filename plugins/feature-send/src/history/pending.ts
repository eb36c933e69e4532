import type { PendingTransaction } from '@latchkey/feature-activity'
import { isCaip2, type Observable } from '@latchkey/plugin-api'
import type { SendState, SentTransaction } from '../api.js'

/**
 * A sent transaction as the point `activity.pending` takes it. Requests that the wallet has not
 * answered are left out: they may never become transactions.
 */
function toPending({
  id,
  kind,
  network,
  account,
  receiver,
  amount,
  symbol,
  item,
  at,
  status,
  transaction,
  link,
}: SentTransaction): readonly PendingTransaction[] {
  if (status === 'unanswered' || !isCaip2(network)) return []
  // `transaction` of a replaced one is that which took its place.
  const hash = kind === 'transaction' ? id : status === 'replaced' ? undefined : transaction
  return [
    {
      ...{ id, network, account, receiver, amount, symbol, at, status },
      ...(item !== undefined && { item }),
      ...(hash !== undefined && { hash }),
      ...(link !== undefined && { link }),
    },
  ]
}

/** The transactions that were sent from this site, as the list of activity shows them. */
export const pendingOf = (
  state: Observable<SendState>,
): Observable<readonly PendingTransaction[]> => {
  const read = ({ sent }: SendState): readonly PendingTransaction[] => sent.flatMap(toPending)
  return {
    get: () => read(state.get()),
    subscribe: (listener) =>
      state.subscribe((now, before) => {
        if (now.sent !== before.sent) listener(read(now), read(before))
      }),
  }
}
