import { isLatchkeyError } from '@latchkey/plugin-api'
import { useErrorText } from '@latchkey/ui-react/kit'

/**
 * Gives the text of a failure. The frame's own message is shown as it stands: the frame speaks the
 * visitor's language.
 */
export function useFailureText(): (error: unknown) => string | undefined {
  const textOf = useErrorText()
  return (error) => {
    if (error === undefined || isLatchkeyError(error, 'embedded.aborted')) return undefined
    return isLatchkeyError(error, 'embedded.request_failed') ? error.message : textOf(error)
  }
}
