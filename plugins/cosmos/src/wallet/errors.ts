import { createToWalletError } from '@latchkey/plugin-api/wallet'

/**
 * Maps what a wallet throws to a `LatchkeyError`. Most wallets of Keplr's kind throw messages without
 * a code, so errors are recognised by their words: an unknown chain, or a missing permission.
 */
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
