import { LatchkeyError, type ChainAdapter, type PluginContext } from '@latchkey/plugin-api'
import { textOf } from '@latchkey/plugin-api/describe'
import { parseAddress } from './address.js'
import { readBalance, signMessage } from './rpc.js'

/** This wallet signs text. Bytes that are none are refused: read as text all the same, they would be signed as something else. @throws `sample-chain.message_not_text` */
function toText(message: string | Uint8Array): string {
  const text = typeof message === 'string' ? message : textOf(message)
  if (text === undefined)
    throw new LatchkeyError(
      'sample-chain.message_not_text',
      'The wallet of Sample Chain signs text: these bytes are no UTF-8. Give text, or bytes of it.',
      { context: {} },
    )
  return text
}

/**
 * What the plugin knows of its chain. Loaded when it is first needed, so this is the place for large libraries of the chain.
 * Each ability here is named in `abilities` of the registration, and the other way round.
 */
export const createAdapter = ({
  connections,
}: Pick<PluginContext, 'connections'>): ChainAdapter => ({
  parseAddress,
  formatAddress: (address) => `${address.slice(0, 7)}…${address.slice(-4)}`,
  addressOn: ({ address }) => address,
  async balance({ address, network, signal }) {
    const { decimals, symbol } = network.nativeCurrency
    return { value: await readBalance(connections, { address, network, signal }), decimals, symbol }
  },
  sign: async ({ account, network, message, signal }) =>
    signMessage(connections, { account, network, message: toText(message), signal }),
})
