// This plugin's part of the playground: apps/playground finds the file by its name.
import { bitcoin, regtest, type BitcoinApi } from '@latchkey/bitcoin'

export const playground = {
  namespace: 'bip122',
  plugin: ({ bitcoin: node }: { bitcoin?: { url: string } }) =>
    node && bitcoin({ networks: [{ ...regtest, rpcUrls: [node.url] }] }),
  /** To an address of BIP-173's own examples. */
  gift: {
    to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    value: 10_000n,
    words: '0.0001 BTC',
  },
  sign: async (api: BitcoinApi, _: unknown, message: string): Promise<string> =>
    (await api.signMessage({ message })).signature,
  send: async (
    api: BitcoinApi,
    _: unknown,
    recipientAddress: string,
    amount: bigint,
  ): Promise<string> => (await api.sendTransfer({ recipientAddress, amount })).txid,
}
