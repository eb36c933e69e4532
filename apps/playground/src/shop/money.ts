/** Cents of a euro for one coin of each chain family. Coins of local networks have no market: these are made up. */
const CENTS_PER_COIN: Readonly<Record<string, number>> = {
  eip155: 2_500_00,
  solana: 140_00,
  bip122: 60_000_00,
  polkadot: 5_00,
  cosmos: 8_00,
}

export const euros = (cents: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100)

/** The price in base units of a coin, rounded up. @throws for a chain family without a rate */
export function toCoin(cents: number, namespace: string, decimals: number): bigint {
  const rate = CENTS_PER_COIN[namespace]
  if (rate === undefined) throw new Error(`The shop has no rate for ${namespace}.`)
  const wide = BigInt(cents) * 10n ** BigInt(decimals)
  return (wide + BigInt(rate) - 1n) / BigInt(rate)
}

const SHOWN_DIGITS = 6

/** An amount of base units with at most six digits after the point. */
export function coins(value: bigint, decimals: number): string {
  const text = value.toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  const part = text.slice(text.length - decimals, text.length - decimals + SHOWN_DIGITS)
  const trimmed = part.replace(/0+$/, '')
  return trimmed ? `${whole}.${trimmed}` : whole
}
