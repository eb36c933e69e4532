import { isProduct, PRODUCTS, reduced, type ProductId } from './products.js'

const KEY = 'saltmarsh:cart'
const MOST = 9

export interface Line {
  id: ProductId
  count: number
}

/** The pieces that a visitor has chosen, kept in this browser. */
export interface Cart {
  lines(): readonly Line[]
  count(): number
  /** In cents, before and after the discount of members. */
  total(discount: number): { full: number; due: number }
  /** Adds or takes away; a line that has none left is gone. Nine of a piece at most. */
  add(id: ProductId, by: number): void
  clear(): void
}

function read(storage: Storage): Map<ProductId, number> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    const lines = Array.isArray(kept) ? (kept as readonly Partial<Line>[]) : []
    return new Map(
      lines.flatMap((line) =>
        line && isProduct(String(line.id)) && Number.isInteger(line.count)
          ? [[line.id as ProductId, Math.min(Math.max(Number(line.count), 1), MOST)] as const]
          : [],
      ),
    )
  } catch {
    return new Map()
  }
}

export function createCart(onChange: () => void, storage: Storage = localStorage): Cart {
  const counts = read(storage)
  const lines = (): readonly Line[] => [...counts].map(([id, count]) => ({ id, count }))
  const changed = (): void => {
    storage.setItem(KEY, JSON.stringify(lines()))
    onChange()
  }
  const sum = (price: (cents: number) => number): number =>
    lines().reduce((all, { id, count }) => all + count * price(PRODUCTS[id]), 0)
  return {
    lines,
    count: () => lines().reduce((all, { count }) => all + count, 0),
    total: (discount) => ({
      full: sum((cents) => cents),
      due: sum((cents) => reduced(cents, discount)),
    }),
    add(id, by) {
      const count = Math.min((counts.get(id) ?? 0) + by, MOST)
      if (count > 0) counts.set(id, count)
      else counts.delete(id)
      changed()
    },
    clear() {
      counts.clear()
      changed()
    },
  }
}
