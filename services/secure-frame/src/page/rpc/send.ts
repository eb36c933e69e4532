import { FrameError } from '../link/errors.js'
import { isAway } from './nodeErrors.js'
import type { Step } from './prepared.js'

/** The person gave up on a node that did not say whether it took the transaction. */
const unknownOutcome = (): FrameError =>
  new FrameError(
    'The transaction was signed, and the network did not say whether it has it. It may still be carried out.',
    { code: -32_603, reason: 'transaction_unknown' },
  )

/**
 * Sends what is signed. While no node answers, the person may have the same bytes sent again: nothing is
 * signed a second time.
 * @param isPartLate whether parts before were sent: then a refusal too is put before the person
 * @returns whether a node took it; false only where parts before were sent
 * @throws FrameError where a node refused it, or it is unknown whether one took it
 */
export async function send(
  transmit: () => Promise<void>,
  { askRetry }: Step,
  isPartLate = false,
): Promise<boolean> {
  for (;;) {
    try {
      await transmit()
      return true
    } catch (error) {
      if (!isAway(error) && !isPartLate) throw error
      if (await askRetry(error)) continue
      if (isPartLate) return false
      throw unknownOutcome()
    }
  }
}
