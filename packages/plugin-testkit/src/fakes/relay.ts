import type { Dispose } from '@latchkey/plugin-api'
import { stubGlobals } from '../page.js'

/**
 * A relay of the irn protocol in memory: it passes what one socket publishes to the others. It
 * opens no envelope and checks no token.
 */
export interface FakeRelay {
  /** The number of open sockets. */
  sockets(): number
  /** All published messages, in order. */
  readonly published: readonly { topic: string; message: string; tag?: number }[]
  /** Closes every socket now. Sockets that open later work. */
  cut(code?: number): void
  /** Stops answering; `false` starts again. */
  deafen(isDeaf?: boolean): void
  /** Refuses new sockets; `false` accepts them again. */
  refuse(isRefusing?: boolean): void
  /** Publishes a message as another party would. */
  publish(topic: string, message: string, tag?: number): void
  /** Restores the real `WebSocket`. */
  dispose: Dispose
}
interface Call {
  id?: number | string
  method?: string
  params?: Readonly<Record<string, unknown>>
}
interface Mail {
  topic: string
  message: string
  tag?: number
  publishedAt: number
}

/** The state of all sockets: their subscriptions and the messages that wait. */
class Exchange {
  readonly sockets = new Set<FakeSocket>()
  readonly published: Mail[] = []
  readonly waiting = new Map<string, Mail[]>()
  isDeaf = false
  isRefusing = false
  #count = 0

  deliver(mail: Mail, from?: FakeSocket): void {
    this.published.push(mail)
    const takers = [...this.sockets].filter(
      (socket) => socket !== from && socket.topics.has(mail.topic),
    )
    if (!takers.length)
      this.waiting.set(mail.topic, [...(this.waiting.get(mail.topic) ?? []), mail])
    for (const socket of takers) this.hand(socket, mail)
  }
  hand(socket: FakeSocket, mail: Mail): void {
    socket.receive({
      id: ++this.#count,
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: { id: socket.topics.get(mail.topic), data: mail },
    })
  }
  take(topic: string): readonly Mail[] {
    const mails = this.waiting.get(topic) ?? []
    this.waiting.delete(topic)
    return mails
  }
  subscribe(socket: FakeSocket, topic: string): string {
    const id = `subscription-${++this.#count}`
    socket.topics.set(topic, id)
    for (const mail of this.take(topic)) this.hand(socket, mail)
    return id
  }
  answer(socket: FakeSocket, { method = '', params = {} }: Call): unknown {
    const {
      topic,
      topics = [],
      message,
      tag,
    } = params as { topic: string; topics?: readonly string[]; message: string; tag?: number }
    switch (method.replace(/^(irn|iridium|waku)_/, '')) {
      case 'publish':
        return (
          this.deliver(
            { topic, message, publishedAt: Date.now(), ...(tag !== undefined && { tag }) },
            socket,
          ),
          true
        )
      case 'subscribe':
        return this.subscribe(socket, topic)
      case 'batchSubscribe':
        return topics.map((each) => this.subscribe(socket, each))
      case 'unsubscribe':
        return socket.topics.delete(topic)
      case 'batchUnsubscribe':
        return (topics.forEach((each) => socket.topics.delete(each)), true)
      case 'fetchMessages':
        return { messages: this.take(topic), hasMore: false }
      case 'batchFetchMessages':
        return { messages: topics.flatMap((each) => this.take(each)), hasMore: false }
      default:
        throw new Error('Method not found')
    }
  }
}

/** A socket that ends in the exchange. */
class FakeSocket extends EventTarget {
  readonly topics = new Map<string, string>()
  readyState = 0
  onopen?: ((event: Event) => void) | null
  onmessage?: ((event: Event) => void) | null
  onclose?: ((event: Event) => void) | null
  onerror?: ((event: Event) => void) | null

  constructor(
    readonly url: string,
    private readonly exchange: Exchange,
  ) {
    super()
    queueMicrotask(() => (exchange.isRefusing ? this.end(1006) : this.#open()))
  }
  #open(): void {
    if (this.readyState !== 0) return
    this.readyState = 1
    this.exchange.sockets.add(this)
    this.#tell('open', {})
  }
  #tell(type: 'open' | 'message' | 'close' | 'error', more: object): void {
    const event = Object.assign(new Event(type), more)
    this[`on${type}`]?.(event)
    this.dispatchEvent(event)
  }
  receive(frame: object): void {
    const data = JSON.stringify(frame)
    queueMicrotask(
      () => this.readyState === 1 && !this.exchange.isDeaf && this.#tell('message', { data }),
    )
  }
  send(text: string): void {
    if (this.readyState !== 1)
      throw new DOMException('Still in CONNECTING state', 'InvalidStateError')
    const { exchange } = this
    if (exchange.isDeaf) return
    const call = JSON.parse(text) as Call
    // An answer to what was handed over.
    if (!call.method) return
    try {
      this.receive({ id: call.id, jsonrpc: '2.0', result: exchange.answer(this, call) })
    } catch (error) {
      this.receive({
        id: call.id,
        jsonrpc: '2.0',
        error: { code: -32601, message: (error as Error).message },
      })
    }
  }
  close(code = 1000): void {
    queueMicrotask(() => this.end(code))
  }
  end(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.exchange.sockets.delete(this)
    if (code === 1006) this.#tell('error', {})
    this.#tell('close', { code, reason: '', wasClean: code === 1000 })
  }
}

/**
 * Takes the place of the page's `WebSocket` until it is disposed.
 * @example const relay = fakeRelay(); await pair(); relay.cut(); await reconnected();
 * relay.dispose()
 */
export function fakeRelay(): FakeRelay {
  const exchange = new Exchange()
  const socket = class {
    constructor(url: string | URL) {
      return new FakeSocket(String(url), exchange)
    }
  }
  const restore = stubGlobals({
    WebSocket: Object.assign(socket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }),
  })
  const end = (code: number): void => {
    for (const open of [...exchange.sockets]) open.end(code)
  }
  return {
    published: exchange.published,
    sockets: () => exchange.sockets.size,
    cut: (code = 1006) => end(code),
    deafen: (isDeaf = true) => void (exchange.isDeaf = isDeaf),
    refuse: (isRefusing = true) => void (exchange.isRefusing = isRefusing),
    publish: (topic, message, tag) =>
      exchange.deliver({
        topic,
        message,
        publishedAt: Date.now(),
        ...(tag !== undefined && { tag }),
      }),
    dispose() {
      end(1000)
      restore()
    },
  }
}
