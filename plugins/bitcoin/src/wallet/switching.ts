import { LatchkeyError } from '@latchkey/plugin-api'

/**
 * Throws unless the visitor can switch to this account: it must be a payment account, and have an
 * address. An account for ordinals must not pay, as that could spend an inscription.
 * @throws `bitcoin.address_required`, `bitcoin.not_payment`
 */
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
