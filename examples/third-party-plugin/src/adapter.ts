import { LatchkeyError, type ChainAdapter } from '@latchkey/plugin-api'

/** The picture of its network, as the source of an `<img>`: `#` is written as `%23` there. */
const PEBBLE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
  '<path fill="%23dbe4ee" d="M0 0h24v24H0z"/>' +
  '<ellipse fill="%23596b82" cx="12" cy="13" rx="7" ry="5"/></svg>'

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
  picture: async (id) => (id === 'pebble:shore' ? PEBBLE : undefined),
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
