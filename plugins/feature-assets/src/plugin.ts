import {
  definePlugin,
  type Caip2,
  type Json,
  type PluginDefinition,
  type Schema,
} from '@latchkey/plugin-api'
import type { AssetsApi, AssetsState } from './api.js'
import { createChanges } from './changes.js'
import type { Late } from './late.js'
import type { AssetsContext, AssetsOptions, AssetsStorage } from './options.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    assets: AssetsApi
  }
  interface ViewParams {
    'assets.tokens': undefined
    'assets.nfts': undefined
    'assets.hidden': undefined
    'assets.token': { chainId: Caip2; address: string | undefined }
    'assets.approvals': undefined
    /** `approval`: the key of the right in the state. */
    'assets.approval': { approval: string }
    'assets.nft': { contract: string; tokenId: string }
  }
  interface KernelEvents {
    /** A right over tokens was taken away, which cost a fee. */
    'assets:balance-changed': { network: Caip2; hash?: string }
  }
}

/** A list, or it throws. A bad entry costs the others nothing: entries are checked when read. */
const asList: Schema<readonly Json[]> = (value) => [...(value as readonly Json[])]

const NO_NFTS: AssetsState['nfts'] = {
  items: [],
  hasMore: false,
  isRead: false,
  isServed: true,
  loading: false,
}
const INITIAL_STATE: Omit<AssetsState, 'currency' | 'wanted'> = {
  tokens: [],
  loading: false,
  nfts: NO_NFTS,
}

/** Adds the tabs. Their texts and components are fetched when one is drawn. */
function addTabs(ctx: AssetsContext, load: () => Promise<Late>): void {
  ctx.messages.add({ en: { 'assets.tokens': 'Tokens', 'assets.nfts': 'NFTs' } })
  for (const fills of ['tokens', 'nfts'] as const) {
    const id = `assets.${fills}` as const
    ctx.views.add({
      id,
      title: id,
      presentation: 'inline',
      render: { react: async () => (await load()).draw(fills) },
    })
    ctx.accountTabs.add({
      id,
      label: id,
      view: id,
      fills,
      when({ account }) {
        const { tabs, abilities } = ctx.adapters.find(account?.namespace ?? '')?.value ?? {}
        return !!(tabs?.includes(fills) || (fills === 'tokens' && abilities?.includes('balance')))
      },
    })
  }
}

/** The calls of the API, which load the rest of the plugin when the first one needs it. */
function createCalls(
  ctx: AssetsContext,
  load: () => Promise<Late>,
  now: () => Late | undefined,
): Omit<AssetsApi, 'state'> {
  return {
    refresh: async () => (await load()).refresh(),
    tokens: async () => (await load()).tokens(),
    loadNfts: async () => (await load()).loadNfts(),
    loadApprovals: async () => (await load()).loadApprovals(),
    revoke: async (approval) => (await load()).revoke(approval),
    watch(also) {
      const end = new AbortController()
      load().then((started) => started.watch(end.signal, also), ctx.log.warn)
      return () => end.abort()
    },
    hide: (token, isHidden) =>
      void load().then((started) => started.hide(token, isHidden), ctx.log.warn),
    actionsOf: (token) => now()?.actionsOf(token) ?? [],
    nftActionsOf: (nft) => now()?.nftActionsOf(nft) ?? [],
    nextActions: () => now()?.nextActions() ?? [],
    networkOf: (id) => ctx.networks.find(id)?.value,
    // The late part registers the views.
    show: (...view: never[]) =>
      void load().then(() => ctx.router.push(...(view as [never, never])), ctx.log.warn),
  }
}

/**
 * Tokens and NFTs of the account in use, in the Account view's tabs, and as data for other plugins.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * backend({ url: '/api' }), assets()] })
 */
export const assets = (
  options: AssetsOptions = {},
): PluginDefinition<'assets', AssetsApi, AssetsStorage> =>
  definePlugin({
    id: 'assets',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    peers: { backend: '>=0.1.0' },
    storage: {
      version: 1,
      keys: {
        portfolio: asList,
        hidden: asList,
        airdrops: asList,
        sums: asList,
        nfts: asList,
        changed: asList,
      },
      most: { portfolio: 6, hidden: 1_000, airdrops: 1_000, sums: 100, nfts: 4, changed: 20 },
    },
    setup(ctx) {
      const currency = (options.currency ?? 'usd').toLowerCase()
      const slice = ctx.slice<AssetsState>({
        ...INITIAL_STATE,
        currency,
        wanted: currency,
      })
      const changed = createChanges(ctx)
      let late: Late | undefined
      const load = ctx.lazy(
        'tokens and NFTs',
        async () =>
          (late ??= await (
            await import('./late.js')
          ).startLate({ ctx, slice, changed, ...options, currency })),
      )
      ctx.onDispose(
        ctx.events.onAny((name, event) => {
          if (!name.endsWith(':balance-changed')) return
          const { network, hash } = event as { network: Caip2; hash?: string }
          changed.add(network, hash)
          late?.onChanged(network)
        }),
      )
      addTabs(ctx, load)
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        ...createCalls(ctx, load, () => late),
      }
    },
  })
