import { Icon, Row, showHidden, Text, type IconName } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { SentTransaction } from '../api.js'

type Status = SentTransaction['status']
export const STATUS: Readonly<
  Record<Status, { k: string; icon: IconName; text: string; said: string; className?: string }>
> = {
  unanswered: {
    k: 'send.statusUnanswered',
    icon: 'wallet',
    text: 'send.statusUnansweredText',
    said: 'send.statusUnanswered',
  },
  pending: {
    k: 'send.statusPending',
    icon: 'loading',
    text: 'send.statusPendingText',
    said: 'send.statusPending',
  },
  success: {
    k: 'send.statusSuccess',
    icon: 'check',
    text: 'send.statusSuccessText',
    said: 'send.toastSuccess',
  },
  failed: {
    k: 'send.statusFailed',
    icon: 'warning',
    text: 'send.statusFailedText',
    said: 'send.toastFailed',
    className: 'error',
  },
  replaced: {
    k: 'send.statusReplaced',
    icon: 'info',
    text: 'send.statusReplacedText',
    said: 'send.toastReplaced',
  },
  dropped: {
    k: 'send.statusDropped',
    icon: 'warning',
    text: 'send.statusDroppedText',
    said: 'send.toastDropped',
    className: 'error',
  },
}

/** The newest of what was sent. */
export function SentRow({
  transaction: { amount, symbol, status },
  count,
  onClick,
}: {
  transaction: SentTransaction
  count: number
  onClick(): void
}): ReactNode {
  const { k, icon, className } = STATUS[status]
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
          {amount}&nbsp;{showHidden(symbol)}
        </bdi>
      }
    >
      <Text k={k} />
    </Row>
  )
}
