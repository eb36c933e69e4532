// This plugin's part of the playground: apps/playground finds the file by its name.
import { defineSolanaNetwork, solana, solanaDevnet, type SolanaApi } from '@latchkey/solana'
import { getConnection } from '@latchkey/solana/web3js'
import type { ConnectedAccount, Network } from '@latchkey/plugin-api'

interface LocalChain {
  url: string
  wsUrl: string
  genesisHash: string
}

const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

export const playground = {
  namespace: 'solana',
  plugin: ({
    solana: node,
    frame,
    assets,
  }: { solana?: LocalChain; frame?: object } & Pick<Network, 'assets'>) =>
    node &&
    solana({
      networks: [
        defineSolanaNetwork({
          genesisHash: node.genesisHash,
          chain: 'solana:localnet',
          name: 'Solana Local',
          rpcUrls: [node.url],
          wsUrl: node.wsUrl,
          testnet: true,
          ...(assets && { assets }),
        }),
        // The secure frame serves the networks that everybody knows: the same node by another name.
        ...(frame
          ? [
              {
                ...solanaDevnet,
                name: 'Solana Devnet (local)',
                rpcUrls: [node.url],
                wsUrl: node.wsUrl,
              },
            ]
          : []),
      ],
    }),
  /** To an address that nobody has the key of. */
  gift: {
    to: '2ZZkgKcBfp4tW8qCLj2yjxRYh9CuvEVJWb6e2KKS91Mj',
    value: 10_000_000n,
    words: '0.01 SOL',
  },
  sign: async ({ provider }: SolanaApi, _: unknown, message: string): Promise<string> =>
    toHex(await provider.signMessage(new TextEncoder().encode(message))),
  async send(
    api: SolanaApi,
    { account: { address } }: { account: ConnectedAccount },
    to: string,
    value: bigint,
  ): Promise<string> {
    const { PublicKey, SystemProgram, Transaction } = await import('@solana/web3.js')
    const latest = await (await getConnection({ plugins: { solana: api } })).getLatestBlockhash()
    const from = new PublicKey(address)
    return api.provider.signAndSendTransaction(
      new Transaction({ ...latest, feePayer: from }).add(
        SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(to), lamports: value }),
      ),
    )
  },
}
