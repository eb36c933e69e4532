import type { Dispose } from '@latchkey/plugin-api'
import { TestWallet } from '@latchkey/plugin-testkit/wallets'
import { countListeners, message, put } from './page.js'

export const SAFE_APP = 'https://app.safe.global'
export const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const SAFE_TX_HASH = `0x${'5'.repeat(64)}`

interface Posted {
  id: string
  method: string
  params?: unknown
}

/** The window around the page, with a Safe in it. */
export class SafeParent extends TestWallet {
  origin = SAFE_APP
  /** The messages that the page posted, each with its target origin. */
  readonly posted: { to: string; asked: Posted }[] = []
  /** The answers of the Safe app, by method. */
  answers: Record<string, unknown> = {}
  #listeners = { count: () => 0, stop: (): void => undefined }
  readonly window = { postMessage: (asked: Posted, to: string): void => this.#hear(asked, to) }

  listeners(): number {
    return this.#listeners.count()
  }
  /** The Safe app introduces itself without a prompt; every other request is one. */
  override prompts(): number {
    return this.asked.filter((method) => method !== 'getSafeInfo').length
  }
  /** Posts a message to the page. */
  say(
    data: unknown,
    { source = this.window, origin = this.origin }: { source?: unknown; origin?: string } = {},
  ): void {
    window.dispatchEvent(message(source, origin, data))
  }

  protected override reset(): void {
    this.posted.length = 0
    this.answers = {
      getSafeInfo: {
        safeAddress: SAFE,
        chainId: 1,
        threshold: 2,
        owners: [SAFE],
        isReadOnly: false,
      },
      sendTransactions: { safeTxHash: SAFE_TX_HASH },
      signMessage: { messageHash: '0x01', signature: '0x02' },
      signTypedMessage: { messageHash: '0x01' },
    }
  }
  protected put(): Dispose {
    this.#listeners = countListeners(window, 'message')
    const stops = [
      put(window, { self: window, top: this.window, parent: this.window }),
      put(window.location, { ancestorOrigins: [this.origin] }),
      this.#listeners.stop,
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** A browser does not deliver a message to another origin either. */
  #hear(asked: Posted, to: string): void {
    this.posted.push({ to, asked })
    if (to !== this.origin && to !== '*') return
    const { id, method } = asked
    const answer = (rest: object): void =>
      queueMicrotask(() => this.say({ id, version: '9.1.0', ...rest }))
    // Nobody is asked: what a wallet would throw is what the Safe app refuses with.
    this.ask(method, () => this.answers[method]).then(
      (data) =>
        answer(
          data === undefined
            ? { success: false, error: `Unknown method ${method}` }
            : { success: true, data },
        ),
      (error: unknown) => answer({ success: false, error }),
    )
  }
}
