import { createToken, type Caip2 } from '@latchkey/plugin-api'
import type { AssetsApi, TokenAction } from './api.js'
import { createNfts } from './nfts/createNfts.js'
import { LIFETIME_MS } from './lifetime.js'
import { createServices, ownerKey, type AssetsSetup } from './services.js'
import { createTokens, type Tokens } from './tokens/createTokens.js'
import { isAside } from './tokens/mergeTokens.js'

/** The calls of {@link AssetsApi} that need data, and the events that make it old. */
export interface Engine extends Pick<
  AssetsApi,
  'refresh' | 'tokens' | 'loadNfts' | 'hide' | 'actionsOf' | 'nextActions'
> {
  /** Keeps the tokens up to date until the signal is aborted. */
  watch(signal: AbortSignal): void
  /** Balances on that network have changed. */
  onChanged(network: Caip2): void
}

/** Reads the tokens while somebody watches: again after a failure, and when the page is online. */
function createWatch({ ctx, slice }: AssetsSetup, tokens: Tokens) {
  const watchers = new Set<AbortSignal>()
  let retry: ReturnType<typeof setTimeout> | undefined
  const load = async (isForced?: boolean): Promise<void> => {
    await tokens.load(isForced)
    clearTimeout(retry)
    const { lastRetry } = slice.get()
    if (lastRetry === undefined || !watchers.size || ctx.signal.aborted) return
    const wait = Math.max(0, lastRetry + LIFETIME_MS - Date.now())
    retry = setTimeout(() => {
      if (globalThis.navigator?.onLine !== false) loadIfWatched()
    }, wait)
  }
  const loadIfWatched = (): void => {
    if (watchers.size) void load()
  }
  globalThis.window?.addEventListener('online', loadIfWatched)
  ctx.onDispose(() => {
    globalThis.window?.removeEventListener('online', loadIfWatched)
    clearTimeout(retry)
  })
  return {
    load,
    loadIfWatched,
    watch(signal: AbortSignal): void {
      if (signal.aborted) return
      watchers.add(signal)
      signal.addEventListener('abort', () => watchers.delete(signal))
      void load()
    },
  }
}

export function createAssets(setup: AssetsSetup): Engine {
  const { ctx, slice } = setup
  const services = createServices(setup)
  const tokens = createTokens(services)
  const nfts = createNfts(services)
  const actions = ctx.points.open(createToken<TokenAction>('assets.actions'))
  const { load, loadIfWatched, watch } = createWatch(setup, tokens)

  let key = ownerKey(services.owner())
  const followOwner = (): void => {
    const now = ownerKey(services.owner())
    if (now === key) return
    key = now
    tokens.show()
    nfts.reset()
    loadIfWatched()
  }
  ctx.onDispose(ctx.accounts.subscribe(followOwner))
  ctx.onDispose(ctx.activeNetwork.subscribe(followOwner))
  ctx.onDispose(tokens.stop)
  ctx.onDispose(nfts.stop)
  tokens.show()
  return {
    watch,
    refresh: () => load(true),
    loadNfts: nfts.load,
    hide: tokens.hide,
    actionsOf: (token) =>
      actions
        .get()
        .map(({ value }) => value)
        .filter(({ when }) => when(token)),
    nextActions() {
      const { account, network } = services.owner() ?? {}
      return ctx.accountActions
        .get()
        .map(({ value }) => value)
        .filter(
          ({ feature = '', when }) =>
            ['receive', 'onramp'].includes(feature) && (when?.({ account, network }) ?? true),
        )
    },
    async tokens() {
      let asked: string
      do {
        asked = ownerKey(services.owner())
        await load()
      } while (asked !== ownerKey(services.owner()))
      const { tokens: all, at, error } = slice.get()
      if (at === undefined && error !== undefined) throw error
      return all.filter((token) => !isAside(token))
    },
    onChanged(network) {
      if (services.owner()?.network.id !== network) return
      nfts.reset()
      if (!tokens.restart()) loadIfWatched()
    },
  }
}
