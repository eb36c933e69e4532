import { Icon, Row, showHidden, Text, type IconName } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { SentTransaction } from '../api.js'
import { shownParts } from '../form/nfts.js'

type Status = SentTransaction['status']
/** Message keys and icon of each status; `announcement` is for screen readers. */
export const STATUSES: Readonly<
  Record<
    Status,
    { k: string; icon: IconName; text: string; announcement: string; className?: string }
  >
> = {
  unanswered: {
    k: 'send.statusUnanswered',
    icon: 'wallet',
    text: 'send.statusUnansweredText',
    announcement: 'send.statusUnanswered',
  },
  pending: {
    k: 'send.statusPending',
    icon: 'loading',
    text: 'send.statusPendingText',
    announcement: 'send.statusPending',
  },
  success: {
    k: 'send.statusSuccess',
    icon: 'check',
    text: 'send.statusSuccessText',
    announcement: 'send.toastSuccess',
  },
  failed: {
    k: 'send.statusFailed',
    icon: 'warning',
    text: 'send.statusFailedText',
    announcement: 'send.toastFailed',
    className: 'error',
  },
  replaced: {
    k: 'send.statusReplaced',
    icon: 'info',
    text: 'send.statusReplacedText',
    announcement: 'send.toastReplaced',
  },
  dropped: {
    k: 'send.statusDropped',
    icon: 'warning',
    text: 'send.statusDroppedText',
    announcement: 'send.toastDropped',
    className: 'error',
  },
}

/** The newest transaction, and how many there are. */
export function SentRow({
  transaction,
  count,
  onClick,
}: {
  transaction: SentTransaction
  count: number
  onClick(): void
}): ReactNode {
  const { k, icon, className } = STATUSES[transaction.status]
  const { amount, symbol } = shownParts(transaction)
  return (
    <Row
      start={
        <span className={className}>
          <Icon name={icon} />
        </span>
      }
      end={
        <>
          {count > 1 && <bdi>{count}</bdi>}
          <Icon name="next" />
        </>
      }
      onClick={onClick}
      note={
        <bdi dir="ltr">
          {showHidden(amount)}&nbsp;{showHidden(symbol)}
        </bdi>
      }
    >
      <Text k={k} />
    </Row>
  )
}
