import type { ChainsWorld } from '@latchkey-tools/wallets/chains'
import type { Address, Hex } from 'viem'

export interface WorldChain {
  id: number
  name: string
  url: string
}

/** The description of the local world that the page loads. Its keys are public. */
export interface World extends ChainsWorld {
  chains: readonly WorldChain[]
  accounts: readonly { address: Address; privateKey: Hex }[]
  /** WalletConnect is not available if absent. */
  relay?: string
}

/** @throws when the page's server has no world to tell of */
export async function loadWorld(): Promise<World> {
  const answer = await fetch('/localnet.json')
  if (!answer.ok) throw new Error(`The local world could not be read (status ${answer.status}).`)
  return (await answer.json()) as World
}
