import {
  createNonce,
  frameOffer,
  isFrameAccepted,
  isFrameReady,
  type FrameReady,
} from '../protocol/index.js'

/** Where a handshake stands: nothing came, a port was offered, the frame has taken it. */
export type HandshakeState = 'waiting' | 'offered' | 'connected'

export interface Handshake {
  readonly state: HandshakeState
  /** The frame's document was replaced: waits for the ready event of the next one. */
  restart(): void
  dispose(): void
}

interface Options {
  /** The exact origin of the frame. */
  origin: string
  /** The frame's window, `null` while it is not in a document. */
  source(): Window | null
  /** The ready event came. */
  onReady(): void
  /** The handshake is complete; everything else goes through the port. */
  onConnected(port: MessagePort): void
  /** A message of the port after the handshake. */
  onMessage(data: unknown): void
  /** The page's window. */
  page?: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/**
 * Takes the ready event from the frame's window and origin alone, offers a port to that origin alone,
 * and waits until the frame has taken it. One document of the frame has one handshake.
 */
export function createHandshake(options: Options): Handshake {
  const { origin, source, page = window } = options
  let state: HandshakeState = 'waiting'
  let port: MessagePort | undefined
  let current: string | undefined
  // A new document may say ready before the page hears that the old one is gone.
  let next: FrameReady | undefined

  const close = (): void => {
    if (port) port.onmessage = null
    port?.close()
    port = undefined
  }
  const offer = ({ nonce: frameNonce }: FrameReady): void => {
    const target = source()
    if (!target) return
    const { port1, port2 } = new MessageChannel()
    const nonce = createNonce()
    state = 'offered'
    current = frameNonce
    port = port1
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (state === 'connected') options.onMessage(data)
      else if (isFrameAccepted(data) && data.nonce === nonce) {
        state = 'connected'
        options.onConnected(port1)
      }
    }
    options.onReady()
    target.postMessage(frameOffer(nonce, frameNonce), origin, [port2])
  }
  const listener = (event: MessageEvent<unknown>): void => {
    if (event.origin !== origin || event.source !== source() || !event.source) return
    if (!isFrameReady(event.data)) return
    if (state === 'waiting') offer(event.data)
    else if (event.data.nonce !== current) next = event.data
  }
  page.addEventListener('message', listener as (event: Event) => void)
  return {
    get state() {
      return state
    },
    restart() {
      close()
      state = 'waiting'
      const ready = next
      next = undefined
      if (ready) offer(ready)
    },
    dispose() {
      page.removeEventListener('message', listener as (event: Event) => void)
      close()
    },
  }
}
