import type { Address } from 'viem'

/** What this wallet can do; anything else is declined. */
export const METHODS = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain']
export const EVENTS = ['accountsChanged', 'chainChanged']

export interface Namespace {
  chains: string[]
  accounts: string[]
  methods: string[]
  events: string[]
}
export type Namespaces = Record<string, Namespace>

/** What is shared with a site; the first of each is the one in use. */
export interface Shared {
  chains: readonly number[]
  accounts: readonly Address[]
}

export const toNamespaces = ({ chains, accounts }: Shared): Namespaces => ({
  eip155: {
    chains: chains.map((id) => `eip155:${id}`),
    accounts: chains.flatMap((id) => accounts.map((address) => `eip155:${id}:${address}`)),
    methods: METHODS,
    events: EVENTS,
  },
})

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

export const fromNamespaces = (namespaces: Readonly<Record<string, { accounts: readonly string[] }>>): Shared => {
  const parts = (namespaces['eip155']?.accounts ?? []).map((account) => account.split(':'))
  return { chains: unique(parts.map(([, id]) => Number(id))), accounts: unique(parts.map(([, , address]) => address as Address)) }
}

interface Asked {
  chains?: string[] | undefined
}
type AskedNamespaces = Readonly<Record<string, Asked>>

const chainsOf = (asked: AskedNamespaces): string[] => Object.entries(asked).flatMap(([key, { chains = [] }]) => (key.includes(':') ? [key] : chains))

/** The networks that a site would like, and those that it cannot do without. */
export const networksOf = ({ requiredNamespaces, optionalNamespaces }: { requiredNamespaces: AskedNamespaces; optionalNamespaces: AskedNamespaces }): { wanted: string[]; required: string[] } => {
  const required = unique(chainsOf(requiredNamespaces))
  return { required, wanted: unique([...required, ...chainsOf(optionalNamespaces)]) }
}
