/** A chain id as wallets spell it, in whatever form it came: '0x1', '1', 1, 1n. `undefined` for anything else. */
export const toChainId = (value: unknown): number | undefined => {
  const id =
    typeof value === 'string' && !/^(0x[0-9a-f]+|\d+)$/i.test(value)
      ? NaN
      : Number(['string', 'number', 'bigint'].includes(typeof value) ? value : NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
/** As EIP-695 and EIP-3326 spell it: hexadecimal, without leading zeros. */
export const toHex = (id: number | string): `0x${string}` => `0x${Number(id).toString(16)}`
