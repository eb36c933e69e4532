import { readFramesOnly } from './frames.js'
import { pulse, relayerOf, type RelayCore, type Relayer, type RelayProvider } from './internals.js'
import type { SocketClass } from '../sockets.js'
import { drop, takeOver } from './socket.js'
import { watchPage } from './watchPage.js'

/** ms that a first socket may take to open, and how many are tried. */
export const CONNECT_TIMEOUT = 15_000
export const ATTEMPTS = 5
/** ms for a socket that takes the place of one that broke: another try is worth more than a long wait. */
const RECONNECT_TIMEOUT = 4_000
/** ms between tries, and after that many without success. */
const PAUSE = 500
const LONG_PAUSE = 2_000
const MANY = 120
/** ms until it is tried again after the relay said that it does not want this page. */
const REFUSED_PAUSE = 30_000
/** ms between looks at the socket. */
const TICK = 1_000
/** ms of silence after which the relay is asked whether it is there. */
const IDLE = 4_000
/** ms that an answer may take before the socket counts as dead: at least, and at most where the relay is known to be slow. */
const PATIENCE = 3_000
const MOST_PATIENCE = 15_000
/** Topics that are asked about at a time. */
const MOST_TOPICS = 500

/** Keeps the socket to the relay alive, and knows when it can be used. */
export interface Supervisor {
  /** Resolves when the relay can be asked; opens the socket. @throws what the last of {@link ATTEMPTS} tries failed with */
  open(): Promise<void>
  /** Resolves when the relay can be asked, however long that takes. */
  ready(signal: AbortSignal): Promise<void>
  /** Looks at once whether the relay is still there: after a page was frozen, after the network came back. */
  check(): void
  dispose(): void
}

/** Rejects with the end of a socket. */
const lossOf = (provider: RelayProvider): Promise<never> => {
  const loss = new Promise<never>((_, reject) =>
    provider.once('disconnect', () =>
      reject(new Error('The connection to the relay was interrupted.')),
    ),
  )
  loss.catch(() => undefined)
  return loss
}

const within = <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>(
    (_, reject) =>
      (timer = setTimeout(() => reject(new Error(`${what} took more than ${ms} ms.`)), ms)),
  )
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** What is known of the socket in use: what it was asked, and when it last said something. */
function createPulseWatch(relayer: Relayer, now: () => number) {
  const asked = new Set<number>()
  let heard = now()
  let roundTrip = 0
  let losses = 0
  const patience = (): number =>
    Math.min(MOST_PATIENCE, Math.max(PATIENCE, 4 * roundTrip) * 2 ** losses)
  return {
    /** Every request of this socket fails with it, so that whoever asked asks the next one. */
    hook(provider: RelayProvider): void {
      const ask = provider.request.bind(provider)
      const loss = lossOf(provider)
      asked.clear()
      heard = now()
      provider.request = (request) => {
        const at = now()
        asked.add(at)
        const answer = Promise.race([ask(request), loss])
        void answer
          .then(
            () => {
              roundTrip = now() - at
              losses = 0
            },
            () => undefined,
          )
          .finally(() => asked.delete(at))
        return answer
      }
      provider.on('payload', () => void (heard = now()))
      // One that nobody hears is thrown.
      provider.on('error', () => undefined)
    },
    isDead: () => [...asked].some((at) => now() - Math.max(at, heard) > patience()),
    isIdle: () => !asked.size && now() - heard > IDLE,
    /** Time stood still: nothing can be said of what was asked before. */
    forgive(): void {
      heard = now()
    },
    dropNow(): void {
      losses++
      drop(relayer.provider)
    },
  }
}

/**
 * Takes the transport of a client into its own hands, before the client is started. The library opens its next socket up to 5 s late, sends requests into sockets that are gone,
 * asks them again after 20 s, and never notices one that fell silent.
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
  readonly #watch: ReturnType<typeof createPulseWatch>
  readonly #waiting = new Set<() => void>()
  readonly #ticker: ReturnType<typeof setInterval>
  readonly #unhook: () => void
  #opening: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: number
  #isOver = false
  #finish: () => void = () => undefined
  /** Rejects with the end of it all. */
  readonly #over = new Promise<never>(
    (_, reject) => (this.#finish = () => reject(new Error('The page needs the relay no more.'))),
  )
  #hasBeenOpen = false
  /** Sockets that broke so far. */
  #losses = 0
  /** What the relay closed the socket with for good: a key, an origin or a clock that it does not accept. */
  #refusal: unknown

  constructor(core: RelayCore, sockets: SocketClass, now: () => number) {
    this.#core = core
    this.#sockets = sockets
    this.#now = now
    this.#over.catch(() => undefined)
    this.#last = now()
    const relayer = (this.#relayer = relayerOf(core))
    this.#watch = createPulseWatch(relayer, now)
    relayer.connect = () => this.#connect()
    relayer.onProviderDisconnect = async () => {
      this.#losses++
      clearTimeout(relayer.pingTimeout)
      relayer.events.emit('relayer_disconnect')
      await relayer.subscriber.stop()
      this.#keep()
    }
    relayer.publisher.checkQueue = () => this.#publishAgain()
    relayer.publisher.publish = this.#outlasting(relayer.publisher.publish)
    relayer.publisher.publishCustom = this.#outlasting(relayer.publisher.publishCustom)
    relayer.subscriber.initialSubscribeTimeout = PATIENCE
    core.relayer.on('relayer_error', (error: unknown) => (this.#refusal = error))
    this.#unhook = watchPage(relayer, this.check)
    this.#ticker = setInterval(() => this.#look(), TICK)
  }

  get #isReady(): boolean {
    return this.#relayer.connected && !this.#opening
  }

  readonly check = (): void => {
    if (!this.#relayer.connected) return this.#keep()
    this.#watch.forgive()
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
      this.#keep()
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

  /** Asks for what came meanwhile. The library takes each message once, however often it comes. */
  async #fetchMissed(): Promise<void> {
    const topics = this.#relayer.subscriber.topics.slice(0, MOST_TOPICS)
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

  /** A message that was given up while the relay was away goes again, the same to the letter, once it is back: nobody takes it twice. */
  #outlasting(publish: Relayer['publisher']['publish']): Relayer['publisher']['publish'] {
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
    this.#watch.hook(provider)
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

  /** One try at a time, shared by all who want one. */
  #once(ms: number): Promise<void> {
    return (this.#opening ??= this.#tryOnce(ms)
      .finally(() => (this.#opening = undefined))
      .then(() => this.#resume()))
  }

  /** Says to the library, and to whoever waits, that the relay can be asked. */
  #resume(): void {
    this.#hasBeenOpen = true
    pulse(this.#core)
    for (const go of [...this.#waiting]) go()
    this.#fetchMissed().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    for (let attempt = 1; !this.#isReady; attempt++) {
      try {
        await this.#once(this.#hasBeenOpen ? RECONNECT_TIMEOUT : CONNECT_TIMEOUT)
      } catch (error) {
        if (attempt >= ATTEMPTS || this.#isOver || this.#refusal !== undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
    }
  }

  /** Tries until there is a socket, as long as somebody needs one. */
  #keep(turn = 0): void {
    if (
      this.#isOver ||
      this.#timer !== undefined ||
      this.#isReady ||
      !(this.#waiting.size || this.#relayer.subscriber.hasAnyTopics)
    )
      return
    const pause =
      this.#refusal !== undefined
        ? REFUSED_PAUSE
        : turn === 0
          ? 0
          : turn < MANY
            ? PAUSE
            : LONG_PAUSE
    this.#timer = setTimeout(() => {
      this.#once(RECONNECT_TIMEOUT).then(
        () => (this.#timer = undefined),
        () => {
          this.#timer = undefined
          this.#keep(turn + 1)
        },
      )
    }, pause)
  }

  /** Once a second. */
  #look(): void {
    const gap = this.#now() - this.#last
    this.#last = this.#now()
    if (!this.#isReady) return this.#keep()
    if (gap > 3 * TICK) this.check()
    else if (this.#watch.isDead()) this.#watch.dropNow()
    else if (this.#watch.isIdle()) this.#fetchMissed().catch(() => undefined)
  }
}
