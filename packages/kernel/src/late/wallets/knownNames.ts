import type { DirectoryWallet, ResolvedOptions } from '../../types.js'
import { displayName, looksOf, spelledAs } from './walletMatch.js'

/** A wallet that the host or its directory names. */
interface Known {
  key: string
  spelling: string
  rdns: string | undefined
}
/** The name and rdns that a connector claims. */
export interface Claim {
  name: string
  key: string
  rdns: string | undefined
}
/**
 * How a claim compares with the known wallets. `genuine`: its rdns and name are those of a known
 * wallet. `contradicted`: it has a known wallet's name or rdns, and not the other one.
 */
export type Verdict = 'genuine' | 'contradicted' | 'unknown'

/**
 * Whether the claim has a reverse domain name (EIP-6963). Chain families without one put the wallet's
 * name there, which contradicts no rdns.
 */
const isRdns = ({ name, rdns }: Claim): boolean =>
  rdns !== undefined && /^[\w-]+(\.[\w-]+)+$/.test(rdns) && rdns !== name

/** Whether an rdns is a known one or below it: the app of `io.wallet` may be `io.wallet.mobile`. */
const isBelow = (rdns: string, known: string): boolean =>
  rdns === known || rdns.startsWith(`${known}.`)

/** Without accents: leaving them out of a known name is not an imitation. */
const withoutMarks = (spelling: string): string => spelling.normalize('NFKD').replace(/\p{M}/gu, '')

/** Whether one name is part of the other, as "Rabby" is of "Rabby Wallet". */
const isPart = (one: string, other: string): boolean => one.includes(other) || other.includes(one)

/** The wallets of host and directory, to be found by what a connector claims. */
interface KnownWallets {
  readonly byName: ReadonlyMap<string, readonly Known[]>
  readonly byRdns: ReadonlyMap<string, readonly Known[]>
  /** Texts of the host's list, which may be an rdns without a name. */
  readonly texts: ReadonlySet<string>
}

function group(
  wallets: readonly Known[],
  keyOf: (known: Known) => string | undefined,
): ReadonlyMap<string, readonly Known[]> {
  const groups = new Map<string, Known[]>()
  for (const known of wallets) {
    const key = keyOf(known)
    if (key) groups.set(key, [...(groups.get(key) ?? []), known])
  }
  return groups
}

function judge(claim: Claim, { byName, byRdns, texts }: KnownWallets): Verdict {
  const rdns = claim.rdns?.toLowerCase() ?? ''
  const namesakes = byName.get(claim.key) ?? []
  const owners = byRdns.get(rdns) ?? []
  const spelling = spelledAs(claim.name)
  const isOwnRdns = namesakes.some((known) => known.rdns !== undefined && isBelow(rdns, known.rdns))
  const hasOtherRdns =
    isRdns(claim) && namesakes.some((known) => known.rdns !== undefined) && !isOwnRdns
  const isSpelledOtherwise =
    namesakes.length > 0 &&
    !namesakes.some(
      (known) => spelling === known.spelling || spelling === withoutMarks(known.spelling),
    )
  // A directory may list several wallets of one rdns, "OKX Wallet" and "OKX Lite", and another
  // wallet of the same name.
  const named = owners.filter(({ key }) => key)
  const isNamedLikeOwner = named.some(
    (owner) => isPart(owner.key, claim.key) && isPart(withoutMarks(owner.spelling), spelling),
  )
  if (named.length) return !isSpelledOtherwise && isNamedLikeOwner ? 'genuine' : 'contradicted'
  if (hasOtherRdns || isSpelledOtherwise) return 'contradicted'
  return owners.length || texts.has(rdns) || isOwnRdns ? 'genuine' : 'unknown'
}

/**
 * Compares the claims of connectors with the wallets that the host and its directory name, also while
 * the genuine wallet is not on the page. Recent use does not count: it may have been a mistake.
 */
export function createJudge(): (
  options: Pick<ResolvedOptions, 'featuredWallets' | 'customWallets'>,
  directory: ReadonlyMap<string, DirectoryWallet>,
) => (claim: Claim) => Verdict {
  // Comparing names is costly, and a directory may have thousands of wallets.
  const cache = new WeakMap<object, Known>()
  const toKnown = (wallet: { name?: string; rdns?: string }): Known => {
    const before = cache.get(wallet)
    if (before) return before
    const name = displayName({ name: wallet.name ?? '', id: '' })
    const known = {
      key: name && looksOf(name),
      spelling: spelledAs(name),
      rdns: wallet.rdns?.toLowerCase() || undefined,
    }
    cache.set(wallet, known)
    return known
  }
  return ({ featuredWallets = [], customWallets = [] }, directory) => {
    const ofHost = [...featuredWallets, ...customWallets]
    const all = [
      ...ofHost.filter((wallet) => typeof wallet === 'object'),
      ...directory.values(),
    ].map(toKnown)
    const known: KnownWallets = {
      byName: group(all, ({ key }) => key),
      byRdns: group(all, ({ rdns }) => rdns),
      texts: new Set(
        featuredWallets
          .filter((wallet) => typeof wallet === 'string')
          .map((wallet) => wallet.toLowerCase()),
      ),
    }
    return (claim) => judge(claim, known)
  }
}
