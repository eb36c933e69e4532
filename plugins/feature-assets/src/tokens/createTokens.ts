import type { AssetToken } from '../api.js'
import { isYoung } from '../lifetime.js'
import { ownerKey, type Owner, type Services } from '../services.js'
import { readTokens, readWithoutServer, type Order } from '../sources/readTokens.js'
import { unlessAborted } from '../sources/timing.js'
import { createAirdrops } from './airdrops.js'
import { createPortfolioCache, type PortfolioCache } from './portfolioCache.js'
import type { RawToken } from './rawToken.js'
import { createShownTokens, type ShownTokens } from './shownTokens.js'

export interface Tokens {
  /** Shows the known tokens of the owner in use: nothing of another one stays. */
  show(): void
  /**
   * Reads the tokens where the cache has none that are young enough, or `isForced`. Does nothing
   * within 30 s of a failure.
   */
  load(isForced?: boolean): Promise<void>
  /** Ends the reading that is under way. */
  stop(): void
  /** Begins the reading that is under way anew. @returns whether there was one */
  restart(): boolean
  hide(token: AssetToken, isHidden: boolean): void
  /** Finds the tokens of other accounts and networks, as far as they were read. */
  cache: PortfolioCache
  judge: ShownTokens['judge']
}

interface Failure {
  at: number
  error: unknown
}

/** Says once that tokens cannot be read: again only when they could be read meanwhile. */
function createToaster({ ctx }: Services) {
  const said = new Set<string>()
  return {
    say(key: string): void {
      if (said.has(key)) return
      said.add(key)
      ctx.toasts.show({ message: ctx.messages.text('kernel.balanceUnavailable'), variant: 'error' })
    },
    forget: (key: string): void => void said.delete(key),
  }
}

/** Reads once, and puts the answer or the failure into state and cache. */
function createReader(services: Services) {
  const { ctx, slice, changed, currency = 'usd' } = services
  const cache = createPortfolioCache(ctx)
  const toaster = createToaster(services)
  const shown = createShownTokens(services)
  const airdrops = createAirdrops(services)
  const failures = new Map<string, Failure>()
  const succeed = async (key: string, order: Order): Promise<void> => {
    const { signal, force, owner } = order
    const isNothingShown = slice.get().at === undefined
    const onFirst = (tokens: readonly RawToken[], shownIn: string): void => {
      if (isNothingShown && !signal.aborted) shown.put({ tokens, at: Date.now(), shownIn })
    }
    const reading = readTokens(services, { ...order, onFirst })
    const answer = await unlessAborted(reading, signal)
    const { tokens, isUnserved, isPartial, isSettled, currency: shownIn } = answer
    if (isSettled && changed.get(owner.network.id) === force) changed.delete(owner.network.id)
    failures.delete(key)
    const portfolio = { owner: key, currency, at: Date.now(), tokens, shownIn }
    // A list that is not whole is not for a page after this one.
    if (!isPartial && isSettled) cache.store(portfolio)
    shown.put(portfolio, { lastRetry: undefined, error: undefined })
    if (isPartial) toaster.say(key)
    else if (isUnserved) toaster.say(owner.network.id)
    else toaster.forget(key)
    void airdrops.find(owner, shown.doubtful(), ctx.signal).then((found) => {
      if (shown.key() === key) shown.markAirdrops(found)
    })
  }
  const fail = (key: string, error: unknown): void => {
    ctx.log.warn(error)
    const failure = { at: Date.now(), error }
    failures.set(key, failure)
    slice.set({ lastRetry: failure.at, error })
    toaster.say(key)
  }
  /** Shows the network's own tokens where the server has failed and nothing better is shown. */
  const fallBack = async (order: Order): Promise<void> => {
    if (slice.get().at !== undefined) return
    const tokens = await readWithoutServer(services, order)
    if (tokens.length && !order.signal.aborted)
      shown.put({ tokens, at: Date.now(), shownIn: currency })
  }
  return {
    cache,
    shown,
    failures,
    async read(key: string, order: Order): Promise<void> {
      slice.set({ loading: true })
      await succeed(key, order).catch((error: unknown) => {
        if (order.signal.aborted) return
        fail(key, error)
        return fallBack(order)
      })
      if (!order.signal.aborted) slice.set({ loading: false })
    },
  }
}

/** The one reading that is under way. */
function createRunning(
  { ctx, slice, currency = 'usd' }: Services,
  read: (key: string, order: Order) => Promise<void>,
) {
  let running: { key: string; isForced: boolean; work: Promise<void>; stop(): void } | undefined
  return {
    isOf: (key: string): boolean => running?.key === key,
    isForced: (): boolean => running?.isForced === true,
    stop(): void {
      if (!running) return
      running.stop()
      running = undefined
      slice.set({ loading: false })
    },
    start(key: string, owner: Owner, force: Order['force']): void {
      const controller = new AbortController()
      const abort = (): void => controller.abort()
      ctx.signal.addEventListener('abort', abort)
      const order = { owner, currency, force, signal: controller.signal }
      const work = read(key, order).finally(() => {
        ctx.signal.removeEventListener('abort', abort)
        if (running?.work === work) running = undefined
      })
      running = { key, isForced: force !== undefined, work, stop: abort }
    },
    /** Settles with the reading of that account, also where it is begun anew meanwhile. */
    async settle(key: string): Promise<void> {
      while (running?.key === key) await running.work
    },
  }
}

/** The tokens of the account in use: read, kept for 30 s over reloads, merged into the state. */
export function createTokens(services: Services): Tokens {
  const { slice, changed, currency = 'usd' } = services
  const { cache, shown, failures, read } = createReader(services)
  const { isOf, isForced: isRunForced, stop, start, settle } = createRunning(services, read)
  const show = (): void => {
    const key = ownerKey(services.owner())
    if (key === shown.key()) return
    stop()
    shown.clear()
    const known = key && cache.find(key, currency)
    if (known) shown.put(known)
    const failure = failures.get(key)
    if (failure) slice.set({ lastRetry: failure.at, error: failure.error })
  }
  return {
    show,
    stop,
    restart() {
      const owner = services.owner()
      const key = ownerKey(owner)
      if (!owner || !isOf(key)) return false
      stop()
      start(key, owner, changed.get(owner.network.id))
      return true
    },
    hide: shown.hide,
    cache,
    judge: shown.judge,
    async load(isForced = false) {
      show()
      const before = ownerKey(services.owner())
      if (isForced && isOf(before) && !isRunForced()) await settle(before)
      show()
      const owner = services.owner()
      if (!owner) return
      const key = ownerKey(owner)
      const force = changed.get(owner.network.id) ?? (isForced ? true : undefined)
      if (isOf(key)) return settle(key)
      const { at = -Infinity } = slice.get()
      if (force === undefined && isYoung(at)) return
      const known = force === undefined ? cache.find(key, currency) : undefined
      if (known && isYoung(known.at)) return shown.put(known)
      const failure = failures.get(key)
      if (failure && isYoung(failure.at)) return
      start(key, owner, force)
      return settle(key)
    },
  }
}
