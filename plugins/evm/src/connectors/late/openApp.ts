import { LatchkeyError } from '@latchkey/plugin-api'

/** ms after which an app that did not come up counts as missing. */
const PATIENCE = 2_000

/**
 * This page as another host may learn of it: the wallet's browser opens it anew, so the path goes along.
 * Query and hash stay: invitations, tokens and what a visitor searched for stand there.
 */
export const pageLink = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string =>
  `${origin}${pathname}`

/**
 * Opens an app in the task of the visitor's tap. It opens this page anew in a browser of its own, so nothing is connected here.
 * @throws `wallet.not_installed` where the page still shows and has the focus after 2 s, `wallet.popup_closed` when the visitor is back, `kernel.aborted`
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
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', look)
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
    // An app of the desktop comes up beside the page, or over a part of it, and hides no tab.
    const leave = (): void => void (wasAway = true)
    const look = (): void => {
      if (document.visibilityState === 'hidden') leave()
      else if (wasAway)
        end(
          new LatchkeyError(
            'wallet.popup_closed',
            `The visitor came back from ${name}: the page is open there.`,
            { context },
          ),
        )
    }
    const miss = (cause?: unknown): void =>
      end(
        new LatchkeyError(
          'wallet.not_installed',
          `${name} did not open within ${PATIENCE} ms: it is not installed.`,
          { context, cause },
        ),
      )
    const timer = setTimeout(() => wasAway || miss(), PATIENCE)
    if (signal.aborted) return abort()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', look)
    signal.addEventListener('abort', abort)
    try {
      // A scheme of its own leaves the page where it is.
      window.open(link, link.startsWith('https:') ? '_blank' : '_self', 'noopener,noreferrer')
    } catch (error) {
      miss(error)
    }
  })
}
