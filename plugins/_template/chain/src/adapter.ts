import { LatchkeyError, type ChainAdapter, type PluginContext } from '@latchkey/plugin-api'
import { textOf } from '@latchkey/plugin-api/describe'
import { parseAddress } from './chain/address.js'
import { readBalance, signMessage } from './chain/requests.js'

/**
 * The text to sign: this wallet signs text only. Bytes that are not UTF-8 are refused, as the
 * wallet would sign other bytes in their place. @throws `sample-chain.message_not_text`
 */
function toText(message: string | Uint8Array): string {
  const text = typeof message === 'string' ? message : textOf(message)
  if (text === undefined)
    throw new LatchkeyError(
      'sample-chain.message_not_text',
      'The wallet of Sample Chain signs text: these bytes are not UTF-8. Give text, or text as bytes.',
      { context: {} },
    )
  return text
}

/**
 * The chain adapter. It loads on first use, so large libraries of the chain belong here. Each
 * ability here is listed in `abilities` of the registration, and the other way round.
 */
export const createAdapter = ({
  connections,
}: Pick<PluginContext, 'connections'>): ChainAdapter => ({
  parseAddress,
  formatAddress: (address) => `${address.slice(0, 7)}…${address.slice(-4)}`,
  addressOn: ({ address }) => address,
  picture: async (id) => (await import('./chain/pictures.js')).pictures[id],
  async balance({ address, network, signal }) {
    const { decimals, symbol } = network.nativeCurrency
    return { value: await readBalance(connections, { address, network, signal }), decimals, symbol }
  },
  sign: async ({ account, network, message, signal }) =>
    signMessage(connections, { account, network, message: toText(message), signal }),
})
