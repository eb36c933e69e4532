import type { WalletRow } from '@latchkey/kernel'

export const WALLET = 'wallet'
const isFound = ({ kind }: WalletRow): boolean => kind === 'announced' || kind === 'injected'

/** Groups in the order of the specification: wallets first where one was found on the page. The host's order wins; groups that nobody names follow. */
export function orderOf(
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
