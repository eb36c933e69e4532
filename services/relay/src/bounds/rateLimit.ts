export interface RateLimit {
  /** Takes units that a client has left. @returns false where there are not enough */
  takeUnits(clientId: string, cost: number): boolean
  /**
   * Charges for work that is done already, or was refused after it was read. The client may go into
   * debt by its burst at most.
   */
  chargeUnits(clientId: string, cost: number): void
  /** ms until the client has that many units again. A wish above the burst counts as the burst. */
  waitMs(clientId: string, cost?: number): number
  /** Forgets clients that have been quiet long enough to have their whole burst again. */
  forgetIdleClients(): void
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
    takeUnits(clientId, cost) {
      const left = leftOf(clientId)
      const enough = left >= cost
      buckets.set(clientId, { left: enough ? left - cost : left, at: now() })
      return enough
    },
    chargeUnits: (clientId, cost) =>
      void buckets.set(clientId, { left: Math.max(-burst, leftOf(clientId) - cost), at: now() }),
    waitMs: (clientId, cost = 0) =>
      Math.max(0, Math.ceil(((Math.min(cost, burst) - leftOf(clientId)) / rate) * 1000)),
    forgetIdleClients() {
      for (const [clientId, bucket] of buckets)
        if (refilled(bucket) >= burst) buckets.delete(clientId)
    },
  }
}
