import type { KeyHolder } from '@latchkey-tools/wallets/keys'
import type { Address } from 'viem'
import { familyName, namespaceOf } from './keys.js'

/** The methods that this wallet performs. It declines all others. */
export const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
]
export const EVENTS = ['accountsChanged', 'chainChanged']

export interface Namespace {
  chains: string[]
  accounts: string[]
  methods: string[]
  events: string[]
}
export type Namespaces = Record<string, Namespace>

/** A chain family besides EVM, as it is shared with a site. */
export interface Family {
  /** CAIP-2. */
  chain: string
  name: string
  /** The first account is the one in use. */
  addresses: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

/**
 * The accounts and chains that are shared with a site. The first of each is the one in use. EVM is
 * not shared if `chains` is empty.
 */
export interface Shared {
  chains: readonly number[]
  accounts: readonly Address[]
  families: readonly Family[]
}

export const toNamespaces = ({ chains, accounts, families }: Shared): Namespaces => ({
  ...(chains.length > 0 && {
    eip155: {
      chains: chains.map((id) => `eip155:${id}`),
      accounts: chains.flatMap((id) => accounts.map((address) => `eip155:${id}:${address}`)),
      methods: METHODS,
      events: EVENTS,
    },
  }),
  ...Object.fromEntries(
    families.map(({ chain, addresses, methods, events }) => [
      namespaceOf(chain),
      {
        chains: [chain],
        accounts: addresses.map((address) => `${chain}:${address}`),
        methods: [...methods],
        events: [...events],
      },
    ]),
  ),
})

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

export const fromNamespaces = ({
  eip155,
  ...others
}: Readonly<Record<string, Pick<Namespace, 'accounts' | 'methods' | 'events'>>>): Shared => {
  const parts = (eip155?.accounts ?? []).map((account) => account.split(':'))
  const families = Object.values(others).map(({ accounts, methods, events }): Family => {
    const chain = accounts[0]?.split(':').slice(0, 2).join(':') ?? ''
    return {
      chain,
      name: familyName(chain),
      addresses: accounts.map((account) => account.slice(chain.length + 1)),
      methods,
      events,
    }
  })
  return {
    chains: unique(parts.map(([, id]) => Number(id))),
    accounts: unique(parts.map(([, , address]) => address as Address)),
    families,
  }
}

interface Asked {
  chains?: string[] | undefined
  methods?: string[] | undefined
  events?: string[] | undefined
}
type AskedNamespaces = Readonly<Record<string, Asked>>

const chainsOf = (asked: AskedNamespaces): string[] =>
  Object.entries(asked).flatMap(([key, { chains = [] }]) => (key.includes(':') ? [key] : chains))

/** The session proposal of a site. */
export interface Asking {
  requiredNamespaces: AskedNamespaces
  optionalNamespaces: AskedNamespaces
}

/** The networks that a site asks for, and those that it requires. */
export const networksOf = ({
  requiredNamespaces,
  optionalNamespaces,
}: Asking): { wanted: string[]; required: string[] } => {
  const required = unique(chainsOf(requiredNamespaces))
  return { required, wanted: unique([...required, ...chainsOf(optionalNamespaces)]) }
}

/**
 * The methods or events that a proposal asks for in a namespace, including those under the id of
 * one of its chains.
 */
const namesOf = (asked: AskedNamespaces, namespace: string, kind: 'methods' | 'events'): string[] =>
  Object.entries(asked).flatMap(([key, one]) =>
    namespaceOf(key) === namespace ? (one[kind] ?? []) : [],
  )

/**
 * The part of a proposal that these keys can serve: not more than the site asked for, and nothing
 * if a requirement cannot be met.
 */
export function familiesOf(asking: Asking, keys: readonly KeyHolder[]): Family[] {
  const { wanted } = networksOf(asking)
  return keys
    .filter(({ chain }) => wanted.includes(chain))
    .flatMap((key): Family[] => {
      const { chain, accounts } = key
      const namespace = namespaceOf(chain)
      const [methods, events] = (['methods', 'events'] as const).map((kind) => {
        const required = namesOf(asking.requiredNamespaces, namespace, kind)
        const isEnough = required.every((name) => key[kind].includes(name))
        return isEnough
          ? unique([...required, ...namesOf(asking.optionalNamespaces, namespace, kind)]).filter(
              (name) => key[kind].includes(name),
            )
          : undefined
      })
      return methods && events
        ? [
            {
              chain,
              name: familyName(chain),
              addresses: accounts.map(({ address }) => address),
              methods,
              events,
            },
          ]
        : []
    })
}
