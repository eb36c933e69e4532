import type { Caip2 } from '@latchkey/plugin-api'
import type { AssetsState, AssetToken } from '../api.js'
import { readTokens, type Order } from '../sources/readTokens.js'
import { unlessAborted } from '../sources/timing.js'
import { isYoung, LIFETIME_MS, ownerKey, type Owner, type Services } from '../services.js'
import { createHiddenTokens } from './hiddenTokens.js'
import { mergeTokens, tokenKey } from './mergeTokens.js'
import { createPortfolioCache, type Portfolio } from './portfolioCache.js'
import type { RawToken } from './rawToken.js'
import { spamOf, type KnownNames } from './spam.js'

export interface Tokens {
  /** Shows what is known of the owner in use: nothing of another one stays. */
  show(): void
  /**
   * Reads the tokens where the cache has none that are young enough, or `isForced`. Does nothing
   * within 30 s of a failure.
   */
  load(isForced?: boolean): Promise<void>
  /** Ends the reading that is under way. */
  stop(): void
  hide(token: AssetToken, isHidden: boolean): void
}

interface Failure {
  at: number
  error: unknown
}
const NOTHING = {
  tokens: [],
  loading: false,
  lastRetry: undefined,
  error: undefined,
  at: undefined,
} as const satisfies Partial<AssetsState>

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

/** The tokens of the account in use: read, kept for 30 s over reloads, merged into the state. */
export function createTokens(services: Services): Tokens {
  const { ctx, slice, changed, tokens: listed = [], currency = 'usd' } = services
  const cache = createPortfolioCache(ctx)
  const hidden = createHiddenTokens(ctx)
  const toaster = createToaster(services)
  const failures = new Map<string, Failure>()
  let shown: { key: string; raw: readonly RawToken[] } = { key: '', raw: [] }
  let running: { key: string; work: Promise<void>; stop: AbortController } | undefined

  /** The names on a network that other tokens must not take. */
  const namesOn = (chain: Caip2): KnownNames['tokens'] => [
    ...listed.filter(({ network }) => network === chain),
    ...[ctx.networks.find(chain)?.value.nativeCurrency].filter((coin) => coin !== undefined),
  ]
  const merge = (raw: readonly RawToken[]): readonly AssetToken[] =>
    mergeTokens(raw, {
      listed,
      hidden: hidden.get(),
      spamOf: (token) => spamOf(token, { tokens: namesOn(token.chainId) }),
    })
  const put = (key: string, { tokens: raw, at }: Pick<Portfolio, 'tokens' | 'at'>): void => {
    shown = { key, raw }
    slice.set({ tokens: merge(raw), at, lastRetry: undefined, error: undefined })
  }
  const stop = (): void => {
    running?.stop.abort()
    running = undefined
  }
  const show = (): void => {
    const owner = services.owner()
    const key = ownerKey(owner)
    if (key === shown.key) return
    stop()
    shown = { key, raw: [] }
    const { account, network } = owner ?? {}
    slice.set({
      ...NOTHING,
      owner: account &&
        network && { address: account.address, namespace: account.namespace, network: network.id },
    })
    const known = owner && cache.find(key, currency)
    if (known) put(key, known)
    const failure = failures.get(key)
    if (failure) slice.set({ lastRetry: failure.at, error: failure.error })
  }
  const read = async (key: string, order: Order): Promise<void> => {
    const { signal, force, owner } = order
    try {
      const { tokens, isUnserved } = await unlessAborted(readTokens(services, order), signal)
      if (changed.get(owner.network.id) === force) changed.delete(owner.network.id)
      failures.delete(key)
      const portfolio = { owner: key, currency, at: Date.now(), tokens }
      cache.store(portfolio)
      put(key, portfolio)
      if (isUnserved) toaster.say(owner.network.id)
      else toaster.forget(key)
    } catch (error) {
      if (signal.aborted) return
      ctx.log.warn(error)
      const failure = { at: Date.now(), error }
      failures.set(key, failure)
      slice.set({ lastRetry: failure.at, error })
      toaster.say(key)
    } finally {
      if (!signal.aborted) slice.set({ loading: false })
    }
  }
  const start = (key: string, owner: Owner, force: Order['force']): Promise<void> => {
    const controller = new AbortController()
    const { signal } = controller
    const abort = (): void => controller.abort()
    ctx.signal.addEventListener('abort', abort)
    slice.set({ loading: true })
    const work = read(key, { owner, currency, force, signal }).finally(() => {
      ctx.signal.removeEventListener('abort', abort)
      if (running?.work === work) running = undefined
    })
    running = { key, work, stop: controller }
    return work
  }
  return {
    show,
    stop,
    async load(isForced = false) {
      show()
      const owner = services.owner()
      if (!owner) return
      const key = ownerKey(owner)
      const force = changed.get(owner.network.id) ?? (isForced ? true : undefined)
      const known = force === undefined ? cache.find(key, currency) : undefined
      if (known && isYoung(known.at, LIFETIME_MS)) return put(key, known)
      const failure = failures.get(key)
      if (failure && isYoung(failure.at)) return
      return running?.key === key ? running.work : start(key, owner, force)
    },
    hide(token, isHidden) {
      hidden.set(tokenKey(token), isHidden)
      slice.set({ tokens: merge(shown.raw) })
    },
  }
}
