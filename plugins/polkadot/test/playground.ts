// The part of this plugin that the playground shows; apps/playground finds this file by its name.
import { polkadot, type PolkadotApi, type PolkadotNetwork } from '@latchkey/polkadot'
import type { ConnectedAccount, Network } from '@latchkey/plugin-api'

interface InUse {
  account: ConnectedAccount
}

const toHex = (bytes: Uint8Array): `0x${string}` =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

export const playground = {
  namespace: 'polkadot',
  plugin: ({ polkadot: node, assets }: { polkadot?: PolkadotNetwork } & Pick<Network, 'assets'>) =>
    node && polkadot({ networks: [{ ...node, ...(assets && { assets }) }] }),
  /** To Bob of the development chains, whose key is public. */
  gift: {
    to: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
    value: 10n ** 12n,
    words: '1 ROC',
  },
  async sign({ signer }: PolkadotApi, { account: { address } }: InUse, message: string) {
    const data = toHex(new TextEncoder().encode(message))
    return (await signer.signRaw({ address, data, type: 'bytes' })).signature
  },
  async send(
    { getApi, signer }: PolkadotApi,
    { account: { address } }: InUse,
    to: string,
    value: bigint,
  ) {
    const api = await getApi()
    const transfer = api.tx['balances']!['transferKeepAlive']!(to, value)
    return (await transfer.signAndSend(address, { signer })).toHex()
  },
}
