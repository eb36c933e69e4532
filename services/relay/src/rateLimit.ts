export interface RateLimit {
  /** Takes from what a client may still do; false when there is not enough. */
  take(clientId: string, cost: number): boolean
  /** Takes what was done already, or what is refused and was read all the same: the client may go into debt by as much as it may do at once. */
  spend(clientId: string, cost: number): void
  /** ms until the client has so much again, at most until it has everything. */
  wait(clientId: string, cost?: number): number
  /** Forgets clients that have been quiet long enough to have everything again. */
  sweep(): void
}

/** A token bucket for each client, however many connections it has. */
export function createRateLimit(
  { rate, burst }: { rate: number; burst: number },
  now: () => number = Date.now,
): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  const refilled = ({ left, at }: { left: number; at: number }): number =>
    Math.min(burst, left + (Math.max(0, now() - at) / 1000) * rate)
  const leftOf = (clientId: string): number => {
    const bucket = buckets.get(clientId)
    return bucket ? refilled(bucket) : burst
  }
  return {
    take(clientId, cost) {
      const left = leftOf(clientId)
      const enough = left >= cost
      buckets.set(clientId, { left: enough ? left - cost : left, at: now() })
      return enough
    },
    spend: (clientId, cost) =>
      void buckets.set(clientId, { left: Math.max(-burst, leftOf(clientId) - cost), at: now() }),
    wait: (clientId, cost = 0) =>
      Math.max(0, Math.ceil(((Math.min(cost, burst) - leftOf(clientId)) / rate) * 1000)),
    sweep() {
      for (const [clientId, bucket] of buckets)
        if (refilled(bucket) >= burst) buckets.delete(clientId)
    },
  }
}
