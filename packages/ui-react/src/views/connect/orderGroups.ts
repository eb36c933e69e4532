import type { WalletRow } from '@latchkey/kernel'

export const WALLET = 'wallet'
const isFound = ({ kind }: WalletRow): boolean => kind === 'announced' || kind === 'injected'

/**
 * Orders the groups as the specification says: wallets first if one was found on the page. The
 * host's order wins; groups that it does not name follow.
 */
export function orderGroups(
  rows: readonly WalletRow[],
  groups: readonly string[],
  own: readonly string[] | undefined,
): readonly string[] {
  const order =
    own ?? (rows.some(isFound) ? [WALLET, 'email', 'social'] : ['email', 'social', WALLET])
  return [...new Set([...order, ...groups, WALLET])].filter(
    (group) => group === WALLET || groups.includes(group),
  )
}
