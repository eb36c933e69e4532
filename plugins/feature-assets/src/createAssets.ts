import { createToken, type Caip2, type Registry } from '@latchkey/plugin-api'
import type { AssetsApi, AssetToken, TokenAction } from './api.js'
import { createNfts } from './nfts/createNfts.js'
import { createServices, LIFETIME_MS, ownerKey, type AssetsSetup } from './services.js'
import { isAside } from './tokens/mergeTokens.js'
import { createTokens } from './tokens/createTokens.js'

/** What the plugin does once its data is wanted. */
export interface Engine extends Pick<
  AssetsApi,
  'refresh' | 'tokens' | 'loadNfts' | 'hide' | 'actionsOf'
> {
  /** Keeps the tokens up to date until the signal is aborted. */
  watch(signal: AbortSignal): void
  /** Balances on that network have changed. */
  onChanged(network: Caip2): void
}

export function createAssets(setup: AssetsSetup): Engine {
  const { ctx, slice } = setup
  const services = createServices(setup)
  const tokens = createTokens(services)
  const nfts = createNfts(services)
  const actions: Registry<TokenAction> = ctx.points.open(createToken<TokenAction>('assets.actions'))
  const watchers = new Set<AbortSignal>()
  let retry: ReturnType<typeof setTimeout> | undefined

  const load = async (isForced?: boolean): Promise<void> => {
    await tokens.load(isForced)
    clearTimeout(retry)
    const { lastRetry } = slice.get()
    if (lastRetry === undefined || !watchers.size) return
    const wait = Math.max(0, lastRetry + LIFETIME_MS - Date.now())
    retry = setTimeout(() => {
      if (globalThis.navigator?.onLine !== false) loadIfWatched()
    }, wait)
  }
  const loadIfWatched = (): void => {
    if (watchers.size) void load()
  }
  let key = ownerKey(services.owner())
  const compare = (): void => {
    const now = ownerKey(services.owner())
    if (now === key) return
    key = now
    tokens.show()
    nfts.reset()
    loadIfWatched()
  }
  ctx.onDispose(ctx.accounts.subscribe(compare))
  ctx.onDispose(ctx.activeNetwork.subscribe(compare))
  globalThis.window?.addEventListener('online', loadIfWatched)
  ctx.onDispose(() => {
    globalThis.window?.removeEventListener('online', loadIfWatched)
    clearTimeout(retry)
    tokens.stop()
    nfts.reset()
  })
  tokens.show()
  return {
    refresh: () => load(true),
    loadNfts: nfts.load,
    hide: tokens.hide,
    actionsOf: (token) =>
      actions
        .get()
        .map(({ value }) => value)
        .filter(({ when }) => when(token)),
    async tokens() {
      let asked: string
      do {
        asked = ownerKey(services.owner())
        await load()
      } while (asked !== ownerKey(services.owner()))
      const { tokens: all, at, error } = slice.get()
      if (at === undefined && error !== undefined) throw error
      return all.filter((token: AssetToken) => !isAside(token))
    },
    watch(signal) {
      if (signal.aborted) return
      watchers.add(signal)
      signal.addEventListener('abort', () => watchers.delete(signal))
      void load()
    },
    onChanged(network) {
      if (services.owner()?.network.id !== network) return
      tokens.stop()
      nfts.reset()
      loadIfWatched()
    },
  }
}
