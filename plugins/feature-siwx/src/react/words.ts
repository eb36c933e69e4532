import { isLatchkeyError, type MessageParams } from '@latchkey/plugin-api'
import type { SignRequest, SiwxState } from '../types.js'

interface Words {
  title: string
  /** Message key. Without one the error's own text is shown, if there is an error. */
  text?: string
  params: MessageParams
  /** The visitor has to wait: for the wallet, or for the store. */
  isWaiting?: true
  /** The last try failed. */
  isAlarm?: true
  /** It failed by a fault, not by the visitor's choice. */
  isError?: true
}

/** Codes that a server answers where its clock and the visitor's differ. */
const OF_TIME: readonly string[] = ['siwx.expired', 'siwx.not_yet_valid']
const WAITING: Readonly<Partial<Record<SiwxState['status'], string>>> = {
  signing: 'siwx.confirm',
  verifying: 'siwx.verifying',
  leaving: 'siwx.leaving',
}

/** The title and the text at the top of the view. */
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
