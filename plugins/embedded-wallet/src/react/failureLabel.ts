import { isLatchkeyError } from '@latchkey/plugin-api'
import { useErrorText, type Label } from '@latchkey/ui-react/kit'

/** The texts of the frame's reasons, which have one in each language. */
const REASONS: Readonly<Record<string, string>> = {
  code_wrong: 'embedded.codeWrong',
  denied: 'embedded.denied',
  expired: 'embedded.over',
  no_attempt: 'embedded.over',
  mail_failed: 'embedded.mailFailed',
  wallet_closed: 'embedded.walletClosed',
  unreachable: 'embedded.unreachable',
  rate_limited: 'embedded.tooMany',
  email: 'errors.embedded.invalid_email',
}
const MINUTE_S = 60

/** The frame's word for a failure. */
export const reasonOf = (error: unknown): string | undefined =>
  isLatchkeyError(error, 'embedded.request_failed') ? error.context.reason : undefined

/**
 * Gives the text of a failure. Where the frame names a reason that is not known here, its own message
 * is shown as it stands.
 */
export function useFailureLabel(): (error: unknown) => Label | undefined {
  const textOf = useErrorText()
  return (error) => {
    if (error === undefined || isLatchkeyError(error, 'embedded.aborted')) return undefined
    if (!isLatchkeyError(error, 'embedded.request_failed')) return textOf(error)
    const { reason = '', retryAfter = 0 } = error.context
    if (!Object.hasOwn(REASONS, reason)) return error.message
    const minutes = Math.max(1, Math.ceil(retryAfter / MINUTE_S))
    return { k: REASONS[reason]!, params: { minutes } }
  }
}
