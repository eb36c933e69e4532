import type { ChainsWorld } from '@latchkey-tools/wallets/chains'
import type { EvmChain } from '@latchkey/evm'

/** The description of the local chains that the page loads. */
export interface World extends ChainsWorld {
  chains: readonly { id: number; name: string; url: string }[]
  accounts: readonly { address: `0x${string}`; privateKey: `0x${string}` }[]
  erc20?: { address: `0x${string}`; symbol: string; decimals: number }
  /** Uniswap on the first chain. */
  pools?: {
    v2Router: `0x${string}`
    v3Router: `0x${string}`
    v3Router02: `0x${string}`
    tokens: { local: `0x${string}`; dollar: `0x${string}` }
    pools: Record<'localDollarV2' | 'localDollarV3', { address: `0x${string}`; fee: number }>
  }
  /** Code that the wallet of the page may lend its accounts, to do several calls as one. */
  batchAccount?: `0x${string}`
  /** The game of lanterns, and the EVM chains on which a smart session can play it. */
  game?: { contract: `0x${string}`; chains: readonly number[] }
  /** URL of the relay between this page and remote wallets. */
  relay?: string
  /** Base URL of the sign-in server, which keeps sessions in a cookie. */
  siwx?: string
  /** URL of the blockchain API. */
  api?: string
  /** The secure frame of the embedded wallet. */
  frame?: { url: string; projectId: string }
  /** The picture of local networks, which no plugin can know. */
  assets: { imageUrl: string }
}

const LOCAL_PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
  '<path fill="%2334435e" d="M0 0h24v24H0z"/>' +
  '<path fill="none" stroke="%23fff" stroke-width="2" d="m7 8 4 4-4 4m6 0h4"/></svg>'

export const loadWorld = async (): Promise<World> => ({
  ...((await (await fetch('/localnet.json')).json()) as Omit<World, 'assets'>),
  assets: { imageUrl: LOCAL_PICTURE },
})

const placeholder = { id: 31337, name: 'Localnet One', url: 'http://127.0.0.1:8545' }

/** viem chains, each with the picture of local networks. */
export const toChains = ({ chains, assets }: World): [EvmChain, ...EvmChain[]] => {
  const [first = placeholder, ...rest] = chains
  const chain = ({ id, name, url }: World['chains'][number]): EvmChain => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
    assets,
  })
  return [chain(first), ...rest.map(chain)]
}
