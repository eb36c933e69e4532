import type { Receiver } from '../api.js'

/** Whether the address, or the name that leads to it, looks like one that the visitor knows. */
export const isLookalike = ({ lookalike, similarName }: Receiver & { status: 'ok' }): boolean =>
  lookalike !== undefined || similarName !== undefined

/** Whether the receiver looks like a known one and the visitor has not accepted it. */
export const isBlocked = (receiver: Receiver): boolean =>
  receiver.status === 'ok' && isLookalike(receiver) && !receiver.isLookalikeAccepted
