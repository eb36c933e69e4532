import { signInOf } from '@latchkey/plugin-api/describe'
import { refuse } from '../../keys/errors.js'

/**
 * A message to sign in is for the page that asks, and for no other (EIP-4361 and the formats made after
 * it): a page could sign in elsewhere with another one.
 * @param host of the page that asks
 * @throws KeysError `refused`
 */
export function checkDomain(text: string, host: string): void {
  const domain = signInOf(text)?.domain
  if (domain !== undefined && domain.toLowerCase() !== host)
    refuse('The message signs in to another website.')
}
