import { createToWalletError } from '@latchkey/plugin-api/wallet'

/**
 * Maps anything that a Solana wallet throws to an error of ours, by the codes that all chains
 * share.
 */
export const toWalletError = createToWalletError()
