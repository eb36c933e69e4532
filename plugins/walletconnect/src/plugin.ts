import { definePlugin, LatchkeyError, type PluginDefinition } from '@latchkey/plugin-api'
import type { WalletConnectApi } from './api.js'
import type {} from './errors.js'
import type { PairingState } from './pairing/machine.js'
import type { TextStorage } from './sdk/store.js'
import type { SocketClass } from './sockets.js'
import { views } from './views.js'

/** Options of {@link walletconnect}. */
export interface WalletConnectOptions {
  /** Project id of the public relay, which is used where `relayUrl` is left out. */
  projectId?: string
  /**
   * A relay of your own, `wss://...`: no other server is contacted then, and only wallets that are set
   * to that relay can answer.
   */
  relayUrl?: string
  /**
   * Lets the public verify service attest this page's origin to wallets. It loads a frame; where that
   * cannot load, each code takes 5 s longer.
   */
  verify?: boolean
  /**
   * Opens sockets where the runtime has no `WebSocket`, as in Node 20: the class of the package `ws`.
   */
  webSocket?: SocketClass
  /**
   * Keeps keys and sessions where the runtime has no IndexedDB, as in React Native. Without either, a
   * session ends with the page or the app.
   */
  storage?: TextStorage
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    walletconnect: WalletConnectApi
  }
}

const PUBLIC_RELAY = 'wss://relay.walletconnect.org'
const VERIFY = 'https://verify.walletconnect.org'

const originOf = (relayUrl: string): string => {
  if (/^wss?:\/\/[^/]/.test(relayUrl)) return new URL(relayUrl).origin
  throw new LatchkeyError(
    'kernel.invalid_option',
    `Invalid relayUrl "${relayUrl}": expected wss://host.`,
    { context: { option: 'relayUrl' } },
  )
}

/**
 * Wallets on other devices and in other apps, by QR code or link, in one session over all installed
 * chains.
 * Without `projectId` and `relayUrl` the modal has no WalletConnect row.
 * @example walletconnect({ projectId: '...' })
 * @example walletconnect({ relayUrl: 'wss://relay.example.com' })
 */
export const walletconnect = ({
  projectId,
  relayUrl,
  verify = false,
  ...surroundings
}: WalletConnectOptions = {}): PluginDefinition<
  'walletconnect',
  WalletConnectApi,
  { store: (value: unknown) => string }
> =>
  definePlugin({
    id: 'walletconnect',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    reaches:
      relayUrl || projectId
        ? { origins: [originOf(relayUrl ?? PUBLIC_RELAY)], frames: verify ? [VERIFY] : [] }
        : {},
    storage: { version: 1, keys: { store: String } },
    setup(ctx) {
      const pairing = ctx.slice<PairingState>({ status: 'idle', buffering: false, error: false })
      const late = ctx.lazy('WalletConnect', async () =>
        (await import('./late.js')).start(
          ctx,
          { projectId, relayUrl: relayUrl ?? (projectId && PUBLIC_RELAY), verify, ...surroundings },
          pairing,
        ),
      )
      ctx.late(late)
      for (const view of views) ctx.views.add(view)
      const later =
        (name: 'connect' | 'ping' | 'extend' | 'useApp' | 'getUniversalProvider') =>
        async (...args: never[]) =>
          ((await late())[name] as (...args: never[]) => never)(...args)
      return {
        pairing,
        ownRelay: projectId ? undefined : relayUrl,
        connect: later('connect'),
        ping: later('ping'),
        extend: later('extend'),
        useApp: later('useApp'),
        getUniversalProvider: later('getUniversalProvider'),
        installed: ({ rdns, name }) =>
          ctx.connectors
            .get()
            .find(
              ({ value }) =>
                value.availability() === 'installed' &&
                (rdns ? value.rdns === rdns : value.name === name),
            )?.value.id,
        connectInstalled: (walletId) => ctx.router.replace('ConnectingExternal', { walletId }),
      }
    },
  })
