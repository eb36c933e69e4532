import { isLatchkeyError, type Connector, type PluginContext } from '@latchkey/plugin-api'
import { notInstalled, type LiveConnections } from '@latchkey/plugin-api/wallet'
import { NAMESPACE } from '../chain/networks.js'
import { openConnection, type Options } from './connection.js'
import { findWallet } from './injected.js'

const ID = 'sample-chain.wallet'
const NAME = 'Sample Chain Wallet'

/** Registers the wallet that stands in the page. */
export function registerWallets({
  connectors,
  signal: end,
}: Pick<PluginContext, 'connectors' | 'signal'>): void {
  const live: LiveConnections = new Set()
  const options = (): Options => {
    const wallet = findWallet()
    if (!wallet) throw notInstalled(ID, NAME)
    return { id: ID, wallet, live, end }
  }
  const connector: Connector = {
    id: ID,
    name: NAME,
    kind: 'injected',
    namespaces: [NAMESPACE],
    availability: () => (findWallet() ? 'installed' : 'unavailable'),
    async connect({ silent, signal, onStep }) {
      const found = options()
      onStep({ step: 'confirm' })
      return openConnection(found, silent, signal)
    },
    // The wallet remembers the site. One that forgot it, or is gone, is not restored.
    async restore(_, { signal }) {
      try {
        return await openConnection(options(), true, signal)
      } catch (error) {
        if (isLatchkeyError(error, 'wallet.unauthorized')) return undefined
        if (isLatchkeyError(error, 'wallet.not_installed')) return undefined
        throw error
      }
    },
  }
  connectors.add(connector)
}
