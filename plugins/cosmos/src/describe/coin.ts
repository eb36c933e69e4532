import { readFields } from './protobuf.js'

export interface Coin {
  denom: string
  amount: string
}

export const isCoin = ({ denom, amount }: Coin): boolean =>
  /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(denom) && /^\d{1,78}$/.test(amount)

/** Decodes a coin. @throws RangeError, TypeError for other bytes */
export function coinOf(bytes: Uint8Array): Coin {
  const coin = readFields(bytes)
  if (!coin.has(1, 2)) throw new TypeError('A coin has two fields.')
  return { denom: coin.text(1), amount: coin.text(2) }
}
