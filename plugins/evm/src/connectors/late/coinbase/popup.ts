import { LatchkeyError } from '@latchkey/plugin-api'
import { OwnFailure } from '@latchkey/plugin-api/wallet'
import { member } from '../listeners.js'

export type Ask = (message: Message) => Promise<unknown>
interface Message extends Readonly<Record<string, unknown>> {
  id: string
}

/** The window in which Coinbase's smart wallet asks its user. */
export interface Popup {
  /**
   * Opens the window in the caller's task, or focuses the one that is open.
   * @returns a function that posts a message to the window once it listens, and settles with the
   * answer; it throws `wallet.popup_closed` as soon as the window is closed
   * @throws `wallet.popup_blocked`
   */
  open(): Ask
  /** Closes the window and rejects all messages that wait. */
  close(): void
}

const ORIGIN = 'https://keys.coinbase.com'
/** Name and version of Coinbase's SDK, whose protocol is spoken here: the window expects both. */
const PROTOCOL = { sdkName: '@coinbase/wallet-sdk', sdkVersion: '4.3.7' }
/** The smart wallet only: a code to scan would need Coinbase's own socket. */
export const PREFERENCE = { options: 'smartWalletOnly' }
const SIZE = { width: 420, height: 540 }
/** Time between two checks whether the window is still open. */
const CLOSED_CHECK_MS = 500

/** The facts of this page that the window shows. The first chain is the one to begin with. */
export interface Site {
  appName: string
  appLogoUrl: string
  appChainIds: readonly number[]
}

const context = { connectorId: 'coinbaseWalletSDK' }
const popupClosed = (): OwnFailure =>
  new OwnFailure(
    new LatchkeyError(
      'wallet.popup_closed',
      'The window of the wallet was closed before it answered.',
      { context },
    ),
  )

/** Size and position of the window, over the middle of the page. */
const popupFeatures = ({
  innerWidth = 0,
  innerHeight = 0,
  screenX = 0,
  screenY = 0,
}: Window): string =>
  Object.entries({
    ...SIZE,
    left: Math.round((innerWidth - SIZE.width) / 2 + screenX),
    top: Math.round((innerHeight - SIZE.height) / 2 + screenY),
  })
    .map((pair) => pair.join('='))
    .join()

/**
 * Talks to one window alone: messages are posted to its origin only, and only messages from that
 * window and origin are read.
 */
export class CoinbasePopup implements Popup {
  readonly #page: Window
  readonly #site: () => Site
  readonly #unsent: Message[] = []
  readonly #waiting = new Map<
    string,
    { resolve(answer: unknown): void; reject(error: unknown): void }
  >()
  #popup: Window | null = null
  #isReady = false
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(page: Window, site: () => Site) {
    this.#page = page
    this.#site = site
  }

  open(): Ask {
    if (this.#isOpen()) this.#popup?.focus()
    else this.#start()
    const mine = this.#popup
    return (message) =>
      new Promise((resolve, reject) => {
        if (this.#popup !== mine || !this.#isOpen()) return reject(popupClosed())
        this.#waiting.set(message.id, { resolve, reject })
        this.#watch()
        if (this.#isReady) this.#post(message)
        else this.#unsent.push(message)
      })
  }
  readonly close = (): void => {
    const open = this.#popup
    this.#end()
    open?.close()
  }

  #start(): void {
    this.#end()
    const page = this.#page
    const url = new URL(`${ORIGIN}/connect`)
    for (const [name, value] of Object.entries({
      ...PROTOCOL,
      origin: page.location.origin,
      coop: 'undefined',
    }))
      url.searchParams.set(name, value)
    this.#popup = page.open(url.href, '_blank', popupFeatures(page))
    if (!this.#popup)
      throw new OwnFailure(
        new LatchkeyError(
          'wallet.popup_blocked',
          'The browser blocked the window of the wallet: open it in a click.',
          { context },
        ),
      )
    this.#watch()
  }
  #isOpen(): boolean {
    return this.#popup !== null && !this.#popup.closed
  }
  #post(message: object): void {
    this.#popup?.postMessage(message, ORIGIN)
  }
  #watch(): void {
    this.#page.addEventListener('message', this.#listen)
    this.#timer ??= setInterval(() => void (this.#isOpen() || this.#end()), CLOSED_CHECK_MS)
  }
  #stopListening(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#page.removeEventListener('message', this.#listen)
  }
  #end(): void {
    this.#stopListening()
    this.#popup = null
    this.#isReady = false
    this.#unsent.length = 0
    for (const [id, { reject }] of [...this.#waiting]) {
      this.#waiting.delete(id)
      reject(popupClosed())
    }
  }
  readonly #listen = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.#popup || origin !== ORIGIN) return
    const event = member(data, 'event')
    if (event === 'PopupUnload') this.#end()
    else if (event === 'PopupLoaded') this.#introduce(member(data, 'id'))
    else this.#settle(member(data, 'requestId'), data)
  }
  #introduce(requestId: unknown): void {
    this.#isReady = true
    // The window shows the site, whose origin the browser tells it anyway. The path and query of the
    // page are private and are not sent.
    this.#post({
      requestId,
      data: {
        version: PROTOCOL.sdkVersion,
        metadata: this.#site(),
        preference: PREFERENCE,
        location: this.#page.location.origin,
      },
    })
    for (const message of this.#unsent.splice(0)) this.#post(message)
  }
  #settle(id: unknown, answer: unknown): void {
    const asked = typeof id === 'string' ? this.#waiting.get(id) : undefined
    if (!asked) return
    this.#waiting.delete(id as string)
    // The page listens only as long as a message waits for its answer.
    if (!this.#waiting.size) this.#stopListening()
    asked.resolve(answer)
  }
}
