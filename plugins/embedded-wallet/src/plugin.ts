import { definePlugin, type PluginDefinition, type Schema } from '@latchkey/plugin-api'
import type { EmbeddedApi, EmbeddedState, LateApi } from './api.js'
import { lateMethods } from './constants.js'
import { SOCIALS } from './socials.js'
import type { EmbeddedStorage, EmbeddedWalletOptions } from './options.js'
import type { Wallet } from './wallet/createWallet.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    embedded: EmbeddedApi
  }
  interface ViewParams {
    'embedded.accountType': undefined
    'embedded.email': undefined
    'embedded.code': undefined
    'embedded.device': undefined
    'embedded.security': undefined
    'embedded.socials': undefined
    'embedded.social': undefined
  }
}

const asText: Schema<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError('Expected a text.')
  return value
}

const asNumbers: Schema<readonly number[]> = (value) => {
  if (!Array.isArray(value)) throw new TypeError('Expected a list.')
  return value.filter(Number.isSafeInteger) as number[]
}

const stored = {
  email: asText,
  lastChain: asText,
  lastEmailLogin: Number,
  smartAccountNetworks: asNumbers,
  token: asText,
  social: asText,
  username: asText,
  leftFor: asText,
  underWay: asText,
}

const initialState = (frameHeight: number): EmbeddedState => ({
  step: 'idle',
  email: '',
  error: undefined,
  failures: 0,
  accepted: false,
  resendAt: 0,
  approvals: 0,
  isAsking: false,
  frameHeight,
  socials: [],
  social: { status: 'idle' },
  change: { step: 'address' },
})

/** Methods that hand on to the wallet, in the same task where it is loaded. */
const lateApi = (loaded: () => Wallet | undefined, load: () => Promise<Wallet>): LateApi =>
  Object.fromEntries(
    lateMethods.map((name) => {
      const hand = (wallet: Wallet, given: unknown[]): Promise<unknown> =>
        (wallet[name] as (...given: unknown[]) => Promise<unknown>)(...given)
      const call = (...given: unknown[]): Promise<unknown> => {
        const wallet = loaded()
        return wallet ? hand(wallet, given) : load().then((made) => hand(made, given))
      }
      return [name, call]
    }),
  ) as unknown as LateApi

/**
 * A wallet for EVM and Solana that visitors sign in to by email or with a social account. Its keys live in
 * a frame of another origin, `@latchkey/secure-frame`, which asks the visitor before it signs.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * embeddedWallet({ url: 'https://secure.shop.example' })] })
 */
export const embeddedWallet = ({
  url = '',
  projectId = '',
  email = true,
  socials = SOCIALS,
  container,
  approvalHeight = 480,
  enableLogger = false,
}: EmbeddedWalletOptions = {}): PluginDefinition<'embedded', EmbeddedApi, EmbeddedStorage> => {
  const origin = URL.canParse(url) ? new URL(url).origin : ''
  // A frame of the page's own origin would have no secret before the page. `wallet.example` has no scheme.
  const origins = /^http/.test(origin) && origin !== globalThis.location?.origin ? [origin] : []
  return definePlugin({
    id: 'embedded',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: ['eip155', 'solana'],
    reaches: { origins, frames: origins, popups: origins },
    storage: { version: 1, keys: stored },
    setup(ctx) {
      const slice = ctx.slice(initialState(approvalHeight))
      const [frameOrigin] = origins
      const settings = {
        url,
        frameOrigin,
        projectId,
        email,
        socials,
        container,
        approvalHeight,
        enableLogger,
      }
      let wallet: Wallet | undefined
      const load = ctx.lazy(
        'the sign-in',
        async () =>
          (wallet = (await import('./wallet/createWallet.js')).createWallet(ctx, settings, slice)),
      )
      const loaded = (act: (made: Wallet) => unknown): void =>
        void load().then(act).catch(ctx.log.debug)
      ctx.events.on('kernel:ready', () => {
        // Telegram's web view leaves the page for a sign-in, and comes back with its result. A phone throws a
        // page away while its person is elsewhere, as with the provider.
        const isBack = /[?&]result_uri=/.test(globalThis.location?.search)
        if (isBack || ctx.storage.get('underWay')) loaded((made) => made.resume())
      })
      if (frameOrigin)
        ctx.late(async () => (await import('./late.js')).registerLate(ctx, settings, slice, load))
      else
        ctx.log.error(
          `embeddedWallet() cannot use the url "${url}": write another origin, as https://wallet.example.`,
        )
      return {
        ...lateApi(() => wallet, load),
        state: { get: slice.get, subscribe: slice.subscribe },
        prepare: () => loaded((made) => made.prepare()),
        cancel: () => wallet?.cancel(),
        stage: () => wallet?.stage(),
      }
    },
  })
}
