import { showHidden, useMessages } from '@latchkey/ui-react/kit'
import type { AssetApproval } from '../api.js'
import { useNumbers } from './useNumbers.js'

const ENDS = 4
const START = 6
/** An address, shortened: the whole one stands in the view of the right. */
export const shortened = (address: string): string =>
  `${address.slice(0, START)}…${address.slice(-ENDS)}`

/** The words for a right: whose token, who may take it, and how much of it. */
export function useApproval(): {
  token(approval: AssetApproval): string
  spender(approval: AssetApproval): string
  reach(approval: AssetApproval): string
} {
  const text = useMessages()
  const numbers = useNumbers()
  return {
    token: ({ name, symbol, token }) => showHidden(symbol || name) || shortened(token),
    spender: ({ spenderName, spender }) => showHidden(spenderName) || shortened(spender),
    reach({ kind, isUnlimited, quantity, tokenId }) {
      if (kind === 'all') return text('assets.allItems')
      if (kind === 'item') return `#${tokenId}`
      if (isUnlimited || !quantity) return text('assets.unlimited')
      const { decimals, numeric } = quantity
      return numbers.exact({ decimals: String(decimals ?? 0), numeric })
    },
  }
}
