import type { ChainAdapter, PluginContext } from '@latchkey/plugin-api'
import { parseAddress } from './address.js'
import { readBalance, signMessage } from './rpc.js'

/**
 * What the plugin knows of its chain. Loaded when it is first needed, so this is the place for large libraries of the chain.
 * Each ability here is named in `abilities` of the registration, and the other way round.
 */
export const createAdapter = ({ connections }: Pick<PluginContext, 'connections'>): ChainAdapter => ({
  parseAddress,
  formatAddress: (address) => `${address.slice(0, 7)}…${address.slice(-4)}`,
  addressOn: ({ address }) => address,
  async balance({ address, network, signal }) {
    const { decimals, symbol } = network.nativeCurrency
    return { value: await readBalance(connections, { address, network, signal }), decimals, symbol }
  },
  sign: ({ account, network, message, signal }) => signMessage(connections, { account, network, message: typeof message === 'string' ? message : new TextDecoder().decode(message), signal }),
})
