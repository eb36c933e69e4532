import type { IconName } from '../../kit/controls/Icon.js'
import { wordsOf } from '../../kit/text/errorText.js'

/** The texts for a step or an outcome of a connect. */
interface Words {
  title: string
  text: string
  retry?: string
  mark?: IconName
  /** Whether the error is shown with its details. */
  isAlarm?: boolean
}

const STEPS: Readonly<Record<string, Words>> = {
  opening: { title: 'ui.opening', text: 'ui.openingText' },
  confirm: { title: 'ui.confirmIn', text: 'ui.confirmText' },
  signing: { title: 'ui.signIn', text: 'ui.signInText' },
  code: { title: 'ui.confirmIn', text: 'ui.codeText' },
}
const FAILED_TITLE = 'errors.wallet.connect_failed'
const FAILURES: Readonly<Record<string, Words>> = {
  'wallet.user_rejected': {
    title: 'errors.wallet.user_rejected',
    text: 'ui.youCancelled',
    retry: 'ui.retry',
    mark: 'close',
  },
  'wallet.popup_closed': {
    title: 'errors.wallet.popup_closed',
    text: 'ui.youClosed',
    retry: 'ui.retry',
    mark: 'close',
  },
  'wallet.request_pending': {
    title: 'ui.pending',
    text: 'ui.pendingText',
    retry: 'ui.retry',
    mark: 'info',
  },
  'wallet.popup_blocked': {
    title: 'ui.popupBlocked',
    text: 'ui.popupBlockedText',
    retry: 'ui.openWallet',
    mark: 'external',
  },
}
const FAILED: Words = {
  title: FAILED_TITLE,
  text: '',
  retry: 'ui.retry',
  mark: 'warning',
  isAlarm: true,
}
const OFFLINE: Words = {
  title: 'ui.offline',
  text: 'ui.offlineText',
  retry: 'ui.retry',
  mark: 'warning',
}

/** The texts for an attempt at a step, or for its error. */
export function textsFor(error: unknown, step: string): Words {
  if (error === undefined)
    return (
      (Object.hasOwn(STEPS, step) ? STEPS[step] : undefined) ?? {
        title: 'ui.opening',
        text: 'ui.waitingText',
      }
    )
  const { code } = wordsOf(error)
  const known = code !== undefined && Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined
  return known ?? (navigator.onLine ? FAILED : OFFLINE)
}
