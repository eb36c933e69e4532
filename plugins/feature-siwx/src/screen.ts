import { isLatchkeyError } from '@latchkey/plugin-api'
import type { Subject } from './subject.js'
import type { Context } from './types.js'

export const VIEW = 'SIWXSignMessage'

/** The modal, as far as signing in moves it. */
export interface Screen {
  isShown(): boolean
  show(): void
  /** Closes the modal where the view is on top. Whatever guards say, nobody stays on the view. */
  close(): void
  /** Leads from the view to the beginning, where it is on top. */
  reset(): void
  tellFailure(error: unknown, subject: Subject): void
  tellStartFailed(): void
}

export function createScreen({ router, modal, toasts, messages }: Context): Screen {
  const isOnTop = (): boolean => router.get().at(-1)?.view === VIEW
  const reset = (): void => {
    if (isOnTop()) router.reset('Connect')
  }
  const say = (key: string): void => toasts.show({ variant: 'error', message: messages.text(key) })
  return {
    isShown: isOnTop,
    // Alone on the stack: there is nothing to go back to, and Back asks the close guard.
    show() {
      if (!isOnTop() || !modal.get().open) modal.open(VIEW)
    },
    close() {
      if (!isOnTop()) return
      modal.close()
      reset()
    },
    reset,
    tellFailure: (error, { account }) =>
      say(
        account.type === 'smartAccount'
          ? 'siwx.smartAccount'
          : isLatchkeyError(error, 'wallet.user_rejected')
            ? 'siwx.declined'
            : 'siwx.failed',
      ),
    tellStartFailed: () => say('errors.siwx.start_failed'),
  }
}
