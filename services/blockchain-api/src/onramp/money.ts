// Sums of money, in whole units as decimal text outside and as whole numbers inside.

/** Decimals that amounts are counted with. */
const SCALE = 18
const ONE = 10n ** BigInt(SCALE)
const CENT = ONE / 100n
const DECIMAL = /^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/

/** An amount in 10^-18 of a whole unit. @returns `undefined` where it is not decimal text */
export function parseDecimal(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(SCALE, '0'))
}

/** Decimal text with so many decimals; what is smaller is cut off. */
export function formatDecimal(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(SCALE + 1, '0')
  const part = digits.slice(-SCALE).slice(0, decimals)
  return digits.slice(0, -SCALE) + (part && `.${part}`)
}

/** With as many decimals as it has. */
export const formatShort = (amount: bigint): string => {
  const text = formatDecimal(amount, SCALE)
  return text.replace(/\.?0+$/, '')
}

/** Up to the next cent. */
export const roundUp = (amount: bigint): bigint => ((amount + CENT - 1n) / CENT) * CENT

export const times = (amount: bigint, factor: bigint): bigint => (amount * factor) / ONE
export const divided = (amount: bigint, by: bigint): bigint => (amount * ONE) / by

/** Whether the parts are the total, to the cent. */
export function addsUp(total: bigint, parts: readonly bigint[]): boolean {
  const rest = total - parts.reduce((sum, part) => sum + part, 0n)
  return rest < CENT / 2n && rest > -CENT / 2n
}
