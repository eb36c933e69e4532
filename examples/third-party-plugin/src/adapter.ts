import { LatchkeyError, type ChainAdapter } from '@latchkey/plugin-api'

interface Door {
  connections: {
    request(request: {
      connectionId: string
      network: `${string}:${string}`
      method: string
      params: unknown
    }): Promise<unknown>
  }
}

export const adapter = ({ connections }: Door): ChainAdapter => ({
  parseAddress(text) {
    if (!/^pebble1[a-z0-9]{6}$/.test(text))
      throw new LatchkeyError(
        'adapter.invalid_address',
        `Not a Pebble address: ${text}. Expected pebble1 and six letters or digits.`,
        { context: { input: text, namespace: 'pebble' } },
      )
    return text
  },
  formatAddress: (address) => `${address.slice(0, 9)}…${address.slice(-2)}`,
  addressOn: ({ address }) => address,
  balance: async () => ({ value: 1_234_567n, decimals: 4, symbol: 'PBL' }),
  sign: async ({ account, network, message }) =>
    String(
      await connections.request({
        connectionId: account.connectionId,
        network: network.id,
        method: 'pebble_sign',
        params: { message: String(message) },
      }),
    ),
})
