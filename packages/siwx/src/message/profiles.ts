import { LatchkeyError } from '@latchkey/plugin-api'
import { isEip55 } from './eip55.js'

/** What distinguishes the messages of one namespace. `docs/siwx-profiles.md` has them in words. */
export interface Profile {
  /** As in `wants you to sign in with your … account:`. */
  name: string
  /** Whether a scheme may stand before the domain. */
  scheme: boolean
  /** Whether a message without statement leaves out its empty line as well (SIWS), or keeps it (EIP-4361). */
  compact: boolean
  isAddress: (text: string) => boolean
  /** The CAIP-2 reference of what stands after `Chain ID: `. `undefined` for what may not stand there. */
  readChain: (text: string) => string | undefined
  writeChain: (reference: string) => string
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const matches =
  (rule: RegExp) =>
  (text: string): boolean =>
    rule.test(text)
/** The reference itself stands in the text. */
const plain = (rule: RegExp): Pick<Profile, 'readChain' | 'writeChain'> => ({
  readChain: (text) => (rule.test(text) ? text : undefined),
  writeChain: (reference) => reference,
})
const GENESIS = plain(/^[0-9a-f]{32}$/)

/** SIWS names clusters; by CAIP-2 their references are hashes. */
const CLUSTERS: ReadonlyArray<readonly [string, string]> = [
  ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['testnet', '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['localnet', 'localnet'],
]
const solanaChain: Pick<Profile, 'readChain' | 'writeChain'> = {
  /** Wallets write the name that SIWS has, the identifier that Wallet Standard has for it (`solana:mainnet`), or CAIP-2 as CAIP-122 wants it. All name one chain. */
  readChain(text) {
    const name = text.replace(/^solana:/, '')
    return (
      CLUSTERS.find(([cluster]) => cluster === name)?.[1] ??
      (new RegExp(`^${BASE58}{32}$`).test(name) ? name : undefined)
    )
  },
  writeChain: (reference) => CLUSTERS.find(([, hash]) => hash === reference)?.[0] ?? reference,
}

const PROFILES: Readonly<Record<string, Profile>> = {
  eip155: {
    name: 'Ethereum',
    scheme: true,
    compact: false,
    isAddress: isEip55,
    ...plain(/^(?:0|[1-9][0-9]{0,31})$/),
  },
  solana: {
    name: 'Solana',
    scheme: false,
    compact: true,
    isAddress: matches(new RegExp(`^${BASE58}{32,44}$`)),
    ...solanaChain,
  },
  bip122: {
    name: 'Bitcoin',
    scheme: false,
    compact: false,
    isAddress: matches(new RegExp(`^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{39,59}|${BASE58}{26,35})$`)),
    ...GENESIS,
  },
  polkadot: {
    name: 'Polkadot',
    scheme: false,
    compact: false,
    isAddress: matches(new RegExp(`^${BASE58}{46,50}$`)),
    ...GENESIS,
  },
  cosmos: {
    name: 'Cosmos',
    scheme: false,
    compact: false,
    isAddress: matches(/^[a-z][a-z0-9]{0,25}1[02-9ac-hj-np-z]{38,58}$/),
    ...plain(/^[-a-zA-Z0-9]{1,32}$/),
  },
}

/** @throws `siwx.namespace_unsupported` */
export function profileOf(namespace: string): Profile {
  const profile = Object.hasOwn(PROFILES, namespace) ? PROFILES[namespace] : undefined
  if (!profile)
    throw new LatchkeyError(
      'siwx.namespace_unsupported',
      `There is no sign-in message for "${String(namespace).slice(0, 40)}". Expected one of ${Object.keys(PROFILES).join(', ')}.`,
      { context: { namespace } },
    )
  return profile
}
