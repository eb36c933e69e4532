import type { AssetApproval } from '../api.js'

/** The same text for the same right. */
export const approvalKey = ({ kind, token, spender, tokenId = '' }: AssetApproval): string =>
  [kind, token.toLowerCase(), spender.toLowerCase(), tokenId].join(' ')
