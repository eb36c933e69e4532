import type { Caip2 } from '@latchkey/plugin-api'
import type { OthersState } from '../api.js'
import { isYoung } from '../lifetime.js'
import { ownerKey, type Owner, type Services } from '../services.js'
import { askServer } from '../sources/readTokens.js'
import { pause, unlessAborted, whenSeen } from '../sources/timing.js'
import type { Tokens } from './createTokens.js'
import { totalOf } from './mergeTokens.js'
import { createSums, type Sum } from './sums.js'

/** Nobody waits for this: the visitor may be gone again before. */
const FIRST_WAIT_MS = 1_000
/** Between two networks: the server has others to answer. */
const BETWEEN_MS = 250
/** After so many failures in a row the server is left alone. */
const MOST_FAILURES = 2

export interface Others {
  /**
   * Sums up the networks beside the one in use, and reads what is not known yet: after a moment, one
   * network after another, while the page is seen. Does nothing before the tokens in use were read.
   */
  start(): void
  stop(): void
  /** Forgets the sum of an account and a network before. */
  reset(): void
  /** Forgets what is known of a network. */
  forget(network: Caip2): void
}

/** The sum of each network. `undefined`: it is not in the sum. */
type Found = Map<Caip2, Sum | undefined>

/** Reads the sums of single networks, and remembers them and failures for 30 s. */
function createSumReader(services: Services, { cache, judge }: Tokens) {
  const { ctx, changed, currency = 'usd' } = services
  const sums = createSums(ctx)
  const failures = new Map<string, number>()
  const read = async (place: Owner, signal: AbortSignal): Promise<Sum | undefined> => {
    const { id } = place.network
    const force = changed.get(id)
    const answer = await askServer(services, { owner: place, currency, force, signal })
    if (!answer?.tokens || answer.isPartial) return undefined
    if (answer.isSettled && changed.get(id) === force) changed.delete(id)
    const { value } = totalOf(judge(ownerKey(place), answer.tokens))
    const sum = { shownIn: answer.currency, value }
    sums.store(ownerKey(place), currency, sum)
    return sum
  }
  return {
    forget: sums.forget,
    /** Not older than 30 s, and of after the last transaction. */
    known(place: Owner): Sum | undefined {
      if (changed.get(place.network.id) !== undefined) return undefined
      const key = ownerKey(place)
      const portfolio = cache.find(key, currency)
      if (!portfolio || !isYoung(portfolio.at)) return sums.find(key, currency)
      return { shownIn: portfolio.shownIn, value: totalOf(judge(key, portfolio.tokens)).value }
    },
    hasFailed: (place: Owner): boolean => isYoung(failures.get(ownerKey(place)) ?? -Infinity),
    /** `undefined`: the server does not serve it, or not all of it. @throws what the server throws */
    read: async (place: Owner, signal: AbortSignal): Promise<Sum | undefined> =>
      unlessAborted(read(place, signal), signal).catch((error: unknown) => {
        if (!signal.aborted) failures.set(ownerKey(place), Date.now())
        throw error
      }),
  }
}

/** The value of all that the visitor's accounts have on the site's other networks. Wallets are not asked. */
// eslint-disable-next-line max-lines-per-function -- one round over the networks, with what ends it
export function createOthers(services: Services, tokens: Tokens): Others {
  const { ctx, slice } = services
  const reader = createSumReader(services, tokens)
  let running: AbortController | undefined

  const places = (): readonly Owner[] =>
    ctx.networks.get().flatMap(({ value: network }) => {
      const account = ctx.accounts.active(network.namespace)
      const isInUse = services.owner()?.network.id === network.id
      return account && !isInUse ? [{ account, network: { ...network, supported: true } }] : []
    })
  const show = (found: Found, loading: boolean): void => {
    const { currency } = slice.get()
    const isCounted = (sum: Sum | undefined): sum is Sum =>
      sum !== undefined && (sum.value === undefined || sum.shownIn === currency)
    const counted = [...found.values()].filter(isCounted)
    const others: OthersState = {
      value: counted.length ? counted.reduce((all, { value = 0 }) => all + value, 0) : undefined,
      missing: [...found].flatMap(([id, sum]) => (isCounted(sum) ? [] : [id])),
      loading,
    }
    slice.set({ others })
  }
  const run = async (found: Found, due: readonly Owner[], signal: AbortSignal): Promise<void> => {
    let failed = 0
    await pause(FIRST_WAIT_MS, signal)
    for (const place of due) {
      found.set(place.network.id, undefined)
      if (failed === MOST_FAILURES) continue
      await whenSeen(signal)
      try {
        found.set(place.network.id, await reader.read(place, signal))
        failed = 0
      } catch (error) {
        signal.throwIfAborted()
        ctx.log.debug(error)
        failed++
      }
      await pause(BETWEEN_MS, signal)
    }
    show(found, false)
  }
  const stop = (): void => {
    running?.abort()
    running = undefined
    if (slice.get().others?.loading) slice.set({ others: undefined })
  }
  return {
    stop,
    start() {
      const { at, lastRetry } = slice.get()
      const all = places()
      if (at === undefined || lastRetry !== undefined || !all.length || !ctx.peer('backend')) return
      stop()
      const isDue = (place: Owner): boolean =>
        !reader.known(place) &&
        !reader.hasFailed(place) &&
        services.clientFor(place.network.namespace) !== undefined
      const due = all.filter(isDue)
      const found: Found = new Map(
        all
          .filter((place) => !due.includes(place))
          .map((place) => [place.network.id, reader.known(place)]),
      )
      show(found, due.length > 0)
      if (!due.length) return
      const mine = (running = new AbortController())
      run(found, due, mine.signal).catch((error: unknown) => {
        if (!mine.signal.aborted) ctx.log.warn(error)
      })
    },
    reset() {
      stop()
      slice.set({ others: undefined })
    },
    forget: reader.forget,
  }
}
