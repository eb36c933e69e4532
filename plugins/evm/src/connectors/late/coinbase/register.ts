import type { PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE } from '../../../chain/networks.js'
import { toConnector } from '../../../wallet/toConnector.js'
import { CoinbasePopup } from './popup.js'
import { METHODS, SmartWallet, type Keeper } from './provider.js'
import { sessions } from './sessions.js'

/** Storage of this plugin: the id of the session. */
export type CoinbaseStorage = { session: (value: unknown) => string }

type Ctx = PluginContext<CoinbaseStorage, 'coinbase-wallet'>

/**
 * Keeps the session's id in the kernel's storage, so that two kernels on a page have one each, and
 * the session itself in IndexedDB, which can hold keys.
 */
function createKeeper({ storage, log }: Ctx): Keeper {
  const quietly = async (act: Promise<unknown>): Promise<void> =>
    void (await act.catch((error: unknown) => log.debug('sessions', error)))
  return {
    async load() {
      const id = storage.get('session')
      return id === undefined ? undefined : sessions.get(id).catch(() => undefined)
    },
    async save(session) {
      const id = storage.get('session') ?? crypto.randomUUID()
      storage.set('session', id)
      await quietly(sessions.put(id, session))
    },
    async forget() {
      const id = storage.get('session')
      storage.remove('session')
      if (id !== undefined) await quietly(sessions.remove(id))
    },
  }
}

/** Registers Coinbase's smart wallet. */
export function registerSmartWallet(ctx: Ctx): void {
  if (typeof document === 'undefined' || !globalThis.crypto?.subtle) return
  const site = () => {
    const { name, icons } = ctx.metadata
    const chains = ctx.networks
      .get()
      .filter(({ value: { namespace } }) => namespace === NAMESPACE)
      .map(({ value: { reference } }) => Number(reference))
    const current = Number(ctx.activeNetwork.current(NAMESPACE)?.reference ?? chains[0])
    return {
      appName: name,
      appLogoUrl: icons?.[0] ?? '',
      appChainIds: [current, ...chains.filter((id) => id !== current)],
    }
  }
  const popup = new CoinbasePopup(window, site)
  ctx.onDispose(popup.close)
  const wallet = new SmartWallet({ popup, keeper: createKeeper(ctx), site })
  ctx.connectors.add(
    toConnector(ctx, new Set(), {
      id: 'coinbaseWalletSDK',
      name: 'Coinbase Smart Wallet',
      kind: 'external',
      provider: () => wallet,
      availability: () => 'available',
      abandon: popup.close,
      methods: METHODS,
      type: 'smartAccount',
    }),
  )
}
