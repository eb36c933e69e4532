import type {
  Account,
  CloseReason,
  Connection,
  ConnectionChange,
  Scopes,
  WireRequest,
} from '../chain/connector.js'
import { LatchkeyError } from '../errors.js'
import type { Dispose, Json } from '../json.js'
import type { Network } from '../chain/network.js'
import { readSafely } from './readSafely.js'

/** How long `release` waits for the wallet's own disconnect. */
const RELEASE_TIMEOUT_MS = 3_000

/**
 * The connections of a plugin that somebody listens to. Make one `new Set()` for each start of the
 * plugin and hand it to all of its connections: `release` reads in it whether another connection
 * holds the same wallet.
 */
export type LiveConnections = Set<{ readonly wallet: unknown }>

/** The parts of a connection that differ between chains: see {@link createLiveConnection}. */
export interface LiveConnectionOptions {
  /** Unique in the kernel, and the same when the wallet is restored. */
  id: string
  /** The `id` if left out. */
  connectorId?: string
  /** The wallet's own object, or its id: two connections with the same one hold one wallet. */
  wallet: unknown
  live: LiveConnections
  /** Aborted when the plugin ends: `ctx.signal`. */
  end: AbortSignal
  /** The permissions of the connection now. Called with each read of `scopes`. */
  scopes(): Scopes
  /** Not called once the connection has ended, nor for a request that was given up before. */
  request(request: WireRequest): Promise<unknown>
  /**
   * Asks the wallet to part with the site. Called at most once, by `release`, and not while another
   * connection holds the same wallet.
   * @param signal aborted after `releaseTimeoutMs`; `release` does not wait longer
   */
  disconnect?(signal: AbortSignal): Promise<unknown>
  /**
   * Whether `release` rejects with what `disconnect` throws. Left out: that is ignored, as not
   * every wallet can disconnect, and the page forgets the connection either way.
   */
  reportsDisconnect?: boolean
  /** The error of a request after the end, where the chain has its own: `wallet.disconnected`. */
  disconnected?(): LatchkeyError
  /** Called once at the end, before the listeners are told, to abort what is still awaited. */
  onEnd?(): void
  /** ms that `release` waits for `disconnect`: 3,000 if left out. */
  releaseTimeoutMs?: number
  /** All that `restore` needs. `{ id }` if left out. */
  snapshot?(): Json
  switchNetwork?(network: Network, signal?: AbortSignal): Promise<void>
  switchAccount?(account: Account, signal?: AbortSignal): Promise<void>
}

/** The plugin's side of a connection, with which it applies what the wallet says. */
export interface LiveConnection {
  /** Hand this to the kernel. */
  readonly connection: Connection
  /** Whether it ended: by `release`, by the wallet, with the plugin, or with its last listener. */
  readonly isOver: boolean
  /**
   * Listens to the wallet until the connection ends. A wallet that cannot take its listener back
   * may go on calling it: those calls are dropped.
   * @param listener applies what the wallet says
   * @param start hands the guarded listener to the wallet, and returns what stops it: a function,
   * a promise of one, or nothing. An error of the stop is ignored.
   * @throws what `start` throws
   */
  listen<Values extends unknown[]>(
    listener: (...values: Values) => void,
    start: (listener: (...values: Values) => void) => unknown,
  ): void
  /**
   * Runs what opens the connection, and ends it where that throws or resolves to `false`.
   * @returns `undefined` where `run` resolved to `false`
   * @throws what `run` throws; `wallet.disconnected` where the wallet closed it during `run`
   */
  open(run: () => Promise<boolean>): Promise<Connection | undefined>
  /** Tells all listeners of a change. Does nothing once the connection has ended. */
  notify(change: ConnectionChange): void
  /**
   * Applies that the wallet ended it: gives everything back, then tells the listeners, which find it
   * ended. A later `release` asks the wallet nothing.
   * @param reason `wallet` if left out
   */
  close(reason?: CloseReason): void
  /** Gives everything back and tells nobody. Calling it again does nothing. */
  end(): void
}

/** Calls what stops a subscription, whatever a wallet gave as that. */
function stopSubscription(stop: unknown): void {
  if (typeof stop === 'function') readSafely(() => Reflect.apply(stop, undefined, []) as unknown)
  // Some wallets give a promise of the function.
  else
    void new Promise((settle) => settle(stop)).then(
      (late) => typeof late === 'function' && stopSubscription(late),
      () => undefined,
    )
}

/**
 * Makes the `Connection` of one wallet in one page, with the parts that all chains share: listeners,
 * the end, and the release.
 * - It ends once: by `release`, when the wallet closes it, when the plugin ends, or when the last
 *   listener leaves. It listens to nothing then, and refuses requests with `wallet.disconnected`.
 * - `release` asks the wallet to part with the site once, unless the wallet closed the connection
 *   itself or another connection of `live` holds the same wallet. A second `release` does nothing.
 * - Where the wallet closes it before anybody listens, the first listener is told.
 * @example
 * const link = createLiveConnection({
 *   id: 'sample.wallet',
 *   wallet: provider,
 *   live,
 *   end: ctx.signal,
 *   scopes: () => toScopes(accounts),
 *   request: ({ method, params, signal }) =>
 *     askWallet(method, () => provider.request({ method, params }), signal, toWalletError),
 *   disconnect: () => provider.disconnect(),
 * })
 * return link.open(async () => {
 *   link.listen(onAccounts, (listener) => {
 *     provider.on('accountsChanged', listener)
 *     return () => provider.off('accountsChanged', listener)
 *   })
 *   accounts = await askAccounts(provider)
 *   return accounts.length > 0
 * })
 */
export const createLiveConnection = (options: LiveConnectionOptions): LiveConnection =>
  new WalletLink(options)

class WalletLink implements LiveConnection {
  readonly connection: Connection
  readonly #options: LiveConnectionOptions
  /** Its entry in the plugin's set. */
  readonly #entry: { readonly wallet: unknown }
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  readonly #stops: unknown[] = []
  #isOver = false
  #isReleased = false
  /** Why the wallet closed it, as long as no listener was told. */
  #untold: CloseReason | undefined

  constructor(options: LiveConnectionOptions) {
    const { id, connectorId = id, wallet, end } = options
    this.#options = options
    this.#entry = { wallet }
    this.connection = {
      id,
      connectorId,
      get scopes() {
        return options.scopes()
      },
      request: (request) => this.#request(request),
      onChange: (listener) => this.#onChange(listener),
      release: () => this.#release(),
      snapshot: () => (options.snapshot ? options.snapshot() : { id }),
      ...(options.switchNetwork && { switchNetwork: options.switchNetwork }),
      ...(options.switchAccount && { switchAccount: options.switchAccount }),
    }
    end.addEventListener('abort', this.end, { once: true })
    // Nothing has been taken yet that would be given back.
    if (end.aborted) this.#isOver = true
  }

  get isOver(): boolean {
    return this.#isOver
  }

  listen<Values extends unknown[]>(
    listener: (...values: Values) => void,
    start: (listener: (...values: Values) => void) => unknown,
  ): void {
    if (this.#isOver) return
    const stop = start((...values) => void (this.#isOver || listener(...values)))
    // The wallet may have called, and closed the connection, while it was being listened to.
    if (this.#isOver) stopSubscription(stop)
    else this.#stops.push(stop)
  }

  async open(run: () => Promise<boolean>): Promise<Connection | undefined> {
    try {
      const isOpen = await run()
      if (isOpen && this.#isOver) throw this.#disconnected()
      if (isOpen) return this.connection
    } catch (error) {
      this.end()
      throw error
    }
    this.end()
    return undefined
  }

  notify(change: ConnectionChange): void {
    if (!this.#isOver) this.#tell(change)
  }

  close(reason: CloseReason = 'wallet'): void {
    if (this.#isOver) return
    this.end()
    this.#isReleased = true
    if (this.#listeners.size) this.#tell({ closed: reason })
    else this.#untold = reason
  }

  readonly end = (): void => {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.live.delete(this.#entry)
    this.#options.end.removeEventListener('abort', this.end)
    for (const stop of this.#stops.splice(0)) stopSubscription(stop)
    this.#options.onEnd?.()
  }

  async #request(request: WireRequest): Promise<unknown> {
    const { method, signal } = request
    if (this.#isOver) throw this.#disconnected()
    if (signal?.aborted)
      throw new LatchkeyError(
        'kernel.aborted',
        `${method} was given up before the wallet was asked.`,
        { cause: signal.reason },
      )
    return this.#options.request(request)
  }

  #onChange(listener: (change: ConnectionChange) => void): Dispose {
    // One function may listen twice.
    const own = (change: ConnectionChange): void => listener(change)
    this.#listeners.add(own)
    if (!this.#isOver) this.#options.live.add(this.#entry)
    const closed = this.#untold
    this.#untold = undefined
    if (closed) queueMicrotask(() => this.#listeners.has(own) && own({ closed }))
    return () => {
      if (this.#listeners.delete(own) && !this.#listeners.size) this.end()
    }
  }

  async #release(): Promise<void> {
    this.end()
    if (this.#isReleased) return
    this.#isReleased = true
    const options = this.#options
    const isHeld = [...options.live].some(({ wallet }) => wallet === options.wallet)
    if (!options.disconnect || isHeld) return
    const signal = AbortSignal.timeout(options.releaseTimeoutMs ?? RELEASE_TIMEOUT_MS)
    const timeout = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    const parting = new Promise<unknown>((settle) => settle(options.disconnect!(signal)))
    await Promise.race([
      options.reportsDisconnect ? parting : parting.catch(() => undefined),
      timeout,
    ])
  }

  #disconnected(): LatchkeyError {
    return (
      this.#options.disconnected?.() ??
      new LatchkeyError('wallet.disconnected', 'The wallet was disconnected: connect it again.', {
        context: { connectorId: this.connection.connectorId },
      })
    )
  }

  #tell(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) if (this.#listeners.has(listener)) listener(change)
  }
}
