export interface RateLimit {
  /** Takes from what a client may still do; false when there is not enough. */
  take(clientId: string, cost: number): boolean
  /** Forgets clients that have been quiet long enough to have everything again. */
  sweep(): void
}

/** A token bucket for each client, however many connections it has. */
export function createRateLimit({ rate, burst }: { rate: number; burst: number }, now: () => number = Date.now): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  const refilled = ({ left, at }: { left: number; at: number }): number => Math.min(burst, left + Math.max(0, now() - at) / 1000 * rate)
  return {
    take(clientId, cost) {
      const bucket = buckets.get(clientId)
      const left = bucket ? refilled(bucket) : burst
      const enough = left >= cost
      buckets.set(clientId, { left: enough ? left - cost : left, at: now() })
      return enough
    },
    sweep() {
      for (const [clientId, bucket] of buckets) if (refilled(bucket) >= burst) buckets.delete(clientId)
    },
  }
}
