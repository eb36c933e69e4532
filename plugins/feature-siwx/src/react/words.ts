import { isLatchkeyError, type MessageParams } from '@latchkey/plugin-api'
import type { SignRequest, SiwxState } from '../types.js'

interface Words {
  title: string
  /** Message key; without one the error's own text is shown, if there is an error. */
  text?: string
  params: MessageParams
  /** Somebody else is to act: the wallet, the store. */
  isWaiting?: true
  /** The last try came to nothing. */
  isAlarm?: true
  /** By a fault, not by the visitor. */
  isError?: true
}

/** What a server says where its clock and the visitor's disagree. */
const OF_TIME: readonly string[] = ['siwx.expired', 'siwx.not_yet_valid']
const WAITING: Readonly<Partial<Record<SiwxState['status'], string>>> = {
  signing: 'siwx.confirm',
  verifying: 'siwx.verifying',
  leaving: 'siwx.leaving',
}

/** What the view says first. */
export function wordsFor(
  { status, error }: SiwxState,
  { data, wallet, account }: SignRequest,
): Words {
  const params = { domain: data.domain, wallet: wallet.name }
  const waiting = WAITING[status]
  if (waiting) return { title: waiting, params, isWaiting: true }
  if (error === undefined) return { title: 'siwx.heading', params }
  if (isLatchkeyError(error, 'wallet.user_rejected'))
    return { title: 'siwx.declined', text: 'siwx.declinedText', params, isAlarm: true }
  const failed: Words = { title: 'siwx.failed', params, isAlarm: true, isError: true }
  if (
    isLatchkeyError(error, 'http.unreachable') &&
    typeof navigator !== 'undefined' &&
    !navigator.onLine
  )
    return { ...failed, text: 'siwx.offlineText' }
  if (isLatchkeyError(error, 'siwx.server_refused') && OF_TIME.includes(error.context.serverCode))
    return { ...failed, text: 'siwx.clockText' }
  return account.type === 'smartAccount' ? { ...failed, text: 'siwx.smartAccount' } : failed
}
