import { isLatchkeyError, type MessageParams } from '@latchkey/plugin-api'
import { useErrorText, type Label } from '@latchkey/ui-react/kit'

/** The texts of the frame's reasons, which have one in each language. */
const REASONS: Readonly<Record<string, string>> = {
  code_wrong: 'embedded.codeWrong',
  denied: 'embedded.denied',
  expired: 'embedded.over',
  no_attempt: 'embedded.over',
  question_over: 'embedded.socialOver',
  mail_failed: 'embedded.mailFailed',
  wallet_closed: 'embedded.walletClosed',
  unreachable: 'embedded.unreachable',
  store: 'embedded.unreachable',
  keeper: 'embedded.keeperAway',
  rate_limited: 'embedded.tooMany',
  changed: 'embedded.changed',
  email_taken: 'embedded.emailTaken',
  email: 'errors.embedded.invalid_email',
}
const MINUTE_S = 60

/** The frame's words for a failure. */
const wordsOf = (error: unknown): { reason?: string; retryAfter?: number } =>
  isLatchkeyError(error, 'embedded.request_failed') ||
  isLatchkeyError(error, 'embedded.social_not_started') ||
  isLatchkeyError(error, 'embedded.farcaster_failed')
    ? error.context
    : {}

/** The frame's word for a failure. */
export const reasonOf = (error: unknown): string | undefined => wordsOf(error).reason

/** Texts of reasons that a view has of its own, and values for their parameters. */
export interface OwnReasons {
  readonly texts: Readonly<Record<string, string>>
  readonly params?: MessageParams
}

/**
 * Gives the text of a failure. Where the frame names a reason that is not known here, its own message
 * is shown as it stands.
 */
export function useFailureLabel(own?: OwnReasons): (error: unknown) => Label | undefined {
  const textOf = useErrorText()
  return (error) => {
    if (error === undefined || isLatchkeyError(error, 'embedded.aborted')) return undefined
    const { reason = '', retryAfter = 0 } = wordsOf(error)
    const texts = { ...REASONS, ...own?.texts }
    if (!Object.hasOwn(texts, reason))
      return isLatchkeyError(error, 'embedded.request_failed') ? error.message : textOf(error)
    const minutes = Math.max(1, Math.ceil(retryAfter / MINUTE_S))
    return { k: texts[reason]!, params: { minutes, ...own?.params } }
  }
}
