import { Icon, Row, Text, type IconName } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { SentTransaction } from '../api.js'

type Status = SentTransaction['status']
export const STATUS: Readonly<Record<Status, { k: string; icon: IconName; text: string; className?: string }>> = {
  pending: { k: 'send.statusPending', icon: 'loading', text: 'send.statusPendingText' },
  success: { k: 'send.statusSuccess', icon: 'check', text: 'send.statusSuccessText' },
  failed: { k: 'send.statusFailed', icon: 'warning', text: 'send.statusFailedText', className: 'error' },
  replaced: { k: 'send.statusReplaced', icon: 'info', text: 'send.statusReplacedText' },
  dropped: { k: 'send.statusDropped', icon: 'warning', text: 'send.statusDroppedText', className: 'error' },
}

/** The newest of what was sent. */
export function SentRow({ transaction: { amount, symbol, status }, count, onClick }: { transaction: SentTransaction; count: number; onClick(): void }): ReactNode {
  const { k, icon, className } = STATUS[status]
  return (
    <Row start={<span className={className}><Icon name={icon} /></span>} end={<>{count > 1 && <bdi>{count}</bdi>}<Icon name="next" /></>} onClick={onClick} note={<bdi dir="ltr">{amount}&nbsp;{symbol}</bdi>}>
      <Text k={k} />
    </Row>
  )
}
