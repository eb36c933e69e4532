/**
 * Reads a chain id in any spelling of wallets: '0x1', '1', 1, 1n. `undefined` for anything else.
 */
export const toChainId = (value: unknown): number | undefined => {
  const id =
    typeof value === 'string' && !/^(0x[0-9a-f]+|\d+)$/i.test(value)
      ? NaN
      : Number(['string', 'number', 'bigint'].includes(typeof value) ? value : NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
/** Spells a chain id as EIP-695 and EIP-3326 do: hexadecimal, without leading zeros. */
export const toHex = (id: number | string): `0x${string}` => `0x${Number(id).toString(16)}`
