import type { ChainsWorld } from '@latchkey-tools/wallets/chains'
import type { Chain } from 'viem'

/** The local chains as the page is told of them. */
export interface World extends ChainsWorld {
  chains: readonly { id: number; name: string; url: string }[]
  accounts: readonly { address: `0x${string}`; privateKey: `0x${string}` }[]
  erc20?: { address: `0x${string}`; symbol: string; decimals: number }
  /** Relay between this page and wallets elsewhere. */
  relay?: string
  /** Base URL of the sign-in server, which keeps sessions in a cookie. */
  siwx?: string
}

export const loadWorld = async (): Promise<World> =>
  (await (await fetch('/localnet.json')).json()) as World

const placeholder = { id: 31337, name: 'Localnet One', url: 'http://127.0.0.1:8545' }

/** viem chains, handed to the plugin as they are. */
export const toChains = ({ chains }: World): [Chain, ...Chain[]] => {
  const [first = placeholder, ...rest] = chains
  const chain = ({ id, name, url }: World['chains'][number]): Chain => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  })
  return [chain(first), ...rest.map(chain)]
}
