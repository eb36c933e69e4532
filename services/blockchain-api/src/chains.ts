import { invalidOption } from './errors.js'

/** A token that the host lists, for chains and accounts that nobody follows. */
export interface ListedToken {
  address: string
  name: string
  symbol: string
  decimals: number
  /** `https:`, `ipfs:` or `data:`. The service fetches it; pages ask the service alone. */
  logoURI?: string
}

export interface ChainConfig {
  /** CAIP-2: `eip155:1`, `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  id: string
  /** HTTP nodes, asked in this order. */
  rpcUrls: readonly string[]
  /** Nodes over a WebSocket, told to clients by `/v1/supported-chains`; the service uses none. */
  wsUrls?: readonly string[]
  nativeCurrency: Omit<ListedToken, 'address'>
  /** Tokens whose balance is always asked for. */
  tokens?: readonly ListedToken[]
  /** Its coins are worth nothing. The sandbox for purchases starts only where every chain is one. */
  testnet?: boolean
  /** Contract of Multicall3. Absent: the address that most chains have it at. */
  multicall?: string
}

export type Family = 'eip155' | 'solana'

export interface Chains {
  readonly all: readonly ChainConfig[]
  find(id: string): ChainConfig | undefined
  ofFamily(family: Family): readonly ChainConfig[]
}

const CAIP2 = /^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/
const FAMILIES: readonly string[] = ['eip155', 'solana'] satisfies Family[]

export const isChainId = (text: string): boolean => CAIP2.test(text)

export const familyOf = (chain: string): string => chain.slice(0, chain.indexOf(':'))

/** @throws BlockchainApiError `blockchain-api.invalid_option` */
export function createChains(configs: readonly ChainConfig[]): Chains {
  const byId = new Map(configs.map((config) => [config.id, config]))
  for (const { id, rpcUrls } of configs) {
    if (!isChainId(id) || !FAMILIES.includes(familyOf(id)))
      throw invalidOption(`A chain must be eip155 or solana, for example eip155:1. It is "${id}".`)
    if (!rpcUrls.every(isHttpUrl))
      throw invalidOption(`The nodes of ${id} must be http or https URLs.`)
  }
  if (byId.size !== configs.length) throw invalidOption('A chain is configured twice.')
  return {
    all: configs,
    find: (id) => byId.get(id),
    ofFamily: (family) => configs.filter(({ id }) => familyOf(id) === family),
  }
}

const isHttpUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
