import { copyBytes } from './answers.js'
import { readSafely } from '../wallet/readSafely.js'
import { readItems, readTexts } from './features.js'

/** Longest label that is kept, in UTF-16 units. */
const MAX_LABEL = 64
/** Longest address that is read. No chain has longer ones. */
const MAX_ADDRESS = 200

/** An account that a wallet exposes, read once and plain data afterwards. */
export interface StandardAccount {
  /** The wallet's own spelling, at most 200 characters. The chain plugin checks it. */
  readonly address: string
  readonly publicKey?: Uint8Array<ArrayBuffer>
  /** The visitor's name for it, at most 64 characters. */
  readonly label?: string
  /** Identifiers such as `solana:mainnet`. */
  readonly chains: readonly string[]
  /** Features that the wallet allows for this account. */
  readonly features: readonly string[]
  /** The wallet's own object. Features take this one back and no copy of it. */
  readonly raw: object
}

function readAccount(raw: unknown): StandardAccount | undefined {
  return readSafely(() => {
    const { address, publicKey, label, chains, features } = raw as Readonly<Record<string, unknown>>
    if (typeof address !== 'string' || !address || address.length > MAX_ADDRESS) return undefined
    const bytes = copyBytes(publicKey)
    return {
      address,
      chains: readTexts(chains),
      features: readTexts(features),
      raw: raw as object,
      ...(bytes && { publicKey: bytes }),
      ...(typeof label === 'string' && label && { label: label.slice(0, MAX_LABEL) }),
    }
  })
}

/**
 * The accounts in a list that a wallet exposes or answers with, at most 100. A malformed account is
 * left out.
 * @returns `undefined` for anything that is not a list
 */
export const readStandardAccounts = (list: unknown): StandardAccount[] | undefined =>
  readItems(list)
    ?.map(readAccount)
    .filter((account) => account !== undefined)
