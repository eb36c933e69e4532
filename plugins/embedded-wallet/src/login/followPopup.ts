import type { Social } from '../socials.js'
import { aborted, popupClosed, timedOut } from '../errors.js'

const POLL_MS = 1_000
/** ms in which a window that seems closed may still bring a result. */
const GRACE_MS = 15_000
/** ms that the service waits for a provider. */
const LOGIN_MS = 600_000

/**
 * Providers whose pages are opened in a browsing context group of their own (COOP): their window seems
 * closed to this page while it is open. This is known from their headers; it was not seen in a test.
 */
const SEVERING: ReadonlySet<Social> = new Set(['x', 'facebook'])

const MESSAGE = 'latchkey social result'

interface Needs {
  popup: Window
  provider: Social
  /** The origin of the secure frame's service. */
  origin: string | undefined
  isWebAddress(value: unknown): value is string
  /** Ends the following. */
  signal: AbortSignal
  /** Called with whether the window seems closed while the sign-in goes on. */
  onLost(isLost: boolean): void
}

/** A window in which a visitor signs in at a provider. */
export interface FollowedPopup {
  /**
   * The address of the result, once.
   * @throws `embedded.popup_closed`, `embedded.timed_out`, `embedded.aborted`
   */
  readonly result: Promise<string>
  /** Leads the window from its blank page to the provider. */
  go(uri: string): void
  /** Takes a result that came by another way than a message of the window. */
  take(uri: string): void
}

/** Follows the window until it brings a result. */
export function followPopup(needs: Needs): FollowedPopup {
  const { popup, provider, origin, signal, onLost } = needs
  let hasLeft = false
  let isLost = false
  let lostMs = 0
  let settle: (outcome: { uri: string } | { error: unknown }) => void = () => undefined
  const take = (uri: string): void => {
    // Before this sign-in has an address, a result is one of another sign-in.
    if (hasLeft) settle({ uri })
  }
  const onMessage = ({ origin: from, source, data }: MessageEvent<unknown>): void => {
    if (from !== origin || source !== popup || typeof data !== 'object' || !data) return
    const { type, uri, ...rest } = data as { type?: unknown; uri?: unknown }
    if (type !== MESSAGE || Object.keys(rest).length || !needs.isWebAddress(uri)) return
    take(uri)
  }
  const check = (): void => {
    const isClosed = popup.closed
    if (isClosed && !hasLeft) return settle({ error: popupClosed() })
    if (isClosed !== isLost) onLost((isLost = isClosed))
    if (!isClosed) lostMs = 0
    // A visitor who is in a window that is hidden from this page has the focus there.
    else if (!SEVERING.has(provider) && document.hasFocus()) lostMs += POLL_MS
    if (lostMs >= GRACE_MS) settle({ error: popupClosed() })
  }
  const result = new Promise<string>((resolve, reject) => {
    const onAbort = (): void => settle({ error: aborted('connect social') })
    const poll = setInterval(check, POLL_MS)
    const limit = setTimeout(
      () => settle({ error: timedOut('connect social', LOGIN_MS) }),
      LOGIN_MS,
    )
    settle = (outcome) => {
      clearInterval(poll)
      clearTimeout(limit)
      window.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
      if ('uri' in outcome) resolve(outcome.uri)
      else reject(outcome.error)
    }
    window.addEventListener('message', onMessage)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  const go = (uri: string): void => {
    if (popup.closed) return settle({ error: popupClosed() })
    hasLeft = true
    popup.location.href = uri
  }
  return { result, go, take }
}
