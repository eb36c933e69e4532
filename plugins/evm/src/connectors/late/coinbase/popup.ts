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

interface Site {
  appName: string
  appLogoUrl: string
  appChainIds: readonly number[]
}

/** Speaks with that one window alone: what is posted names its origin, and only what comes from that very window and origin is heard. */
export function createPopup(page: Window, site: () => Site): Popup {
  const context = { connectorId: 'coinbaseWalletSDK' }
  const gone = (): OwnFailure => new OwnFailure(new LatchkeyError('wallet.popup_closed', 'The window of the wallet was closed before it answered.', { context }))
  let popup: Window | null = null
  let isReady = false
  let timer: ReturnType<typeof setInterval> | undefined
  const unsent: Message[] = []
  const waiting = new Map<string, { resolve(answer: unknown): void; reject(error: unknown): void }>()
  const post = (message: object): void => popup?.postMessage(message, ORIGIN)
  const rest = (): void => {
    clearInterval(timer)
    timer = undefined
    page.removeEventListener('message', listen)
  }
  const end = (): void => {
    rest()
    popup = null
    isReady = false
    unsent.length = 0
    for (const [id, { reject }] of [...waiting]) {
      waiting.delete(id)
      reject(gone())
    }
  }
  const listen = ({ source, origin, data }: MessageEvent): void => {
    if (source !== popup || origin !== ORIGIN) return
    const event = member(data, 'event')
    if (event === 'PopupUnload') return end()
    if (event === 'PopupLoaded') {
      isReady = true
      post({ requestId: member(data, 'id'), data: { version: WIRE.sdkVersion, metadata: site(), preference: PREFERENCE, location: page.location.href } })
      return unsent.splice(0).forEach(post)
    }
    const id = member(data, 'requestId')
    const asked = typeof id === 'string' ? waiting.get(id) : undefined
    if (!asked) return
    waiting.delete(id as string)
    // The window is heard as long as something waits.
    if (!waiting.size) rest()
    asked.resolve(data)
  }
  const isOpen = (): boolean => popup !== null && !popup.closed
  const watch = (): void => {
    page.addEventListener('message', listen)
    timer ??= setInterval(() => void (isOpen() || end()), LOOK)
  }
  const start = (): void => {
    end()
    const { innerWidth = 0, innerHeight = 0, screenX = 0, screenY = 0 } = page
    const place = { ...SIZE, left: Math.round((innerWidth - SIZE.width) / 2 + screenX), top: Math.round((innerHeight - SIZE.height) / 2 + screenY) }
    const url = new URL(`${ORIGIN}/connect`)
    for (const [name, value] of Object.entries({ ...WIRE, origin: page.location.origin, coop: 'undefined' })) url.searchParams.set(name, value)
    popup = page.open(url.href, '_blank', Object.entries(place).map((pair) => pair.join('=')).join())
    if (!popup) throw new OwnFailure(new LatchkeyError('wallet.popup_blocked', 'The browser blocked the window of the wallet: open it in a click.', { context }))
    watch()
  }
  return {
    open() {
      if (isOpen()) popup?.focus()
      else start()
      const mine = popup
      return (message) => new Promise((resolve, reject) => {
        if (popup !== mine || !isOpen()) return reject(gone())
        waiting.set(message.id, { resolve, reject })
        watch()
        if (isReady) post(message)
        else unsent.push(message)
      })
    },
    close() {
      const open = popup
      end()
      open?.close()
    },
  }
}
