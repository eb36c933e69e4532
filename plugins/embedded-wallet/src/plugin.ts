import { definePlugin, type PluginDefinition, type Schema } from '@latchkey/plugin-api'
import type { EmbeddedApi, EmbeddedState } from './api.js'
import type { EmbeddedStorage, EmbeddedWalletOptions } from './options.js'
import type { Wallet } from './wallet/createWallet.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    embedded: EmbeddedApi
  }
  interface ViewParams {
    'embedded.email': undefined
    'embedded.code': undefined
    'embedded.device': undefined
    'embedded.security': undefined
  }
}

const asText: Schema<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError('Expected a text.')
  return value
}

/**
 * A wallet for EVM and Solana that visitors sign in to by email. Its keys live in a frame of another
 * origin, `@latchkey/secure-frame`, which asks the visitor before it signs.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * embeddedWallet({ url: 'https://secure.shop.example' })] })
 */
export const embeddedWallet = ({
  url = '',
  projectId = '',
  email = true,
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
    storage: {
      version: 1,
      keys: { email: asText, lastChain: asText, lastEmailLogin: Number, token: asText },
    },
    setup(ctx) {
      const slice = ctx.slice<EmbeddedState>({
        step: 'idle',
        email: '',
        error: undefined,
        failures: 0,
        accepted: false,
        resendAt: 0,
        approvals: 0,
        frameHeight: approvalHeight,
      })
      const settings = { url, projectId, email, container, approvalHeight, enableLogger }
      let wallet: Wallet | undefined
      const load = ctx.lazy(
        'the sign-in by email',
        async () =>
          (wallet = (await import('./wallet/createWallet.js')).createWallet(ctx, settings, slice)),
      )
      if (origins.length)
        ctx.late(async () => (await import('./late.js')).registerLate(ctx, settings, load))
      else
        ctx.log.error(
          `embeddedWallet() cannot use the url "${url}": write another origin, as https://wallet.example.`,
        )
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        prepare: () =>
          void load()
            .then((made) => made.prepare())
            .catch(ctx.log.debug),
        signIn: async (address) => (await load()).login.signIn(address),
        submitCode: async (code) => (await load()).login.submitCode(code),
        cancel: () => wallet?.login.cancel(),
        openSecurity: async (signal) => (await load()).openSecurity(signal),
        identityToken: async (options) => (await load()).identityToken(options),
        stage: () => wallet?.stage(),
      }
    },
  })
}
