import { LatchkeyError } from '@latchkey/plugin-api'

/** The law of switching: by address, and to payment accounts only. @throws `bitcoin.address_required`, `bitcoin.not_payment` */
export function demandSwitchable(
  account: { address?: string | undefined; type?: string | undefined } | undefined,
): void {
  if (!account?.address)
    throw new LatchkeyError(
      'bitcoin.address_required',
      'Address parameter is required for switching bip122 connection',
      { context: {} },
    )
  if (account.type !== 'payment')
    throw new LatchkeyError(
      'bitcoin.not_payment',
      'Switching to non-payment accounts is not allowed for bip122',
      { context: {} },
    )
}
