import { createToWalletError } from '@latchkey/plugin-api/wallet'

/**
 * Maps what an extension throws to an error of ours. These extensions throw words; some also use
 * the codes of EIP-1193.
 */
export const toWalletError = createToWalletError({
  words: [
    [
      /pending (authori[sz]ation )?request|already (pending|processing)/i,
      ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
    ],
    [
      /not (allowed|authori[sz]ed)|unauthori[sz]ed/i,
      [
        'wallet.unauthorized',
        'The wallet has not authorised this site or account: allow it in the wallet and connect again.',
      ],
    ],
  ],
})
