import { LatchkeyError } from '@latchkey/plugin-api'

/** An app that does not open within this time counts as not installed. */
const OPEN_TIMEOUT_MS = 2_000

/**
 * The address of this page for a wallet's browser: origin and path. Query and hash are left out, as
 * they may hold invitations, tokens and searches, and the link passes through another host.
 */
export const pageLink = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string =>
  `${origin}${pathname}`

/** Telegram's object on the window of a page inside it, where it opens links and a page no windows. */
const telegram = () =>
  (window as { Telegram?: { WebApp?: { openLink?(link: string): void } } }).Telegram?.WebApp

/**
 * Opens an app in the task of the visitor's tap. The app opens this page anew in its own browser, so
 * nothing is connected here: the promise never resolves.
 * @throws `wallet.not_installed` where the page still shows and has the focus after 2 s,
 * `wallet.popup_closed` when the visitor is back, `kernel.aborted`
 */
export function openApp(
  link: string,
  { id, name }: { id: string; name: string },
  signal: AbortSignal,
): Promise<never> {
  return new Promise((_, reject) => {
    const context = { connectorId: id }
    const end = (error: LatchkeyError): void => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('blur', onLeave)
      window.removeEventListener('focus', onReturn)
      signal.removeEventListener('abort', abort)
      reject(error)
    }
    const abort = (): void =>
      end(
        new LatchkeyError('kernel.aborted', `Opening ${name} was given up.`, {
          cause: signal.reason,
        }),
      )
    let wasAway = false
    // A desktop app opens beside the page, or over a part of it: the tab stays visible and blurs.
    const onLeave = (): void => void (wasAway = true)
    const onReturn = (): void => {
      if (document.visibilityState === 'hidden') onLeave()
      else if (wasAway)
        end(
          new LatchkeyError(
            'wallet.popup_closed',
            `The visitor came back from ${name}: the page is open there.`,
            { context },
          ),
        )
    }
    const notInstalled = (cause?: unknown): void =>
      end(
        new LatchkeyError(
          'wallet.not_installed',
          `${name} did not open within ${OPEN_TIMEOUT_MS} ms: it is not installed.`,
          { context, cause },
        ),
      )
    const timer = setTimeout(() => wasAway || notInstalled(), OPEN_TIMEOUT_MS)
    if (signal.aborted) return abort()
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('blur', onLeave)
    window.addEventListener('focus', onReturn)
    signal.addEventListener('abort', abort)
    try {
      const [app, isUniversal] = [telegram(), link.startsWith('https:')]
      if (isUniversal && app?.openLink) app.openLink(link)
      // A link with the app's own scheme does not navigate the page.
      else window.open(link, isUniversal ? '_blank' : '_self', 'noopener,noreferrer')
    } catch (error) {
      notInstalled(error)
    }
  })
}
