import type { SwapServices } from '../services/swapServices.js'
import type { Event, Machine } from './types.js'

/** How often a deal is proved anew while the visitor reads it: about a block. */
const PROOF_INTERVAL_MS = 12_000
/** A price is shown for so long at least, however soon a market takes it back. */
const MIN_SHOWN_MS = 3_000

/** Ends prices, renews them, and has deals proved anew. Nothing is asked by a page that nobody sees. */
export interface Clock {
  update(state: Machine): void
}

const isSeen = (): boolean =>
  (typeof document === 'undefined' || document.visibilityState !== 'hidden') &&
  (typeof navigator === 'undefined' || (navigator as Partial<Navigator>).onLine !== false)

export function createClock({ ctx }: SwapServices, dispatch: (event: Event) => void): Clock {
  let expiry: { ticket: number; timer: ReturnType<typeof setTimeout> } | undefined
  let proofs: ReturnType<typeof setInterval> | undefined
  let isExpired = false
  const renew = (): void => {
    if (isExpired && isSeen()) dispatch({ type: 'refresh' })
  }
  const listen = (change: 'addEventListener' | 'removeEventListener'): void => {
    if (typeof document !== 'undefined') document[change]('visibilitychange', renew)
    if (typeof window !== 'undefined') window[change]('online', renew)
  }
  listen('addEventListener')
  ctx.onDispose(() => {
    listen('removeEventListener')
    clearTimeout(expiry?.timer)
    clearInterval(proofs)
  })
  const setExpiry = (ticket: number, at: number): void => {
    if (expiry?.ticket === ticket) return
    clearTimeout(expiry?.timer)
    const timer = setTimeout(
      () => dispatch({ type: 'expire', ticket }),
      Math.max(at - Date.now(), MIN_SHOWN_MS),
    )
    expiry = { ticket, timer }
  }
  return {
    update({ phase, priced, quote, deal }) {
      const isReading = phase === 'review' || phase === 'changed'
      const expires = isReading ? deal?.built.quote.expires : quote?.quote.expires
      if ((phase === 'ready' || isReading) && expires !== undefined) setExpiry(priced, expires)
      if (isReading && !proofs)
        proofs = setInterval(() => {
          if (isSeen()) dispatch({ type: 'block' })
        }, PROOF_INTERVAL_MS)
      if (!isReading) {
        clearInterval(proofs)
        proofs = undefined
      }
      // The price of the form is renewed by itself; a deal only when the visitor asks for it.
      isExpired = phase === 'expired' && !deal
      if (isExpired) queueMicrotask(renew)
    },
  }
}
