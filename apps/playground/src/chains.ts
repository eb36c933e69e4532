import type { ConnectedAccount, Network } from '@latchkey/plugin-api'
import type { PlaygroundKernel } from './kernels.js'

/** What the page sends on each chain family, and to whom: addresses that nobody has the key of, and Bob's, which everybody has. */
export const GIFTS: Readonly<Record<string, { to: string; value: bigint; words: string }>> = {
  eip155: { to: '0x000000000000000000000000000000000000dEaD', value: 10n ** 16n, words: '0.01 ETH' },
  solana: { to: '2ZZkgKcBfp4tW8qCLj2yjxRYh9CuvEVJWb6e2KKS91Mj', value: 10_000_000n, words: '0.01 SOL' },
  bip122: { to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 10_000n, words: '0.0001 BTC' },
  polkadot: { to: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty', value: 10n ** 12n, words: '1 ROC' },
  cosmos: { to: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6', value: 10_000n, words: '0.01 ATOM' },
}

interface On {
  account: ConnectedAccount
  network: Network
}

/** The account and the network in use. @throws where nothing is connected */
export function inUse(kernel: PlaygroundKernel): On {
  const account = kernel.ports.accounts.active()
  const network = kernel.ports.activeNetwork.current()
  if (!account || !network) throw new Error('Nothing is connected.')
  return { account, network }
}

/** Signs with whatever the active chain family signs messages with. */
export async function signText(kernel: PlaygroundKernel, message: string): Promise<string> {
  const { account, network } = inUse(kernel)
  const { sign } = await kernel.ports.adapter(account.namespace)
  if (!sign) throw new Error(`${network.name} signs no messages.`)
  return sign({ account, network, message })
}

/** Sends the gift of the active chain family. @returns the transaction's id */
export async function sendGift(kernel: PlaygroundKernel): Promise<string> {
  const { account, network } = inUse(kernel)
  const gift = GIFTS[account.namespace]
  const { send } = await kernel.ports.adapter(account.namespace)
  if (!send || !gift) throw new Error(`${network.name} sends nothing here.`)
  return (await send.submit({ account, network, to: gift.to, value: gift.value })).id
}
