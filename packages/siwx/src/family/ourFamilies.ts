import type { SignInProfile } from '@latchkey/plugin-api'
import type { SignInFamilies } from '../types.js'
import { isEip55 } from './eip55.js'

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const matches =
  (rule: RegExp) =>
  (text: string): boolean =>
    rule.test(text)

/** The message holds the reference itself, in the form that `rule` describes. */
const plainChain = (rule: RegExp): Pick<SignInProfile, 'readChain'> => ({
  readChain: (text) => (rule.test(text) ? text : undefined),
})
/** Bitcoin (CAIP-4) and Polkadot (CAIP-13): the first 32 digits of the genesis hash. */
const GENESIS_HASH = plainChain(/^[0-9a-f]{32}$/)

/** SIWS names clusters; their CAIP-2 references are hashes. */
const CLUSTERS: ReadonlyArray<readonly [name: string, reference: string]> = [
  ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['testnet', '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['localnet', 'localnet'],
]
const solanaChain: Pick<SignInProfile, 'readChain' | 'writeChain'> = {
  /**
   * Wallets write the name of SIWS (`mainnet`), the identifier of the Wallet Standard
   * (`solana:mainnet`), or CAIP-2 as CAIP-122 wants it. All three name the same chain.
   */
  readChain(text) {
    const name = text.replace(/^solana:/, '')
    return (
      CLUSTERS.find(([cluster]) => cluster === name)?.[1] ??
      (new RegExp(`^${BASE58}{32}$`).test(name) ? name : undefined)
    )
  },
  writeChain: (reference) => CLUSTERS.find(([, hash]) => hash === reference)?.[0] ?? reference,
}

/**
 * The five chain families of the specification, in the form in which others are handed in.
 * `docs/siwx-profiles.md` describes their messages. The curves and hashes of a family are loaded
 * when one of its signatures is verified.
 */
export const ourFamilies: SignInFamilies = {
  eip155: {
    profile: {
      name: 'Ethereum',
      scheme: true,
      isAddress: isEip55,
      ...plainChain(/^(?:0|[1-9][0-9]{0,31})$/),
    },
    verifier: async () => (await import('../verify/eip155.js')).verifyEip155,
  },
  solana: {
    profile: {
      name: 'Solana',
      compact: true,
      isAddress: matches(new RegExp(`^${BASE58}{32,44}$`)),
      ...solanaChain,
    },
    verifier: async () => (await import('../verify/solana.js')).verifyEd25519,
  },
  bip122: {
    profile: {
      name: 'Bitcoin',
      isAddress: matches(
        new RegExp(`^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{39,59}|${BASE58}{26,35})$`),
      ),
      ...GENESIS_HASH,
    },
    verifier: async () => (await import('../verify/bip122.js')).verifyBitcoin,
  },
  polkadot: {
    profile: {
      name: 'Polkadot',
      isAddress: matches(new RegExp(`^${BASE58}{46,50}$`)),
      ...GENESIS_HASH,
    },
    verifier: async () => (await import('../verify/polkadot.js')).verifyPolkadot,
  },
  cosmos: {
    profile: {
      name: 'Cosmos',
      isAddress: matches(/^[a-z][a-z0-9]{0,25}1[02-9ac-hj-np-z]{38,58}$/),
      ...plainChain(/^[-a-zA-Z0-9]{1,32}$/),
    },
    verifier: async () => (await import('../verify/cosmos.js')).verifyAdr36,
  },
}
