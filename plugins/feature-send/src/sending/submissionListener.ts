import { isLatchkeyError, type Caip2 } from '@latchkey/plugin-api'
import type { SendState, SentTransaction } from '../api.js'
import { shownParts } from '../form/nfts.js'
import type { TokenBalances } from '../form/tokenBalances.js'
import { rememberReceiver } from '../history/pastReceivers.js'
import type { SentTransactions } from '../history/sentTransactions.js'
import { activeAccountKey, type SendServices } from '../services/sendServices.js'
import type { Order } from './demandOrder.js'

/** Is told what becomes of a payment. */
export interface SubmissionListener {
  /** The visitor has agreed, and the wallet is asked. */
  onAsked(asked: SentTransaction): void
  /**
   * The wallet has sent it.
   * @param isAbandoned - the visitor no longer waited for it
   * @param asked - its entry as an unanswered request, which this transaction replaces
   */
  onSent(
    sent: SentTransaction,
    order: Order,
    isAbandoned: boolean,
    asked?: SentTransaction,
  ): SentTransaction
  /** The visitor no longer waits. The wallet may still send it. */
  onAbandoned(asked: SentTransaction): void
  /** It is certain that the wallet has not sent it. */
  onNotSent(asked: SentTransaction, isAbandoned: boolean, error: unknown): void
}

/** Tells other plugins and the kernel that this transaction has changed balances on its network. */
export function emitBalanceChanged(
  { ctx }: SendServices,
  { id, kind, network, transaction }: SentTransaction,
): void {
  const hash = transaction ?? (kind === 'transaction' ? id : undefined)
  ctx.events.emit('send:balance-changed', {
    network: network as Caip2,
    ...(hash !== undefined && { hash }),
  })
}

/** Writes payments into the history, and tells the visitor and other plugins of them. */
export function createSubmissionListener(
  services: SendServices,
  sentTransactions: SentTransactions,
  tokens: TokenBalances,
  clearForm: (more?: Partial<SendState>) => void,
): SubmissionListener {
  const { ctx } = services
  const showToast = (
    key: string,
    sent: SentTransaction,
    variant: 'info' | 'error' = 'info',
  ): void => ctx.toasts.show({ variant, message: ctx.messages.text(key, shownParts(sent)) })
  return {
    onAsked: (asked) => void sentTransactions.add(asked),
    onSent(transaction, order, isAbandoned, asked) {
      rememberReceiver(ctx, order.network.namespace, order.receiver.address)
      const sent = sentTransactions.add(transaction, asked)
      ctx.events.emit('send:submitted', { transaction: sent })
      emitBalanceChanged(services, sent)
      if (isAbandoned) showToast('send.toastAfterAll', sent)
      if (activeAccountKey(order) !== activeAccountKey(services.activeAccount())) return sent
      // A visitor who has stopped waiting may be typing the next payment.
      if (!isAbandoned) clearForm({ loading: false, review: undefined })
      void tokens.load()
      return sent
    },
    onAbandoned(asked) {
      clearForm()
      showToast('send.toastUnanswered', asked)
    },
    onNotSent(asked, isAbandoned, error) {
      sentTransactions.dismiss(asked.id)
      if (!isAbandoned) return
      const isDeclined = isLatchkeyError(error, 'wallet.user_rejected')
      if (isDeclined) showToast('send.declined', asked)
      else showToast('send.toastFailed', asked, 'error')
    },
  }
}
