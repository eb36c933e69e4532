/// <reference types="vite/client" />
import type {
  Account,
  AdapterRegistration,
  ChainAdapter,
  KnownTab,
  Network,
} from '@latchkey/plugin-api'

/** The pictures of networks that the chain plugins bring, by CAIP-2 id. */
const pictures = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<object>(
      '../../../../plugins/{evm/src/pictures/frequent,*/src/chain/pictures}.ts',
      {
        eager: true,
        import: 'pictures',
      },
    ),
  ),
) as Readonly<Record<string, string>>

export const [EVM, SOLANA, BITCOIN] = ['eip155', 'solana', 'bip122'] as const
const LABELS: Readonly<Record<string, string>> = {
  [EVM]: 'Ethereum',
  [SOLANA]: 'Solana',
  [BITCOIN]: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}
/** Tabs of the account that each chain family has even where no plugin fills them. */
const TABS: Readonly<Record<string, readonly KnownTab[]>> = {
  [EVM]: ['tokens', 'nfts', 'activity'],
  [SOLANA]: ['tokens', 'nfts'],
}
export const ADDRESSES = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
] as const

const svg = (body: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`)}`
export const iconOf = (color: string): string =>
  svg(`<rect width="32" height="32" fill="${color}"/><circle cx="16" cy="16" r="8" fill="#fff"/>`)

export const network = (reference: string, name: string, more: Partial<Network> = {}): Network => {
  const namespace = more.namespace ?? EVM
  return {
    id: `${namespace}:${reference}`,
    reference,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
    blockExplorers: [{ name: 'Etherscan', url: 'https://explorer.example' }],
    ...more,
    namespace,
  }
}
export const SOLANA_MAINNET = `${SOLANA}:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp` as const
export const NETWORKS: readonly Network[] = [
  network('1', 'Ethereum'),
  network('8453', 'Base'),
  network('42161', 'Arbitrum One'),
  network('10', 'OP Mainnet'),
  network('137', 'Polygon'),
  network('56', 'BNB Smart Chain'),
  network('11155111', 'Sepolia', { testnet: true }),
  network('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', { namespace: SOLANA }),
  network('000000000019d6689c085ae165831e93', 'Bitcoin', { namespace: BITCOIN }),
]

export const adapter = (
  namespace: string,
  more: Partial<ChainAdapter> = {},
): AdapterRegistration => ({
  namespace,
  label: LABELS[namespace] ?? namespace,
  abilities: ['balance'],
  ...(TABS[namespace] && { tabs: TABS[namespace] }),
  resembles: () => true,
  session: { methods: [], events: [] },
  load: async () => ({
    parseAddress: (text) => text,
    formatAddress: (text) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text),
    addressOn: ({ address }) => address,
    picture: async (id) => pictures[id],
    balance: async () => ({ value: 1_234_567_890_123_456_789n, decimals: 18, symbol: 'ETH' }),
    ...more,
  }),
})

export const account = (address: string = ADDRESSES[0], namespace: string = EVM): Account => ({
  key: address,
  namespace,
  address,
  type: 'eoa',
})
/** The accounts of one wallet, one in each chain family. */
export const EVERYWHERE = [account(), account(ADDRESSES[2], SOLANA), account(ADDRESSES[3], BITCOIN)]
