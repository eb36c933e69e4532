import { LatchkeyError, type PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE } from './chain/networks.js'

/** The API of this plugin for hosts: `kernel.plugins['sample-chain']`. */
export interface SampleChainApi {
  /**
   * Signs a message with the connected account.
   * @throws `rpc.no_connection`, `wallet.user_rejected`, ...
   */
  sign(message: string): Promise<string>
}

export const createApi = ({
  accounts,
  activeNetwork,
  connections,
}: Pick<PluginContext, 'accounts' | 'activeNetwork' | 'connections'>): SampleChainApi => ({
  async sign(message) {
    const account = accounts.active(NAMESPACE)
    const network = activeNetwork.current(NAMESPACE)
    if (!account || !network)
      throw new LatchkeyError(
        'rpc.no_connection',
        'No account of Sample Chain is connected: connect a wallet first.',
      )
    const { signMessage } = await import('./chain/requests.js')
    return signMessage(connections, { account, network, message })
  },
})
