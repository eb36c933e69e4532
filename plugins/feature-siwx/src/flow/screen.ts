import { isLatchkeyError } from '@latchkey/plugin-api'
import type { Subject } from './subject.js'
import type { Context } from '../types.js'
import { VIEW } from '../viewId.js'

/** The parts of the modal that signing in uses: its view and the toasts. */
export interface Screen {
  isShown(): boolean
  show(): void
  /** Closes the modal where the view is on top. Where a guard refuses that, the view is left. */
  close(): void
  /** Leaves the view for the first one, where it is on top. */
  reset(): void
  showFailure(error: unknown, subject: Subject): void
  showStartFailure(): void
}

export function createScreen({ router, modal, toasts, messages }: Context): Screen {
  const isOnTop = (): boolean => router.get().at(-1)?.view === VIEW
  const reset = (): void => {
    if (isOnTop()) router.reset('Connect')
  }
  const showError = (key: string): void =>
    toasts.show({ variant: 'error', message: messages.text(key) })
  return {
    isShown: isOnTop,
    // `open` makes this the only view. Without a view behind it, Back asks the close guard.
    show() {
      if (!isOnTop() || !modal.get().open) modal.open(VIEW)
    },
    close() {
      if (!isOnTop()) return
      modal.close()
      reset()
    },
    reset,
    showFailure: (error, { account }) =>
      showError(
        account.type === 'smartAccount'
          ? 'siwx.smartAccount'
          : isLatchkeyError(error, 'wallet.user_rejected')
            ? 'siwx.declined'
            : 'siwx.failed',
      ),
    showStartFailure: () => showError('errors.siwx.start_failed'),
  }
}
