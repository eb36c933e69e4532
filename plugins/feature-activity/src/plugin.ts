import {
  definePlugin,
  type Caip2,
  type Dispose,
  type Json,
  type PluginDefinition,
} from '@latchkey/plugin-api'
import type { ActivityApi, ActivityState } from './api.js'
import { activityNamespaces, type ActivityOptions } from './options.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    activity: ActivityApi
  }
  interface ViewParams {
    'activity.list': undefined
    'activity.entry': { id: string }
  }
  interface KernelEvents {
    /** A page of history could not be fetched. Tracking may count it. */
    'activity:fetch-failed': {
      address: string
      network: Caip2
      cursor: string | undefined
      error: unknown
    }
  }
  interface ErrorContexts {
    /**
     * A page of history was to be fetched without an account. @remarks Wait until an account is
     * connected, or name one: `fetchTransactions({ account })`.
     */
    'activity.account_missing': object
  }
}

const INITIAL_STATE: ActivityState = {
  transactions: [],
  transactionsByYear: {},
  coinbaseTransactions: {},
  lastNetworkInView: undefined,
  lastAccountInView: undefined,
  loading: false,
  empty: false,
  next: undefined,
  coinsSince: undefined,
  error: undefined,
  readAt: undefined,
  blockedUntil: undefined,
  pending: [],
  fresh: 0,
  undone: 0,
  suspicions: {},
  names: {},
  hasBackend: false,
  timeZone: undefined,
  network: undefined,
  steps: [],
}

/**
 * The account's history: a tab of the Account view with what was sent and received, newest first.
 * Histories come from the site's own server by `@latchkey/backend`; without it the tab has what this
 * page sent itself, and a link to the explorer.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * backend({ url: 'https://api.shop.example' }), activity()] })
 */
export const activity = (
  options: ActivityOptions = {},
): PluginDefinition<'activity', ActivityApi> =>
  definePlugin({
    id: 'activity',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    peers: { backend: '>=0.1.0' },
    storage: {
      version: 1,
      // A list, or it throws. Its pages are checked when they are read.
      keys: { history: (value) => [...(value as readonly Json[])] },
      most: { history: 4 },
    },
    setup(ctx) {
      const slice = ctx.slice(INITIAL_STATE)
      const place = { top: 0, row: 0 }
      const late = ctx.lazy('activity', async () =>
        (await import('./late.js')).startLate({ ctx, slice, place, options }),
      )
      // The tab is named before its texts are loaded, by the modal's own text.
      ctx.messages.add({ en: { 'ui.activity': 'Activity' } })
      ctx.views.add({
        id: 'activity.list',
        title: 'ui.activity',
        presentation: 'inline',
        render: { react: async () => (await late()).drawList() },
      })
      ctx.accountTabs.add({
        id: 'activity.tab',
        fills: 'activity',
        feature: 'activity',
        label: 'ui.activity',
        view: 'activity.list',
        when: ({ account }) => activityNamespaces.includes(account?.namespace ?? ''),
      })
      const fetcher = async () => (await late()).history
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        place,
        fetchTransactions: async (query) => (await fetcher()).fetchTransactions(query),
        open: async () => (await fetcher()).open(),
        loadMore: async () => (await fetcher()).loadMore(),
        refresh: async () => (await fetcher()).refresh(),
        showNew: async () => (await fetcher()).showNew(),
        follow: async (): Promise<Dispose> => (await fetcher()).follow(),
        // Its view is registered by the late part.
        show: (id) =>
          void late().then(() => ctx.router.push('activity.entry', { id }), ctx.log.warn),
      }
    },
  })
