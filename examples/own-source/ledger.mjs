// The payments that a shop wrote down, newest first. A real ledger is a query of a database.
export const SHOP = '0x1000000000000000000000000000000000005009'
export const VISITOR = '0x2000000000000000000000000000000000000001'
export const POINTS = {
  address: '0x3000000000000000000000000000000000000020',
  ...{ name: 'Shop points', symbol: 'PTS', decimals: 2, spam: false },
}

const FIRST_MS = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000

/** 120 payments: each tenth goes back to the shop. */
export const ledger = Array.from({ length: 120 }, (_, at) => {
  const number = 120 - at
  const [from, to] = number % 10 === 0 ? [VISITOR, SHOP] : [SHOP, VISITOR]
  const hash = `0x${number.toString(16).padStart(64, '0')}`
  return { hash, number, at: FIRST_MS + number * HOUR_MS, from, to, amount: 100n * BigInt(number) }
})
