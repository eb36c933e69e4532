import {
  createToken,
  definePlugin,
  LatchkeyError,
  type Caip2,
  type IdentitySource,
  type Json,
  type PluginDefinition,
  type Schema,
} from '@latchkey/plugin-api'
import { byLanguage } from '@latchkey/plugin-api/languages'
import type { NamesApi, NamesForm } from './api.js'
import { INITIAL_STATE } from './initialState.js'
import type { NamesContext, NamesOptions, NamesStorage } from './options.js'
import { suffixOf } from './rules/suffixOf.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    names: NamesApi
  }
  interface KernelEvents {
    /** A name was registered: what was read of it, and of the account, is out of date. */
    'names:registered': { name: string; address: string; network: Caip2 }
  }
  interface ErrorContexts {
    /**
     * A name could not be looked up. `reason`: the server's own words, or empty. @remarks Read `cause`:
     * the server, or the node that it asks, did not answer.
     */
    'names.resolve_failed': { name: string; reason: string; retryAfterMs?: number }
    /**
     * Free names could not be asked for. `reason`: the server's own words, or empty. @remarks Read
     * `cause`. A server without the zone answers with status 404.
     */
    'names.suggestions_failed': { name: string; reason: string; retryAfterMs?: number }
    /**
     * The names of an address could not be asked for. `name` is the address; `reason`: the server's own
     * words, or empty. @remarks Read `cause`.
     */
    'names.reverse_failed': { name: string; reason: string; retryAfterMs?: number }
    /**
     * A name was not registered. `reason`: the server's own words, such as "This name is taken", or
     * empty. `retryAfterMs`: the time after which the server takes further tries, in ms. @remarks Show
     * the reason. Where there is none, read `cause`. The plugin has checked that the server did not
     * store the name all the same.
     */
    'names.register_failed': { name: string; reason: string; retryAfterMs?: number }
    /** A name was to be registered while no network is in use. @remarks Set `defaultNetwork`. */
    'names.network_missing': object
    /**
     * A name was to be registered without an account of a wallet by email or social login. @remarks
     * Connect one: `@latchkey/embedded-wallet` brings it. Other wallets cannot register names.
     */
    'names.account_missing': object
    /**
     * Names were asked for while a chain family without names is in use. @remarks Ask only on EVM
     * chains.
     */
    'names.unsupported_namespace': { namespace: string }
    /**
     * The network's id is 2147483648 or above, and has no coin type (ENSIP-11). `code` is 32603.
     * @remarks Register on another network: the name is good there only.
     */
    'names.invalid_chain_id': { chainId: string; code: number }
    /**
     * A name breaks a rule. `rule`: `characters`, `short`, `long` or `hyphens`. @remarks Names have 4 to
     * 63 letters from a to z, digits and hyphens.
     */
    'names.invalid_name': { name: string; rule: string }
    /** The wallet is asked about a name already. @remarks Wait for it, or call `cancel()`. */
    'names.busy': object
  }
}

/** A list, or it throws. A bad entry costs the others nothing: entries are checked when read. */
const asList: Schema<readonly Json[]> = (value) => [...(value as readonly Json[])]

/** The word on the button in other languages than English: one file for all, fetched when one is shown. */
const wordsOfButton = () =>
  byLanguage(async (language) => (await import('./nameWords.js')).wordIn(language))

/** Fills the point of names that are shown beside their addresses. */
const nameAddresses = ({ points, events }: NamesContext, identify: IdentitySource['identify']) =>
  points.add(createToken<IdentitySource>('identities'), {
    id: 'names',
    identify,
    subscribe(listener) {
      const stops = [events.on('names:registered', listener), events.on('names:changed', listener)]
      return () => stops.forEach((stop) => stop())
    },
  })

/** @throws `kernel.invalid_option` */
function checkZone(zone: string | undefined, register: boolean): void {
  if (zone === undefined ? register : !/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(zone))
    throw new LatchkeyError(
      'kernel.invalid_option',
      `Option zone of names() is not a name: ${zone}. Give one that you own: shop.eth.`,
      { context: { option: 'names.zone' } },
    )
}

/**
 * Names that the site gives out, and the lookup of names for other plugins. The form stands behind an
 * entry of the Account view.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * backend({ url: '/api' }), embeddedWallet({ url: 'https://secure.shop.example' }),
 * names({ zone: 'shop.eth' })] })
 * @throws `kernel.invalid_option`
 */
export const names = (
  options: NamesOptions = {},
): PluginDefinition<'names', NamesApi, NamesStorage> => {
  const { zone, register = zone !== undefined } = options
  checkZone(zone, register)
  return definePlugin({
    id: 'names',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    peers: { backend: '>=0.1.0' },
    storage: {
      version: 1,
      keys: { names: asList, reverses: asList, identities: asList },
    },
    setup(ctx) {
      const slice = ctx.slice(INITIAL_STATE)
      const suffix = suffixOf(zone)
      const late = ctx.lazy('names', async () =>
        (await import('./late.js')).startLate({
          ctx,
          slice,
          options,
          suffix,
          canRegister: register,
          client: () => ctx.peer('backend')?.client,
        }),
      )
      let form: NamesForm | undefined
      const load = async () => (form = await (await late()).load())
      const lookup = async () => (await late()).lookup()
      nameAddresses(ctx, async (...asked) => (await late()).identify(...asked))
      ctx.messages.add({ en: { 'names.title': 'Get a name' }, ...wordsOfButton() })
      for (const id of ['RegisterAccountName', 'RegisterAccountNameSuccess'] as const)
        ctx.views.add({
          id,
          title: 'names.title',
          render: { react: async () => (await Promise.all([late(), load()]))[0].drawViews[id]() },
        })
      ctx.accountActions.add({
        id: 'names.open',
        label: 'names.title',
        icon: 'M20 13l-7 7-9-9V4h7zM8 8v.1',
        when: ({ account }) => register && account?.namespace === 'eip155',
        run: () => ctx.router.push('RegisterAccountName'),
      })
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        suffix,
        canResolve: () => ctx.activeNetwork.get().namespace === 'eip155',
        resolve: async (...asked) => (await lookup()).resolve(...asked),
        reverse: async (...asked) => (await lookup()).reverse(...asked),
        identity: async (...asked) => (await lookup()).identity(...asked),
        form: load,
        formNow: () => form,
        show: ctx.router.push,
        back: ctx.router.back,
      }
    },
  })
}
