import { readPermit, takesPermit, type Permit } from '../proof/permit.js'
import { isSameAddress } from '../proof/hex.js'
import type { AskNode, BuiltDeal, WantedSwap } from '../proof/types.js'

/** A permit that ends sooner is not used any more: the swap still has to be mined. */
const LEAST_LEFT_MS = 5 * 60_000

interface Signed {
  call: string
  /** ms since 1970. */
  until: number
}

/** The permits (EIP-2612) of this page. They are kept in memory alone. */
export interface Permits {
  /**
   * Finds what may be signed in place of the approvals of a deal.
   * @returns `undefined`: the token, the account or the router's call takes no permit
   */
  offer(wanted: WantedSwap, built: BuiltDeal, ask: AskNode): Promise<Permit | undefined>
  /** The call of a permit that was signed for such a deal and still holds. */
  find(wanted: WantedSwap, built: BuiltDeal): string | undefined
  keep(wanted: WantedSwap, permit: Permit, call: string): void
  /** A permit was sent with a swap. Its nonce is used then, and the token's other permits have the same one. */
  drop(wanted: WantedSwap): void
  /** The token gets approvals from now on, as a permit of it was of no use. */
  refuse(wanted: WantedSwap): void
}

const tokenOf = ({ chainId, account, from }: WantedSwap): string =>
  [chainId, account, from].join().toLowerCase()
const keyOf = (wanted: WantedSwap, spender: string | null): string =>
  [tokenOf(wanted), wanted.amount, spender].join().toLowerCase()

export function createPermits(): Permits {
  const signed = new Map<string, Signed>()
  const refused = new Set<string>()
  const isFit = ({ tx, quote: { spender } }: BuiltDeal): boolean =>
    spender !== null && isSameAddress(spender, tx.to) && takesPermit(tx.data)
  const drop = (wanted: WantedSwap): void => {
    for (const key of signed.keys()) if (key.startsWith(`${tokenOf(wanted)},`)) signed.delete(key)
  }
  return {
    async offer(wanted, built, ask) {
      const { spender } = built.quote
      if (spender === null || !isFit(built) || refused.has(tokenOf(wanted))) return undefined
      return readPermit(ask, wanted, spender, Date.now())
    },
    find(wanted, built) {
      const found = signed.get(keyOf(wanted, built.quote.spender))
      const isGood = found && isFit(built) && found.until - Date.now() > LEAST_LEFT_MS
      return isGood ? found.call : undefined
    },
    keep(wanted, { spender, deadline }, call) {
      signed.set(keyOf(wanted, spender), { call, until: Number(deadline) * 1_000 })
    },
    drop,
    refuse(wanted) {
      drop(wanted)
      refused.add(tokenOf(wanted))
    },
  }
}
