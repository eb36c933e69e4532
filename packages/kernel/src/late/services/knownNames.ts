import type { DirectoryWallet, ResolvedOptions } from '../../types.js'
import { displayName, looksOf, spelledAs } from './walletMatch.js'

/** A wallet that the host or its directory names. */
interface Known {
  key: string
  spelling: string
  rdns: string | undefined
}
/** What a connector says of itself. */
export interface Said {
  name: string
  key: string
  rdns: string | undefined
}
/** `genuine`: its rdns and name are those of a known wallet. `contradicted`: it has a known wallet's name or rdns, and not the other one. */
export type Verdict = 'genuine' | 'contradicted' | 'unknown'

/** A reverse domain name (EIP-6963). Families without one know a wallet by its name: that contradicts no rdns. */
const isRdns = ({ name, rdns }: Said): boolean =>
  rdns !== undefined && /^[\w-]+(\.[\w-]+)+$/.test(rdns) && rdns !== name

/** Whether an rdns is a known one, or below it: a wallet's app announces itself as `io.wallet.mobile`. */
const isBelow = (rdns: string, known: string): boolean =>
  rdns === known || rdns.startsWith(`${known}.`)

/** Who leaves the accents of a known name out deceives nobody. */
const withoutMarks = (spelling: string): string => spelling.normalize('NFKD').replace(/\p{M}/gu, '')

/** One may name a wallet more fully than the other: "Rabby" and "Rabby Wallet". */
const isPart = (one: string, other: string): boolean => one.includes(other) || other.includes(one)

/** Judges what connectors say by what the host and its directory know, also while the genuine wallet is not on the page. Recent use says nothing here: it may have been a mistake. */
export function createJudge(): (
  options: Pick<ResolvedOptions, 'featuredWallets' | 'customWallets'>,
  directory: ReadonlyMap<string, DirectoryWallet>,
) => (said: Said) => Verdict {
  // Folding is the costly part, and a directory may have thousands.
  const folded = new WeakMap<object, Known>()
  const toKnown = (wallet: { name?: string; rdns?: string }): Known => {
    const before = folded.get(wallet)
    if (before) return before
    const name = displayName({ name: wallet.name ?? '', id: '' })
    const known = {
      key: name && looksOf(name),
      spelling: spelledAs(name),
      rdns: wallet.rdns?.toLowerCase() || undefined,
    }
    folded.set(wallet, known)
    return known
  }
  return ({ featuredWallets = [], customWallets = [] }, directory) => {
    const named = [...featuredWallets, ...customWallets].filter(
      (wallet) => typeof wallet === 'object',
    )
    const rdnsOnly = new Set(
      featuredWallets
        .filter((wallet) => typeof wallet === 'string')
        .map((wallet) => wallet.toLowerCase()),
    )
    const byName = new Map<string, Known[]>()
    const byRdns = new Map<string, Known[]>()
    for (const wallet of [...named, ...directory.values()]) {
      const known = toKnown(wallet)
      if (known.key) byName.set(known.key, [...(byName.get(known.key) ?? []), known])
      if (known.rdns !== undefined)
        byRdns.set(known.rdns, [...(byRdns.get(known.rdns) ?? []), known])
    }
    return (said) => {
      const rdns = said.rdns?.toLowerCase() ?? ''
      const namesakes = byName.get(said.key) ?? []
      const owners = byRdns.get(rdns) ?? []
      const spelling = spelledAs(said.name)
      const hasOtherRdns =
        isRdns(said) &&
        namesakes.some((known) => known.rdns !== undefined) &&
        !namesakes.some((known) => known.rdns !== undefined && isBelow(rdns, known.rdns))
      const isSpelledOtherwise =
        namesakes.length > 0 &&
        !namesakes.some(
          (known) => spelling === known.spelling || spelling === withoutMarks(known.spelling),
        )
      // A directory may have another wallet of that name, and several of one rdns: "OKX Wallet" and "OKX Lite".
      const named = owners.filter(({ key }) => key)
      if (named.length)
        return !isSpelledOtherwise &&
          named.some(
            (owner) =>
              isPart(owner.key, said.key) && isPart(withoutMarks(owner.spelling), spelling),
          )
          ? 'genuine'
          : 'contradicted'
      if (hasOtherRdns || isSpelledOtherwise) return 'contradicted'
      return owners.length ||
        rdnsOnly.has(rdns) ||
        namesakes.some((known) => known.rdns !== undefined && isBelow(rdns, known.rdns))
        ? 'genuine'
        : 'unknown'
    }
  }
}
