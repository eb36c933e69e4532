import { createHeap } from './heap.js'

/** Amounts by owner. The owner of the largest is known at once. */
export interface Ranking {
  /**
   * Adds an amount, or takes one away where it is below zero. An owner with nothing is forgotten.
   */
  add(owner: string, amount: number): void
  of(owner: string): number
  total(): number
  /** The owner of the largest amount. */
  largest(): string | undefined
}

interface Entry {
  owner: string
  amount: number
  at: number
}

export function createRanking(): Ranking {
  const byOwner = new Map<string, Entry>()
  const heap = createHeap<Entry>((one, other) => one.amount > other.amount)
  let total = 0
  const entryOf = (owner: string): Entry => {
    const entry = { owner, amount: 0, at: 0 }
    byOwner.set(owner, entry)
    heap.add(entry)
    return entry
  }
  return {
    add(owner, amount) {
      const entry = byOwner.get(owner) ?? (amount > 0 ? entryOf(owner) : undefined)
      if (!entry) return
      const after = Math.max(0, entry.amount + amount)
      total += after - entry.amount
      entry.amount = after
      heap.moved(entry)
      if (after > 0) return
      heap.remove(entry)
      byOwner.delete(owner)
    },
    of: (owner) => byOwner.get(owner)?.amount ?? 0,
    total: () => total,
    largest: () => heap.first()?.owner,
  }
}
