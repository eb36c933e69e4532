import type { NameAddress } from '@latchkey/backend'
import { isSameAddress } from '../rules/isSameAddress.js'

const ETHEREUM = '60'
/** The coin type of addresses that are good on all EVM chains (ENSIP-19). */
const ANY_EVM = '2147483648'

/**
 * The coin type that a name was registered with; `undefined` where it leads to another account. A name
 * that a key signed for leads to it on Ethereum and everywhere else too, whichever network was in use.
 */
export function ownedAs(
  addresses: Readonly<Record<string, NameAddress>>,
  account: string,
): number | undefined {
  const coinTypes = Object.entries(addresses)
    .filter(([, { address }]) => isSameAddress(address, account))
    .map(([coinType]) => coinType)
  const own = coinTypes.find((each) => each !== ETHEREUM && each !== ANY_EVM) ?? coinTypes[0]
  return own === undefined ? undefined : Number(own === ANY_EVM ? ETHEREUM : own)
}
