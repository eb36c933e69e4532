import {
  definePlugin,
  type Caip2,
  type Json,
  type PluginDefinition,
  type Schema,
} from '@latchkey/plugin-api'
import type { SwapApi, SwapRecord, SwapState } from './api.js'
import type { SwapCalls } from './createSwap.js'
import { swapNetworks } from './data/networks.js'
import type { SwapOptions, SwapStorage } from './options.js'
import type { Started } from './start.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    swap: SwapApi
  }
  interface ViewParams {
    'swap.token': { side: 'from' | 'to' } | undefined
    'swap.review': undefined
    'swap.slippage': undefined
    'swap.sent': undefined
  }
  interface KernelEvents {
    /** A wallet sent an approval or a swap. */
    'swap:submitted': { record: SwapRecord }
    /** The end of it became known. */
    'swap:settled': { record: SwapRecord }
    /** Balances on that network that were read before are out of date. */
    'swap:balance-changed': { network: Caip2; hash?: string }
  }
  interface ErrorContexts {
    /**
     * Swaps are not offered on the network in use. @remarks Name it in the option `networks`, if your
     * server has a market there; hide what leads here where `canSwap()` is false.
     */
    'swap.unsupported_network': { network: string }
    /**
     * A price of gas was asked for on a network without swaps. @remarks Ask for networks of the option
     * `networks`.
     */
    'swap.unsupported_gas_network': { network: string }
    /**
     * Nobody gives prices. @remarks Install `@latchkey/backend`, or name a market in the option
     * `sources`.
     */
    'swap.no_source': object
    /** No market trades the two tokens in that amount. @remarks Nothing to do for you. */
    'swap.no_route': object
    /**
     * A built swap is another one than the visitor wants, and the wallet was not asked. `problem` says
     * what differs. @remarks Look at the source that built it. A router or spender that you trust
     * belongs into the option `spenders`.
     */
    'swap.not_as_quoted': { problem: string }
    /**
     * A swap would fail on the chain. `reason`: `balance`, `allowance`, `moved`, `unsellable` or
     * `reverts`. @remarks Nothing to do for you: the view says it.
     */
    'swap.would_fail': { reason: string }
    /**
     * An approval or a swap was sent and did not succeed. @remarks Look at the transaction in an
     * explorer.
     */
    'swap.failed': { status: string; step: string }
    /** There is no ERC-20 token at an address. @remarks Check the address and the network. */
    'swap.no_token': { address: string }
  }
}

/** A list, or it throws. A bad entry costs the others nothing: entries are checked when read. */
const asList: Schema<readonly Json[]> = (value) => [...(value as readonly Json[])]

/** The state until a view is loaded. */
const initial = (slippage: number): SwapState =>
  ({
    ...{ phase: 'idle', isOffered: false, typed: '', slippage, tokens: [], tokensRead: 'unread' },
    ...{ balances: {}, prices: {}, isSent: false, sent: [] },
  }) as unknown as SwapState

/** Calls that load the rest of the plugin when the first one needs it. */
const CALLS = [
  ...(['start', 'setToken', 'setAmount', 'setSlippage', 'flip', 'max', 'refresh'] as const),
  ...(['review', 'accept', 'confirm', 'stopWaiting', 'leave', 'revoke'] as const),
  ...(['lookUp', 'importToken', 'gasPrice', 'dismiss'] as const),
] satisfies (keyof SwapCalls)[]

/**
 * Swapping one token for another: the price from the site's server or a market of the page, checked on
 * the network's own node before the wallet opens.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * backend({ url: '/api' }), swap()] })
 */
export const swap = (options: SwapOptions = {}): PluginDefinition<'swap', SwapApi, SwapStorage> =>
  definePlugin({
    id: 'swap',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    peers: { assets: '>=0.1.0', backend: '>=0.1.0' },
    storage: {
      version: 1,
      keys: { sent: asList, imported: asList },
      most: { sent: 50, imported: 100 },
    },
    setup(ctx) {
      const slice = ctx.slice(initial(options.slippage ?? 1))
      const isOffered = (network = ''): boolean =>
        (options.networks ?? swapNetworks).includes(network as Caip2)
      let calls: SwapCalls | undefined
      const late = ctx.lazy('swapping', async () =>
        (await import('./late.js')).startLate({ ctx, slice, options, isOffered }),
      )
      const load = async (): Promise<Started> => {
        const started = await (await late())()
        calls = started.calls
        return started
      }
      /** A failure is logged, as most callers do not wait. */
      const call =
        (name: (typeof CALLS)[number]) =>
        (...given: never[]): unknown => {
          const run = async (): Promise<unknown> =>
            (calls ?? (await load()).calls)[name](...(given as [never, never]))
          const done = run()
          done.catch(ctx.log.debug)
          return done
        }
      ctx.views.add({
        id: 'Swap',
        title: 'swap.title',
        render: { react: async () => (await load()).drawForm() },
      })
      ctx.accountActions.add({
        id: 'swap.open',
        feature: 'swaps',
        label: 'swap.title',
        icon: 'M4 8h13l-4-4M20 16H7l4 4',
        when: ({ account, network }) => !!account && isOffered(network?.id),
        run: () => ctx.router.push('Swap'),
      })
      ctx.late(late)
      return {
        ...(Object.fromEntries(CALLS.map((name) => [name, call(name)])) as unknown as SwapCalls),
        state: { get: slice.get, subscribe: slice.subscribe },
        canSwap: () => isOffered(ctx.activeNetwork.current()?.id),
        // A view is drawn only when the rest is there.
        watch: () => calls?.watch() ?? (() => undefined),
        show: (...view: never[]) => ctx.router.push(...(view as [never, never])),
        back: ctx.router.back,
      }
    },
  })
