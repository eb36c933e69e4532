import { type NameRow } from '../store/store.js'
import { ANY_EVM, ETHEREUM } from './coinTypes.js'
import { type Profile } from './schemas.js'

export const nameOf = ({ zone, label }: Pick<NameRow, 'zone' | 'label'>): string =>
  `${label}.${zone}`

/**
 * A name as it is answered. An address whose own key signed is the same person's on every chain of the
 * EVM, and so Ethereum's as well; a contract is that person's where it signed, and nowhere else.
 */
export function profileOf(row: NameRow): Profile {
  const at = new Date(row.createdAt).toISOString()
  const coinTypes = row.byKey ? [ETHEREUM, row.coinType, ANY_EVM] : [row.coinType]
  return {
    name: nameOf(row),
    zone: row.zone,
    registered_at: at,
    addresses: Object.fromEntries(
      coinTypes.map((coinType) => [String(coinType), { address: row.address, created_at: at }]),
    ),
    attributes: row.attributes,
  }
}
