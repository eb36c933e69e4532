// Node lacks IndexedDB: this package implements it for tests.
import { IDBFactory } from 'fake-indexeddb'
import type { Dispose } from '@latchkey/plugin-api'
import { Eip155Wallet, TestWallet } from '@latchkey/plugin-testkit/wallets'
import { countListeners, message, put } from './page.js'

export const KEYS = 'https://keys.coinbase.com'
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const toHex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')
const fromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'hex'))

interface Message {
  id: string
  event?: string
  sender: string
  content: {
    handshake?: { method: string; params: unknown }
    encrypted?: { iv: BufferSource; cipherText: BufferSource }
  }
}
interface Answer {
  result: { value: unknown } | { error: unknown }
  data?: unknown
}

/**
 * The window of Coinbase's smart wallet, which speaks its protocol; its signatures are those of a
 * test wallet.
 */
export class CoinbaseWindow extends TestWallet {
  /** Every window that was opened: its address, and what was posted there and to whom. */
  readonly opened: { url: URL; closed: boolean; posted: { to: string; data: unknown }[] }[] = []
  /** The requests that the page sent encrypted. */
  readonly actions: { action: { method: string; params: unknown }; chainId: number }[] = []
  /** Whether the browser blocks the window. */
  isBlocked = false
  /** The id of the wallet that the user chooses in the window. */
  offers = 'scw'
  /** Changes an answer before it is posted back. */
  tamper: (answer: object) => object = (answer) => answer
  readonly signer = new Eip155Wallet({ chains: [1, 11_155_111] })
  #peers = new Map<string, CryptoKey>()
  #listeners = { count: () => 0, stop: (): void => undefined }
  #keys: Promise<CryptoKeyPair> | undefined
  current: { closed: boolean } | undefined

  listeners(): number {
    return this.#listeners.count()
  }
  /** Posts a message to the page. */
  say(
    data: unknown,
    { source = this.current as unknown, origin = KEYS }: { source?: unknown; origin?: string } = {},
  ): void {
    window.dispatchEvent(message(source, origin, data))
  }
  /** The user closes the window. */
  shut(): void {
    this.say({ event: 'PopupUnload', id: 'unload' })
    if (this.current) this.current.closed = true
  }

  protected override reset(): void {
    this.opened.length = 0
    this.actions.length = 0
    this.isBlocked = false
    this.offers = 'scw'
    this.tamper = (answer) => answer
    this.#peers.clear()
    this.#keys = crypto.subtle.generateKey(CURVE, true, ['deriveKey'])
  }
  protected put(): Dispose {
    this.#listeners = countListeners(window, 'message')
    const uninstall = this.signer.install()
    // Removing the wallet also deletes its data in the browser.
    const stops = [
      put(globalThis, { indexedDB: new IDBFactory() }),
      put(window, { open: (url: string) => this.#open(url) }),
      this.#listeners.stop,
      uninstall,
    ]
    return () => stops.forEach((stop) => stop())
  }

  #open(url: string): unknown {
    if (this.isBlocked) return null
    const record: (typeof this.opened)[number] = { url: new URL(url), closed: false, posted: [] }
    this.opened.push(record)
    const popup = {
      get closed() {
        return record.closed
      },
      set closed(is: boolean) {
        record.closed = is
      },
      focus: () => undefined,
      close: () => void (record.closed = true),
      postMessage: (data: Message, to: string) => {
        record.posted.push({ to, data })
        // A browser does not deliver a message to another origin either.
        if (to !== KEYS) return
        if (data.event === 'selectSignerType')
          queueMicrotask(() =>
            this.say({ requestId: data.id, data: this.offers }, { source: popup }),
          )
        else if (data.content) void this.#hear(popup, data)
      },
    }
    this.current = popup
    setTimeout(
      () =>
        void (record.closed || this.say({ event: 'PopupLoaded', id: 'loaded' }, { source: popup })),
    )
    return popup
  }

  async #hear(popup: { closed: boolean }, asked: Message): Promise<void> {
    const keys = await this.#keys!
    const respond = async (content: unknown): Promise<void> => {
      const sender = toHex(await crypto.subtle.exportKey('spki', keys.publicKey))
      if (!popup.closed)
        this.say(
          this.tamper({
            id: 'answer',
            requestId: asked.id,
            sender,
            content,
            timestamp: new Date(),
          }),
          { source: popup },
        )
    }
    try {
      await respond(
        asked.content.handshake ? await this.#shakeHands(keys, asked) : await this.#act(asked),
      )
    } catch (failure) {
      await respond({ failure })
    }
    popup.closed = true
  }
  async #shakeHands(keys: CryptoKeyPair, { sender }: Message): Promise<unknown> {
    const theirs = await crypto.subtle.importKey('spki', fromHex(sender), CURVE, false, [])
    const shared = await crypto.subtle.deriveKey(
      { name: 'ECDH', public: theirs },
      keys.privateKey,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    )
    const value = await this.letIn('eth_requestAccounts', () => [this.signer.address])
    await this.signer.provider.request({ method: 'eth_requestAccounts' })
    this.#peers.set(sender, shared)
    return this.#encrypt(shared, {
      result: { value },
      data: {
        chains: { 1: 'https://one.test', 11_155_111: 'https://two.test' },
        capabilities: { '0x1': { atomicBatch: { supported: true } } },
      },
    })
  }
  async #act({ sender, content }: Message): Promise<unknown> {
    const shared = this.#peers.get(sender)
    if (!shared || !content.encrypted) throw { code: 4100, message: 'Unknown sender' }
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: content.encrypted.iv },
      shared,
      content.encrypted.cipherText,
    )
    const asked = JSON.parse(Buffer.from(text).toString()) as (typeof this.actions)[number]
    this.actions.push(asked)
    const { method, params } = asked.action
    try {
      const value = await this.ask(method, () =>
        method === 'wallet_sendCalls'
          ? { id: '0xba7c4' }
          : this.signer.provider.request({ method, params: (params ?? []) as never[] }),
      )
      return await this.#encrypt(shared, { result: { value } })
    } catch (error) {
      return this.#encrypt(shared, {
        result: {
          error: { code: (error as { code?: unknown }).code, message: (error as Error).message },
        },
      })
    }
  }
  async #encrypt(shared: CryptoKey, answer: Answer): Promise<unknown> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    return {
      encrypted: {
        iv,
        cipherText: await crypto.subtle.encrypt(
          { name: 'AES-GCM', iv },
          shared,
          new TextEncoder().encode(JSON.stringify(answer)),
        ),
      },
    }
  }
}
