import { loadFailed, noPlace } from '../errors.js'
import {
  isFrameReply,
  parseFrameMessage,
  type FrameEvent,
  type FrameNotice,
  type FramePayload,
  type FrameSuccess,
} from '../protocol/index.js'
import { createFrameElement } from './frameElement.js'
import { createHandshake } from './handshake.js'
import { createRequests } from './requests.js'
import { CHECK_MS, LOAD_MS, PLACE_MS, SETTLE_MS } from './timing.js'

/** The reports of a frame that did not load, and of a request without an answer. */
export type FrameTimeout = 'iframe_load_failed' | 'iframe_request_timeout'

export interface FrameOptions {
  /** Of the frame's page, with its query. */
  address: URL
  /** Puts the frame into the document, where it stays until `dispose`. */
  mount(element: HTMLIFrameElement): void
  /** Whether the page has, or will have, a place for the frame. */
  hasPlace(): boolean
  /**
   * Asks the service why it does not load. Rejects where no such service is there.
   * @returns `undefined` where the service knows nothing, or has not answered yet
   */
  check(signal: AbortSignal): Promise<string | undefined>
  /** The frame is ready: at first, and after each reload. */
  onReady(): void
  /** A message of the frame that answers nothing. */
  onNotice(notice: FrameNotice): void
  onTimeout(report: FrameTimeout): void
}

/** The secure frame of one page. */
export interface SecureFrame {
  readonly element: HTMLIFrameElement
  /** Whether the handshake is complete and the frame has settled. */
  readonly initialised: boolean
  /** Resolves when the frame is ready. @throws `embedded.load_failed`, `embedded.no_place` */
  ready(): Promise<void>
  /**
   * Posts a request as soon as the frame is ready.
   * @throws `embedded.load_failed`, `embedded.no_place`, and what `FrameRequests.ask` throws
   */
  request<E extends FrameEvent>(
    event: E,
    payload: FramePayload<E>,
    signal?: AbortSignal,
    onSubmitted?: () => void,
  ): Promise<FrameSuccess<E>>
  /** Takes the frame out of the page; what waits is rejected. */
  dispose(): void
}

/** Waits that end with the loading, whichever way it ends. */
interface Loading {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

function createLoading(): Loading {
  let resolve = (): void => undefined
  let reject = (_error: unknown): void => undefined
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  // A frame that nobody waits for may fail.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}

class Frame implements SecureFrame {
  readonly element: HTMLIFrameElement
  readonly #options: FrameOptions
  readonly #handshake
  readonly #requests
  #port: MessagePort | undefined
  #loading = createLoading()
  #ends = new AbortController()
  #readyAt = 0
  #documents = 0
  #isReady = false
  /** Whether it is ready or has failed. */
  #isSettled = false

  constructor(options: FrameOptions) {
    this.#options = options
    const { address, mount } = options
    this.element = createFrameElement(address)
    this.#requests = createRequests(
      (message) => this.#port?.postMessage(message),
      () => options.onTimeout('iframe_request_timeout'),
    )
    this.#handshake = createHandshake({
      origin: address.origin,
      source: () => this.element.contentWindow,
      onReady: () => void (this.#readyAt = performance.now()),
      onConnected: (port) => this.#connect(port),
      onMessage: (data) => this.#receive(data),
    })
    this.element.addEventListener('load', this.#onLoad)
    this.element.addEventListener('error', () => this.#fail(loadFailed(address.href)))
    this.#watchLoading()
    mount(this.element)
  }

  get initialised(): boolean {
    return this.#isReady
  }

  ready(): Promise<void> {
    return this.#loading.promise
  }

  async request<E extends FrameEvent>(
    event: E,
    payload: FramePayload<E>,
    signal?: AbortSignal,
    onSubmitted?: () => void,
  ): Promise<FrameSuccess<E>> {
    // A request to a frame that is ready is posted in the same task.
    if (!this.#isReady) await this.#loading.promise
    return this.#requests.ask(event, payload, signal, onSubmitted)
  }

  dispose(): void {
    this.#fail(loadFailed(this.#options.address.href))
    this.#handshake.dispose()
    this.#requests.rejectAll()
    this.element.removeEventListener('load', this.#onLoad)
    this.element.remove()
  }

  /** The first document loads once; each further load is a new document. */
  readonly #onLoad = (): void => {
    this.#documents += 1
    if (this.#documents === 1) return
    this.#port = undefined
    this.#requests.rejectAll()
    if (this.#isSettled) this.#loading = createLoading()
    this.#isSettled = this.#isReady = false
    this.#watchLoading()
    this.#handshake.restart()
  }

  #connect(port: MessagePort): void {
    this.#port = port
    const passed = performance.now() - this.#readyAt
    this.#after(Math.max(0, SETTLE_MS - passed), () => {
      this.#ends.abort()
      this.#isSettled = this.#isReady = true
      this.#loading.resolve()
      this.#options.onReady()
    })
  }

  #receive(data: unknown): void {
    const message = parseFrameMessage(data)
    if (!message) return
    if (isFrameReply(message)) return this.#requests.settle(message)
    if (message.type === 'show frame') this.#requests.extend()
    if (message.type === 'request submitted') return this.#requests.submitted(message.of)
    this.#options.onNotice(message)
  }

  #watchLoading(): void {
    this.#ends.abort()
    this.#ends = new AbortController()
    const { address, hasPlace, check } = this.#options
    this.#after(LOAD_MS, () => this.#failLoading())
    this.#after(PLACE_MS, () => {
      if (!this.element.isConnected && !hasPlace()) this.#fail(noPlace())
    })
    this.#after(CHECK_MS, () => {
      const { signal } = this.#ends
      if (this.element.isConnected && this.#handshake.state !== 'connected')
        void check(signal).then(
          (reason) => {
            if (reason !== undefined && !signal.aborted)
              this.#fail(loadFailed(address.href, reason))
          },
          () => !signal.aborted && this.#failLoading(),
        )
    })
  }

  /** Runs after ms, unless the loading has ended by then. */
  #after(ms: number, run: () => void): void {
    const timer = setTimeout(run, ms)
    this.#ends.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  #failLoading(): void {
    this.#fail(loadFailed(this.#options.address.href))
    this.#options.onTimeout('iframe_load_failed')
  }

  #fail(error: unknown): void {
    this.#ends.abort()
    this.#isSettled = true
    this.#loading.reject(error)
  }
}

/** Makes the frame and puts it into the page. */
export const createFrame = (options: FrameOptions): SecureFrame => new Frame(options)
