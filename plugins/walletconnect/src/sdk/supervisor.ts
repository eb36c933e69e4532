import { readFramesOnly } from './frames.js'
import { pulse, relayerOf, type RelayCore, type Relayer } from './internals.js'
import type { SocketClass } from '../sockets.js'
import { drop, takeOver } from './socket.js'
import { createSocketHealth, lossOf, MIN_ANSWER_TIMEOUT_MS } from './socketHealth.js'
import { watchPage } from './watchPage.js'

/** The first socket may take so long to open. */
const CONNECT_TIMEOUT_MS = 15_000
/** First sockets that are tried. */
const MAX_ATTEMPTS = 5
/** A socket that replaces a broken one has less time: another try is worth more than a long wait. */
const RECONNECT_TIMEOUT_MS = 4_000
/** Pause between two tries. */
const RETRY_GAP_MS = 500
/** Pause after {@link BACKOFF_AFTER} tries. */
const BACKOFF_GAP_MS = 2_000
const BACKOFF_AFTER = 120
/** Pause after the relay refused this page's key, origin or clock. */
const REFUSED_GAP_MS = 30_000
/** The socket is checked so often. */
const TICK_MS = 1_000
/** Topics of one question for missed messages. */
const MAX_TOPICS = 500

/** Keeps the socket to the relay alive, and knows when it can be used. */
export interface Supervisor {
  /**
   * Opens the socket and resolves when the relay can be asked. @throws the error of the last of
   * {@link MAX_ATTEMPTS} tries
   */
  open(): Promise<void>
  /** Resolves when the relay can be asked, however long that takes. */
  ready(signal: AbortSignal): Promise<void>
  /**
   * Checks at once whether the relay is still there, after the page was frozen or the network came
   * back.
   */
  check(): void
  dispose(): void
}

const within = <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>(
    (_, reject) =>
      (timer = setTimeout(() => reject(new Error(`${what} took more than ${ms} ms.`)), ms)),
  )
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Takes over the client's transport, before the client is started. The library opens its next socket
 * up to 5 s late, sends requests into sockets that are gone, repeats them after 20 s, and never
 * notices a socket that fell silent.
 */
export const supervise = (
  core: RelayCore,
  sockets: SocketClass,
  now: () => number = Date.now,
): Supervisor => new RelaySupervisor(core, sockets, now)

class RelaySupervisor implements Supervisor {
  readonly #core: RelayCore
  readonly #sockets: SocketClass
  readonly #relayer: Relayer
  readonly #now: () => number
  readonly #health: ReturnType<typeof createSocketHealth>
  readonly #waiting = new Set<() => void>()
  readonly #ticker: ReturnType<typeof setInterval>
  readonly #unhook: () => void
  #opening: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastTickAt: number
  #isOver = false
  #finish: () => void = () => undefined
  /** Rejects when the supervisor is disposed. */
  readonly #over = new Promise<never>(
    (_, reject) =>
      (this.#finish = () => reject(new Error('The page does not need the relay any more.'))),
  )
  #hasBeenOpen = false
  /** Sockets that broke so far. */
  #losses = 0
  /**
   * Why the relay refuses this page: it does not accept the key, the origin or the clock.
   */
  #refusal: unknown

  constructor(core: RelayCore, sockets: SocketClass, now: () => number) {
    this.#core = core
    this.#sockets = sockets
    this.#now = now
    this.#over.catch(() => undefined)
    this.#lastTickAt = now()
    const relayer = (this.#relayer = relayerOf(core))
    this.#health = createSocketHealth(relayer, now)
    relayer.connect = () => this.#connect()
    relayer.onProviderDisconnect = async () => {
      this.#losses++
      clearTimeout(relayer.pingTimeout)
      relayer.events.emit('relayer_disconnect')
      await relayer.subscriber.stop()
      this.#scheduleReconnect()
    }
    relayer.publisher.checkQueue = () => this.#publishAgain()
    relayer.publisher.publish = this.#retryAfterReconnect(relayer.publisher.publish)
    relayer.publisher.publishCustom = this.#retryAfterReconnect(relayer.publisher.publishCustom)
    relayer.subscriber.initialSubscribeTimeout = MIN_ANSWER_TIMEOUT_MS
    core.relayer.on('relayer_error', (error: unknown) => (this.#refusal = error))
    this.#unhook = watchPage(relayer, this.check)
    this.#ticker = setInterval(() => this.#tick(), TICK_MS)
  }

  get #isReady(): boolean {
    return this.#relayer.connected && !this.#opening
  }

  readonly check = (): void => {
    if (!this.#relayer.connected) return this.#scheduleReconnect()
    this.#health.restartClock()
    this.#fetchMissed().catch(() => undefined)
  }

  open(): Promise<void> {
    return this.#isReady ? Promise.resolve() : this.#connect()
  }

  ready(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (this.#isReady) return resolve()
      const end = (): void => {
        this.#waiting.delete(go)
        signal.removeEventListener('abort', abort)
      }
      const go = (): void => {
        end()
        resolve()
      }
      const abort = (): void => {
        end()
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort)
      this.#waiting.add(go)
      this.#scheduleReconnect()
    })
  }

  dispose(): void {
    this.#isOver = true
    this.#finish()
    clearInterval(this.#ticker)
    clearTimeout(this.#timer)
    this.#unhook()
    this.#relayer.transportExplicitlyClosed = true
    if (this.#relayer.connected) drop(this.#relayer.provider)
  }

  /** Asks for messages that were missed. The library handles each once, however often it comes. */
  async #fetchMissed(): Promise<void> {
    const topics = this.#relayer.subscriber.topics.slice(0, MAX_TOPICS)
    if (!topics.length) return
    const answer = await this.#relayer.provider.request({
      method: 'irn_batchFetchMessages',
      params: { topics },
    })
    const messages = (answer as { messages?: unknown } | null)?.messages
    if (Array.isArray(messages) && messages.length)
      await this.#relayer.handleBatchMessageEvents(messages)
  }

  #publishAgain(): void {
    const { publisher } = this.#relayer
    if (!this.#isReady) return
    for (const { request, opts } of publisher.queue.values())
      publisher.rpcPublish(request, opts).catch(() => undefined)
  }

  /**
   * Publishes again, after a reconnect, a message that failed while the relay was away. It is the same
   * message to the letter, so that no wallet handles it twice.
   */
  #retryAfterReconnect(publish: Relayer['publisher']['publish']): Relayer['publisher']['publish'] {
    return async (...args) => {
      for (;;) {
        const before = this.#losses
        try {
          return await publish(...args)
        } catch (error) {
          if (this.#isOver || this.#losses === before) throw error
          await Promise.race([this.ready(new AbortController().signal), this.#over])
        }
      }
    }
  }

  async #tryOnce(ms: number): Promise<void> {
    const relayer = this.#relayer
    relayer.transportExplicitlyClosed = false
    this.#refusal = undefined
    await relayer.confirmOnlineStateOrThrow()
    await relayer.createProvider()
    const { provider } = relayer
    const loss = Promise.race([lossOf(provider), this.#over])
    takeOver(provider, this.#sockets)
    readFramesOnly(provider)
    this.#health.watch(provider)
    try {
      if (this.#isOver) await loss
      await within(ms, 'Opening a socket to the relay', Promise.race([provider.connect(), loss]))
      await within(ms, 'Subscribing', Promise.race([relayer.subscriber.start(), loss]))
    } catch (error) {
      relayer.unregisterProviderListeners()
      drop(provider)
      await relayer.subscriber.stop()
      throw this.#refusal ?? error
    }
  }

  /** Opens one socket at a time, for all callers. */
  #openOnce(ms: number): Promise<void> {
    return (this.#opening ??= this.#tryOnce(ms)
      .finally(() => (this.#opening = undefined))
      .then(() => this.#resume()))
  }

  /** Lets the library and all callers that wait go on: the relay can be asked. */
  #resume(): void {
    this.#hasBeenOpen = true
    pulse(this.#core)
    for (const go of [...this.#waiting]) go()
    this.#fetchMissed().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    for (let attempt = 1; !this.#isReady; attempt++) {
      try {
        await this.#openOnce(this.#hasBeenOpen ? RECONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS)
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || this.#isOver || this.#refusal !== undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_GAP_MS))
      }
    }
  }

  /** Tries until a socket opens, as long as a caller or a session needs one. */
  #scheduleReconnect(turn = 0): void {
    if (
      this.#isOver ||
      this.#timer !== undefined ||
      this.#isReady ||
      !(this.#waiting.size || this.#relayer.subscriber.hasAnyTopics)
    )
      return
    const pause =
      this.#refusal !== undefined
        ? REFUSED_GAP_MS
        : turn === 0
          ? 0
          : turn < BACKOFF_AFTER
            ? RETRY_GAP_MS
            : BACKOFF_GAP_MS
    this.#timer = setTimeout(() => {
      this.#openOnce(RECONNECT_TIMEOUT_MS).then(
        () => (this.#timer = undefined),
        () => {
          this.#timer = undefined
          this.#scheduleReconnect(turn + 1)
        },
      )
    }, pause)
  }

  /** Checks the socket, once per {@link TICK_MS}. */
  #tick(): void {
    const gap = this.#now() - this.#lastTickAt
    this.#lastTickAt = this.#now()
    if (!this.#isReady) return this.#scheduleReconnect()
    if (gap > 3 * TICK_MS) this.check()
    else if (this.#health.isDead()) this.#health.dropSocket()
    else if (this.#health.isIdle()) this.#fetchMissed().catch(() => undefined)
  }
}
