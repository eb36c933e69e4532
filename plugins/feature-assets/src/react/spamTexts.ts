import type { SpamReason } from '../api.js'

/** The message key of each reason. */
export const SPAM_TEXTS: Readonly<Record<SpamReason, string>> = {
  flagged: 'assets.spamFlagged',
  link: 'assets.spamLink',
  lookalike: 'assets.spamLookalike',
  airdrop: 'assets.spamAirdrop',
}
