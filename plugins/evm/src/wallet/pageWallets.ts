import type { PluginContext } from '@latchkey/plugin-api'
import { createSync, readSafely, type LiveConnections } from '@latchkey/plugin-api/wallet'
import type { Eip1193Provider } from './ask.js'
import { discover } from './discovery.js'
import { NAMESPACE } from '../chain/networks.js'
import { createPractice, toConnector } from './toConnector.js'

/**
 * Registers announced wallets (EIP-6963) under their rdns as they appear, and `window.ethereum` as
 * `injected` unless an announced wallet is the same object.
 */
export function registerWallets(ctx: PluginContext, listsInjected: boolean): void {
  const injected = (): Eip1193Provider | undefined =>
    readSafely(() => {
      const { ethereum } = window as { ethereum?: Eip1193Provider }
      return typeof ethereum?.request === 'function' &&
        !discovery.found().some(({ provider }) => provider === ethereum)
        ? ethereum
        : undefined
    })
  const live: LiveConnections = new Set()
  const practise = createPractice(ctx)
  const sync = createSync(
    ctx.connectors,
    NAMESPACE,
    () => discovery.found(),
    ({ id, name, icon, rdns, provider }) =>
      toConnector(
        ctx,
        live,
        { id, name, rdns, kind: 'announced', ...(icon && { icon }), provider: () => provider },
        practise,
      ),
  )
  const discovery = discover(window, (rdns) => ctx.connectors.isKnown({ rdns }), sync)
  ctx.onDispose(discovery.stop)
  ctx.connectors.add(
    toConnector(
      ctx,
      live,
      {
        id: 'injected',
        name: 'Browser Wallet',
        kind: 'injected',
        alwaysListed: listsInjected,
        provider: injected,
      },
      practise,
    ),
  )
}
