import { isLatchkeyError, type LatchkeyError } from '@latchkey/plugin-api'
import type { SentTransaction } from '../api.js'
import type { SendServices } from '../services/sendServices.js'
import { linkSignals } from '../services/timing.js'
import type { Order } from './demandOrder.js'
import type { PendingReview } from './pendingReview.js'
import type { SubmissionListener } from './submissionListener.js'

type Outcome = 'success' | 'error' | 'cancel'

/** The payment for which the form waits. */
export interface ActiveSubmission extends PendingReview {
  stop(reason: LatchkeyError): void
  /** Closes the views of this payment. */
  closeViews(outcome: Outcome): void
}

/** Errors by which the visitor or the page ended the payment: the form shows no error. */
const CANCEL_CODES = [
  'wallet.user_rejected',
  'wallet.account_changed',
  'kernel.aborted',
  'kernel.disposed',
] as const
/** Errors by which a request ended before the wallet's answer came: the wallet may still send. */
const UNCLEAR_CODES = [
  'wallet.account_changed',
  'wallet.disconnected',
  'kernel.aborted',
  'kernel.disposed',
  'kernel.timed_out',
] as const
const hasCode = (
  codes: readonly Parameters<typeof isLatchkeyError>[1][],
  error: unknown,
): boolean => codes.some((code) => isLatchkeyError(error, code))

/**
 * Pushes the view in which the visitor agrees. Leaving it, or closing the modal, calls `onLeft`.
 * @returns a function that stops watching the view
 */
function pushReviewView({ router, modal }: SendServices['ctx'], onLeft: () => void): () => void {
  if (!modal.get().open) return () => undefined
  router.push('send.review')
  const key = router.get().at(-1)?.key
  return router.subscribe((stack) => {
    if (!stack.some((entry) => entry.key === key)) onLeft()
  })
}

/** Back to the account, for visitors who still look at a view of this plugin. */
function returnToAccount({ router, modal }: SendServices['ctx']): void {
  if (modal.get().open && router.get().at(-1)?.view.startsWith('send.')) router.reset('Account')
}

export interface ActivePayment {
  /** The payment for which the form waits. */
  get(): ActiveSubmission | undefined
  /** Starts a payment and shows its review. `onLeft`: the visitor has left the review. */
  begin(order: Order, onLeft: () => void): { submission: ActiveSubmission; end(): void }
  /** Frees the form, where it still waits for this payment. */
  finish(submission: ActiveSubmission, outcome: Outcome, error?: unknown): void
  /** The wallet has been asked, and nobody waits for its answer any more. */
  abandon(submission: ActiveSubmission, asked: SentTransaction): void
  /** Whether the payment with this signal was abandoned. */
  isAbandoned(signal: AbortSignal): boolean
  /** Ends a payment that failed: as failed, or as abandoned where the wallet may still send it. */
  fail(submission: ActiveSubmission, error: unknown): void
}

/** Keeps the one payment for which the form waits, with its views, and marks abandoned ones. */
export function createActivePayment(
  { ctx, slice }: SendServices,
  { onAbandoned, onNotSent }: SubmissionListener,
): ActivePayment {
  let active: ActiveSubmission | undefined
  const abandoned = new WeakSet<AbortSignal>()
  /** @returns whether the form still waited for this payment */
  const finish = (submission: ActiveSubmission, outcome: Outcome, error?: unknown): boolean => {
    if (active !== submission) return false
    active = undefined
    slice.set({ loading: false, review: undefined, ...(error !== undefined && { error }) })
    submission.closeViews(outcome)
    return true
  }
  const abandon: ActivePayment['abandon'] = (submission, asked) => {
    abandoned.add(submission.signal)
    if (finish(submission, 'cancel')) onAbandoned(asked)
  }
  return {
    abandon,
    finish,
    get: () => active,
    isAbandoned: (signal) => abandoned.has(signal),
    begin(order, onLeft) {
      const { signal, abort, end } = linkSignals(ctx.signal)
      slice.set({ loading: true, error: undefined })
      const submission: ActiveSubmission = {
        order,
        signal,
        stop: abort,
        closeViews: () => undefined,
      }
      active = submission
      const stopWatching = pushReviewView(ctx, onLeft)
      const transaction = ctx.router.transaction({ onSuccess: () => returnToAccount(ctx) })
      submission.closeViews = (outcome) => {
        stopWatching()
        transaction.settle(outcome)
      }
      return { submission, end }
    },
    fail(submission, error) {
      const { asked, signal, isSending } = submission
      const isStopped = signal.aborted
      // After the end of the kernel nothing is written any more: the storage holds the last state.
      if (asked && !ctx.signal.aborted) {
        const isUnclear =
          hasCode(UNCLEAR_CODES, error) ||
          (isSending && isLatchkeyError(error, 'wallet.bad_answer'))
        if (!isStopped && isUnclear) return abandon(submission, asked)
        onNotSent(asked, active !== submission, error)
      }
      finish(
        submission,
        hasCode(CANCEL_CODES, error) ? 'cancel' : 'error',
        isStopped || isLatchkeyError(error, 'wallet.account_changed') ? undefined : error,
      )
    },
  }
}
