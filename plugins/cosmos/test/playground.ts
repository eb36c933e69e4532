// The part of this plugin that the playground shows; apps/playground finds this file by its name.
import { cosmos, type CosmosApi } from '@latchkey/cosmos'
import type { ConnectedAccount, Network } from '@latchkey/plugin-api'

interface InUse {
  account: ConnectedAccount
  network: Network
}

export const playground = {
  namespace: 'cosmos',
  plugin: ({
    cosmos: node,
    assets,
  }: { cosmos?: { url: string; chainId: string } } & Pick<Network, 'assets'>) =>
    node &&
    cosmos({
      networks: [
        {
          chainId: node.chainId,
          name: 'Cosmos Local',
          bech32Prefix: 'cosmos',
          gasPrice: '0.025',
          nativeCurrency: { symbol: 'ATOM', denom: 'uatom', decimals: 6 },
          rpcUrls: [node.url],
          testnet: true,
          ...(assets && { assets }),
        },
      ],
    }),
  /** To an address without a known key. */
  gift: {
    to: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
    value: 10_000n,
    words: '0.01 ATOM',
  },
  sign: async ({ provider }: CosmosApi, { account: { address } }: InUse, message: string) =>
    (await provider.signArbitrary(address, message)).signature,
  async send(
    { provider }: CosmosApi,
    { account: { address }, network }: InUse,
    to: string,
    value: bigint,
  ): Promise<string> {
    const { SigningStargateClient } = await import('@cosmjs/stargate')
    const client = await SigningStargateClient.connectWithSigner(network.rpcUrls[0]!, provider)
    const { transactionHash } = await client.sendTokens(
      address,
      to,
      [{ denom: 'uatom', amount: String(value) }],
      { amount: [{ denom: 'uatom', amount: '2500' }], gas: '100000' },
    )
    return transactionHash
  },
}
