import type { Amount, Transfer } from '@latchkey/plugin-api'
import type { Fee } from './api.js'
import { balanceOf } from './amount.js'
import { linked, pause, unlessAborted, type Ground, type Place } from './ground.js'

/** How long the visitor must have stopped typing, ms. */
const DEBOUNCE = 500
/** Longest time that an estimate may take, ms. */
const LIMIT = 15_000
/** Looks for the most that can be sent: a fee may rise with the amount. */
const TRIES = 6

type Wanted = Pick<Transfer, 'to' | 'value' | 'token'>
interface Cost {
  fee: bigint
  /** Fee, and what must stay in the account beside it. */
  whole: bigint
}

export interface Fees {
  /** Estimates the fee of what the form holds, once it holds still. */
  follow(): void
  /** The fee of this transfer, now. */
  of(wanted: Wanted, at: Place, signal: AbortSignal): Promise<Amount | undefined>
  /** The most of the native currency that can be sent. `undefined`: nobody can tell. */
  most(balance: bigint, to: string, at: Place): Promise<{ value: bigint; fee: Amount } | undefined>
  stop(): void
}

const inNative = (value: bigint, { network: { nativeCurrency: { decimals, symbol } } }: Place): Amount => ({ value, decimals, symbol })

export function createFees({ ctx, slice, adapter, can, place }: Ground, onKnown: () => void): Fees {
  let running: { about: string; stop(): void } | undefined

  const costOf = async (wanted: Wanted, { account, network }: Place, signal: AbortSignal): Promise<Cost | undefined> => {
    if (!can(account.namespace, 'estimate')) return undefined
    const limited = linked(signal)
    void pause(LIMIT, limited.signal).then(() => limited.abort(new TypeError('estimating a fee took too long')))
    try {
      const chain = await adapter(account.namespace)
      const told = await unlessAborted(Promise.resolve(chain.estimate?.({ account, network, ...wanted, signal: limited.signal })), limited.signal)
      return told && typeof told.fee === 'bigint' && told.fee >= 0n ? { fee: told.fee, whole: told.fee + (told.reserve ?? 0n) } : undefined
    } finally {
      limited.abort()
    }
  }
  const wanted = (): Wanted | undefined => {
    const { token, value, receiver } = slice.get()
    return token && value && value <= balanceOf(token) && receiver.status === 'ok' ? { to: receiver.address, value, ...(token.address !== undefined && { token: token.address }) } : undefined
  }
  const set = (fee: Fee): void => {
    slice.set({ fee })
    onKnown()
  }
  const estimate = async (what: Wanted, at: Place, signal: AbortSignal): Promise<void> => {
    await pause(DEBOUNCE, signal)
    if (signal.aborted) return
    try {
      const cost = await costOf(what, at, signal)
      if (!signal.aborted) set(cost ? { status: 'known', amount: inNative(cost.fee, at) } : { status: 'unknown' })
    } catch (error) {
      if (signal.aborted) return
      ctx.log.debug(error)
      set({ status: 'failed' })
    }
  }
  const stop = (): void => {
    running?.stop()
    running = undefined
  }
  return {
    follow() {
      const [what, at] = [wanted(), place()]
      const about = what && at ? JSON.stringify([what.to, String(what.value), what.token, at.network.id]) : ''
      if (running?.about === about) return
      stop()
      if (!what || !at || !can(at.account.namespace, 'estimate')) {
        if (slice.get().fee.status !== 'unknown') slice.set({ fee: { status: 'unknown' } })
        return
      }
      const { signal, abort } = linked(ctx.signal)
      running = { about, stop: abort }
      slice.set({ fee: { status: 'loading' } })
      void estimate(what, at, signal)
    },
    async of(what, at, signal) {
      const cost = await costOf(what, at, signal)
      return cost && inNative(cost.fee, at)
    },
    async most(balance, to, at) {
      // An estimate of all that is there would fail for want of a fee.
      let cost = await costOf({ to, value: balance / 2n }, at, ctx.signal)
      for (let tries = 0; cost && cost.whole < balance && tries < TRIES; tries++) {
        const value: bigint = balance - cost.whole
        const next = await costOf({ to, value }, at, ctx.signal).catch(() => undefined)
        if (next && next.whole <= cost.whole) return { value, fee: inNative(next.fee, at) }
        cost = next ?? { fee: cost.fee * 2n, whole: cost.whole + cost.fee }
      }
      return undefined
    },
    stop,
  }
}
