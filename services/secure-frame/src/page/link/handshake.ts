import { frameAccepted, frameReady, isFrameOffer } from '@latchkey/embedded-wallet/protocol'
import type { Early } from '../../contract/early.js'

/** The page around the frame, after the handshake. */
export interface Parent {
  /** Its origin as the browser says it: nothing that the page can choose. */
  origin: string
  port: MessagePort
}

interface Options {
  self: Window
  /** The page's first script, which has posted the ready event. */
  early: Early
  /** Whether a page of that origin may talk to the frame. */
  isAllowed: (origin: string) => boolean
}

/** ms after which a page that offers no port is told again that the frame is ready. */
const SAY_AGAIN_MS = 1_000

/** Chromium and WebKit tell every ancestor. Elsewhere `frame-ancestors` alone sees to them. */
const ancestorsOf = (self: Window): readonly string[] =>
  Array.from((self.location as Partial<Location>).ancestorOrigins ?? [])

/**
 * Waits for the parent's port. One offer is taken: of the parent itself, of an origin of the project, with
 * the nonce of this document and one port. Anything else gets no answer.
 */
export function awaitParent({ self, early, isAllowed }: Options): Promise<Parent> {
  const { nonce } = early
  return new Promise((resolve) => {
    let isTaken = false
    const listen = ({ data, origin, source, ports }: MessageEvent): void => {
      const [port] = ports
      if (
        isTaken ||
        source !== self.parent ||
        !isAllowed(origin) ||
        !ancestorsOf(self).every(isAllowed)
      )
        return
      if (!isFrameOffer(data) || data.frameNonce !== nonce || !port || ports.length > 1) return
      isTaken = true
      self.removeEventListener('message', listen)
      clearInterval(saying)
      port.postMessage(frameAccepted(data.nonce))
      resolve({ origin, port })
    }
    self.addEventListener('message', listen)
    // The nonce names this document and opens nothing, so that any parent may read it.
    const sayReady = (): void => self.parent.postMessage(frameReady(nonce), '*')
    // Chromium loses a message of a frame while its page opens a window.
    const saying = setInterval(sayReady, SAY_AGAIN_MS)
    early.take().forEach(listen)
  })
}
