import { isLatchkeyError } from '@latchkey/plugin-api'
import { useState } from 'react'
import type { EmbeddedApi } from '../api.js'
import type { Social } from '../socials.js'
import { hasWindow, openPopup } from '../login/openPopup.js'

/**
 * Gives the handler of a click on a social account: it opens the window in the task of the click.
 * @returns `failure` is of a sign-in that did not begin, as where a script was not loaded; that of any
 * other is in the state
 */
export function useSignInWith(api: EmbeddedApi): {
  signInWith(provider: Social): void
  failure: unknown
} {
  const [failure, setFailure] = useState<unknown>()
  const signInWith = (provider: Social): void => {
    let popup: Window | null | undefined
    const open = (): Window | null => (popup === undefined ? (popup = openPopup()) : popup)
    setFailure(undefined)
    const signedIn = api.signInWith(provider, open)
    // Where the sign-in is still being loaded, the window does not wait for it.
    if (hasWindow(provider)) open()
    signedIn.catch((error: unknown) => {
      // The window may be that of the next sign-in by now.
      if (isLatchkeyError(error, 'embedded.aborted')) return
      popup?.close()
      if (api.state.get().social.status === 'idle') setFailure(error)
    })
  }
  return { signInWith, failure }
}
