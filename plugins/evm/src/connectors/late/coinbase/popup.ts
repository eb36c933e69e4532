import { LatchkeyError } from '@latchkey/plugin-api'
import { OwnFailure } from '../../../errors.js'
import { member } from '../listeners.js'

export type Ask = (message: Message) => Promise<unknown>
interface Message extends Readonly<Record<string, unknown>> {
  id: string
}

/** The window in which Coinbase's smart wallet asks its user. */
export interface Popup {
  /**
   * Opens the window, in this very task, or shows the one that is open.
   * @returns what posts a message there once it listens, and settles with the answer; it throws `wallet.popup_closed` as soon as that window is gone
   * @throws `wallet.popup_blocked`
   */
  open(): Ask
  /** Closes it and gives up what waits. */
  close(): void
}

const ORIGIN = 'https://keys.coinbase.com'
/** What the window takes these messages for: the wire is Coinbase's, and so are its name and version. */
const WIRE = { sdkName: '@coinbase/wallet-sdk', sdkVersion: '4.3.7' }
/** A code to scan would bring a socket of theirs. */
export const PREFERENCE = { options: 'smartWalletOnly' }
const SIZE = { width: 420, height: 540 }
/** ms between two looks whether the window is still there. */
const LOOK = 500

/** What the window shows of this page; the first chain is where it begins. */
export interface Site {
  appName: string
  appLogoUrl: string
  appChainIds: readonly number[]
}

const context = { connectorId: 'coinbaseWalletSDK' }
const gone = (): OwnFailure =>
  new OwnFailure(
    new LatchkeyError(
      'wallet.popup_closed',
      'The window of the wallet was closed before it answered.',
      { context },
    ),
  )

/** Where the window is opened, and how large. */
const placeOn = ({ innerWidth = 0, innerHeight = 0, screenX = 0, screenY = 0 }: Window): string =>
  Object.entries({
    ...SIZE,
    left: Math.round((innerWidth - SIZE.width) / 2 + screenX),
    top: Math.round((innerHeight - SIZE.height) / 2 + screenY),
  })
    .map((pair) => pair.join('='))
    .join()

/** Speaks with that one window alone: what is posted names its origin, and only what comes from that very window and origin is heard. */
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
        if (this.#popup !== mine || !this.#isOpen()) return reject(gone())
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
      ...WIRE,
      origin: page.location.origin,
      coop: 'undefined',
    }))
      url.searchParams.set(name, value)
    this.#popup = page.open(url.href, '_blank', placeOn(page))
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
    this.#timer ??= setInterval(() => void (this.#isOpen() || this.#end()), LOOK)
  }
  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#page.removeEventListener('message', this.#listen)
  }
  #end(): void {
    this.#rest()
    this.#popup = null
    this.#isReady = false
    this.#unsent.length = 0
    for (const [id, { reject }] of [...this.#waiting]) {
      this.#waiting.delete(id)
      reject(gone())
    }
  }
  readonly #listen = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.#popup || origin !== ORIGIN) return
    const event = member(data, 'event')
    if (event === 'PopupUnload') this.#end()
    else if (event === 'PopupLoaded') this.#greet(member(data, 'id'))
    else this.#settle(member(data, 'requestId'), data)
  }
  #greet(requestId: unknown): void {
    this.#isReady = true
    // The window shows the site that asks, which the browser tells it too. Which of its pages, with what in its address, is nobody's business there.
    this.#post({
      requestId,
      data: {
        version: WIRE.sdkVersion,
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
    // The window is heard as long as something waits.
    if (!this.#waiting.size) this.#rest()
    asked.resolve(answer)
  }
}
