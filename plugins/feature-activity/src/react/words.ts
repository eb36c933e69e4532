import type { IconName } from '@latchkey/ui-react/kit'
import type { Doubt, PendingTransaction } from '../api.js'
import type { Deed } from '../entries/story.js'

/** Message keys of what happened. */
export const DEEDS = {
  sent: 'activity.sent',
  received: 'activity.received',
  swapped: 'activity.swapped',
  moved: 'activity.moved',
  minted: 'activity.minted',
  burned: 'activity.burned',
  approved: 'activity.approved',
  deployed: 'activity.deployed',
  executed: 'activity.executed',
} as const satisfies Record<Deed, string>

/** An address as the family's adapter shortens it. Never compare shortened addresses. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 6)}…${address.slice(-4)}`

/** Message keys of doubts. */
export const DOUBTS = {
  zeroValue: 'activity.zeroValue',
  lookalike: 'activity.lookalike',
  spelling: 'activity.spelling',
  link: 'activity.link',
  dust: 'activity.dust',
} as const satisfies Record<Doubt, string>

/** Message keys and icons of what this page sent; `text` says more. */
export const STATUSES: Readonly<
  Record<
    PendingTransaction['status'],
    { k: string; icon: IconName; text?: string; className?: string }
  >
> = {
  pending: { k: 'activity.statusPending', icon: 'loading' },
  success: { k: 'activity.statusSuccess', icon: 'check' },
  failed: {
    k: 'activity.statusFailed',
    icon: 'warning',
    text: 'activity.failedText',
    className: 'error',
  },
  replaced: { k: 'activity.statusReplaced', icon: 'info', text: 'activity.replacedText' },
  dropped: {
    k: 'activity.statusDropped',
    icon: 'warning',
    text: 'activity.droppedText',
    className: 'error',
  },
}
