import {
  definePlugin,
  type Caip2,
  type Json,
  type PluginDefinition,
  type Schema,
} from '@latchkey/plugin-api'
import { byLanguage } from '@latchkey/plugin-api/languages'
import type { OnrampApi, OnrampForm } from './api.js'
import { INITIAL_STATE } from './initialState.js'
import type { OnrampContext, OnrampOptions, OnrampStorage } from './options.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    onramp: OnrampApi
  }
  interface ViewParams {
    'onramp.form': undefined
    'onramp.coin': undefined
    'onramp.currency': undefined
    /** `order`: the key of the order in the state. */
    'onramp.order': { order: string }
  }
  interface KernelEvents {
    /** A provider's window was opened, or was to be. */
    'onramp:started': { provider: string; network: Caip2 }
    /** The end of a purchase became known. */
    'onramp:settled': { provider: string; network: Caip2; status: string }
    /** Bought coins were sent: balances on that network are out of date. */
    'onramp:balance-changed': { network: Caip2; hash?: string }
  }
  interface ErrorContexts {
    /**
     * A provider's price does not answer what was asked, or its sum is wrong: nothing can be bought by
     * it. @remarks Compare the provider's answer with `reason`: `currency`, `amount`, `sum`, `total`,
     * `coin`, `provider` or `id`.
     */
    'onramp.quote_refused': { provider: string; reason: string }
    /**
     * The address of a provider's window may not be opened. @remarks It must be of the provider's own
     * origin, name the visitor's wallet alone, and be new. `reason` is `malformed`, `origin`,
     * `credentials`, `wallet` or `reused`.
     */
    'onramp.url_refused': { provider: string; reason: string }
    /**
     * The server answered about another order than it was asked for. @remarks Look for a cache or a
     * proxy that mixes up answers; `reason` names the wrong member.
     */
    'onramp.order_refused': { reason: string }
    /**
     * Something was to be bought where there is no price: at most an estimate. @remarks Let the
     * visitor try again, or choose another provider.
     */
    'onramp.no_price': { provider: string }
    /**
     * Something was to be bought before an amount, a coin and a provider were chosen. @remarks
     * `missing` names the part.
     */
    'onramp.not_ready': { missing: string }
  }
}

/** A list, or it throws. A bad entry costs the others nothing: entries are checked when read. */
const asList: Schema<readonly Json[]> = (value) => [...(value as readonly Json[])]

/** The origin of a sandbox, https or on this machine; nothing for any other address. */
function sandboxOrigin(url: string | undefined): string | undefined {
  const origin = url && URL.canParse(url) ? new URL(url).origin : ''
  return /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin) ? origin : undefined
}

/** The word on the button in other languages than English: one file for all, fetched when one is shown. */
const wordsOfButton = () =>
  byLanguage(async (language) => (await import('./buyWords.js')).wordIn(language))

/** Whether an account of this chain family can buy. The rest of what is known of providers is fetched. */
const createCanBuy =
  (
    ctx: OnrampContext,
    { providers = ['coinbase', 'meld'], meldPublicKey }: OnrampOptions,
    client: () => unknown,
  ) =>
  (namespace = ctx.accounts.active()?.namespace): boolean =>
    !!(client() ?? meldPublicKey) &&
    (namespace === 'eip155' ||
      (namespace === 'solana' &&
        [providers, ctx.remoteFeatures.get()['onramp']].every((list) =>
          `${list}`.includes('meld'),
        )))

/**
 * Buying coins through providers that the site chose: a form behind a button of the Account view, the
 * provider's own window, and the purchase followed until the coins are there.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * backend({ url: '/api' }), onramp()] })
 */
export const onramp = (
  options: OnrampOptions = {},
): PluginDefinition<'onramp', OnrampApi, OnrampStorage> => {
  const sandbox = sandboxOrigin(options.sandbox)
  return definePlugin({
    id: 'onramp',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    peers: { backend: '>=0.1.0' },
    reaches: {
      popups: ['https://pay.coinbase.com', 'https://meldcrypto.com', ...(sandbox ? [sandbox] : [])],
    },
    storage: { version: 1, keys: { orders: asList }, most: { orders: 20 } },
    setup(ctx) {
      const slice = ctx.slice(INITIAL_STATE)
      const client = () => ctx.peer('backend')?.client
      const canBuy = createCanBuy(ctx, options, client)
      const late = ctx.lazy('buying', async () =>
        (await import('./late.js')).startLate({
          ctx,
          slice,
          client,
          options: { ...options, sandbox },
        }),
      )
      let form: OnrampForm | undefined
      const load = ctx.lazy('the form', async () => (form = await (await late()).load()))
      ctx.messages.add({ en: { 'onramp.title': 'Buy' }, ...wordsOfButton() })
      ctx.views.add({
        id: 'onramp.form',
        title: 'onramp.title',
        render: { react: async () => (await Promise.all([late(), load()]))[0].drawForm() },
      })
      ctx.accountActions.add({
        id: 'onramp.open',
        feature: 'onramp',
        label: 'onramp.title',
        icon: 'M12 5v14M5 12h14',
        when: ({ account }) => canBuy(account?.namespace),
        run: () => ctx.router.push('onramp.form'),
      })
      // Orders of an earlier page are followed as soon as anything of the kernel is wanted.
      ctx.late(async () => {
        if (ctx.storage.get('orders')?.length) await load()
      })
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        canBuy: () => canBuy(),
        form: load,
        formNow: () => form,
        show: ctx.router.push,
        back: ctx.router.back,
      }
    },
  })
}
