export interface BoundedCache<Value> {
  get(key: string): Value | undefined
  /** A value that is heavier than the whole bound is not kept. */
  set(key: string, value: Value, weight: number): void
}

/** Keeps values up to a weight in all; the one that was set longest ago gives way. */
export function createBoundedCache<Value>(maxWeight: number): BoundedCache<Value> {
  const kept = new Map<string, { value: Value; weight: number }>()
  let total = 0
  const drop = (key: string): void => {
    total -= kept.get(key)?.weight ?? 0
    kept.delete(key)
  }
  return {
    get: (key) => kept.get(key)?.value,
    set(key, value, weight) {
      drop(key)
      if (weight > maxWeight) return
      kept.set(key, { value, weight })
      total += weight
      for (const [oldest] of kept) {
        if (total <= maxWeight) break
        drop(oldest)
      }
    },
  }
}
