/** Nodes behind one address may not all know a transaction that one of them took. */
const LAG_MS = 60_000

/** The last nonce that was signed for an account on a network. */
export interface SignedNonce {
  nonce: number
  isSent: boolean
  at: number
}

/**
 * The last nonces that were signed, by account and network, so that no second transaction gets one
 * without the person knowing.
 */
export interface SignedNonces {
  /** The next nonce, where the node counts `pending` ones. */
  next(of: string, pending: number): { nonce: number; isSignedBefore: boolean }
  signed(of: string, nonce: number): void
  /** A node took it. */
  sent(of: string, nonce: number): void
}

/**
 * @param last by account and network; it lives as long as the page
 * @param now milliseconds that never go back
 */
export function createSignedNonces(
  last: Map<string, SignedNonce>,
  now: () => number = () => performance.now(),
): SignedNonces {
  return {
    next(of, pending) {
      const before = last.get(of)
      if (!before || before.nonce < pending) return { nonce: pending, isSignedBefore: false }
      return before.isSent && now() - before.at < LAG_MS
        ? { nonce: before.nonce + 1, isSignedBefore: false }
        : { nonce: pending, isSignedBefore: true }
    },
    signed: (of, nonce) => void last.set(of, { nonce, isSent: false, at: now() }),
    sent(of, nonce) {
      const before = last.get(of)
      if (before?.nonce === nonce) last.set(of, { ...before, isSent: true, at: now() })
    },
  }
}
