import { createToWalletError } from '@latchkey/plugin-api/wallet'

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
export const read = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** Anything that a wallet may throw, as one of ours, with the original as its cause. Most of these wallets have no codes, only words. */
export const toWalletError = createToWalletError({
  words: [
    [
      /\b(no|unknown|invalid|unsupported|unrecognized)\b.*\bchain|\bchain\b.*\b(not|unknown|unsupported)\b/i,
      ['wallet.unknown_chain', 'The wallet does not know this chain.'],
    ],
    [
      /not\b.*\b(authoriz|authoris|permit|permission|allow)|unauthori/i,
      [
        'wallet.unauthorized',
        'The wallet has not authorised this account or method: connect again.',
      ],
    ],
  ],
})
