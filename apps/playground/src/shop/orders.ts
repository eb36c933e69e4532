const KEY = 'saltmarsh:orders'
const PREFIX = 'SM-'
const FIRST = 1042
const MOST = 20

export interface Order {
  number: string
  cents: number
  transaction: string
  network: string
}

/** The orders of this browser, the newest first. */
export function readOrders(): readonly Order[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as readonly Order[]) : []
  } catch {
    return []
  }
}

/** Keeps an order. @returns its number */
export function addOrder(order: Omit<Order, 'number'>): string {
  const orders = readOrders()
  const last = orders[0] ? Number(orders[0].number.slice(PREFIX.length)) : FIRST - 1
  const number = `${PREFIX}${last + 1}`
  localStorage.setItem(KEY, JSON.stringify([{ number, ...order }, ...orders].slice(0, MOST)))
  return number
}
