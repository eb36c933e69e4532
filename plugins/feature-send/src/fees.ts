import type { Amount, Transfer } from '@latchkey/plugin-api'
import type { Fee } from './api.js'
import { balanceOf } from './amount.js'
import { linked, pause, within, type Ground, type Place } from './ground.js'

/** How long the visitor must have stopped typing, ms. */
const DEBOUNCE = 500
/** Longest time that an estimate may take, ms. */
const LIMIT = 15_000
/** Looks for the most that can be sent: a fee may rise with the amount. */
const TRIES = 6

type Wanted = Pick<Transfer, 'to' | 'value' | 'token' | 'memo' | 'references'>
interface Cost {
  fee: bigint
  /** What must stay in the account beside it. */
  reserve: bigint
  /** All of that, and room for wallets that offer more than is taken. */
  whole: bigint
}

export interface Fees {
  /** Estimates the fee of what the form holds, once it holds still. */
  follow(): void
  /** The fee of this transfer, now. */
  of(wanted: Wanted, at: Place, signal: AbortSignal): Promise<Amount | undefined>
  /** The most of the native currency that can be sent. `undefined`: nobody can tell. */
  most(balance: bigint, to: string, at: Place): Promise<bigint | undefined>
  stop(): void
}

const inNative = (
  value: bigint,
  {
    network: {
      nativeCurrency: { decimals, symbol },
    },
  }: Place,
): Amount => ({ value, decimals, symbol })

const withWhole = ({
  fee,
  reserve = 0n,
  room = 0n,
}: {
  fee: bigint
  reserve?: bigint
  room?: bigint
}): Cost => ({ fee, reserve, whole: fee + reserve + room })

type CostOf = (wanted: Wanted, at: Place, signal: AbortSignal) => Promise<Cost | undefined>
const createCostOf =
  ({ adapter, can }: Ground): CostOf =>
  async (wanted, { account, network }, signal) => {
    if (!can(account.namespace, 'estimate')) return undefined
    const told = await within(LIMIT, 'estimating a fee', signal, async (limited) =>
      (await adapter(account.namespace)).estimate?.({
        account,
        network,
        ...wanted,
        signal: limited,
      }),
    )
    return told && typeof told.fee === 'bigint' && told.fee >= 0n ? withWhole(told) : undefined
  }

/** Comes near from below: an estimate of all that is there would fail for want of a fee, and a fee may rise with the amount. */
async function mostOf(
  balance: bigint,
  costOf: (value: bigint) => Promise<Cost | undefined>,
): Promise<bigint | undefined> {
  let cost = await costOf(balance / 2n)
  for (let tries = 0; cost && cost.whole < balance && tries < TRIES; tries++) {
    const value: bigint = balance - cost.whole
    const next = await costOf(value).catch(() => undefined)
    if (next && next.whole <= cost.whole) return value
    cost = next ?? { ...cost, fee: cost.fee * 2n, whole: cost.whole + cost.fee }
  }
  return undefined
}

/** What the form's transfer takes, looked for whenever it holds still. */
export function createFees(ground: Ground, onKnown: () => void): Fees {
  const { ctx, slice, can, place } = ground
  const costOf = createCostOf(ground)
  let running: { about: string; stop(): void } | undefined

  const wanted = (): Wanted | undefined => {
    const { token, value, receiver } = slice.get()
    return token && value && value <= balanceOf(token) && receiver.status === 'ok'
      ? {
          to: receiver.address,
          value,
          ...(token.address !== undefined && { token: token.address }),
          ...receiver.carried,
        }
      : undefined
  }
  const set = (fee: Fee): void => {
    slice.set({ fee })
    onKnown()
  }
  const estimate = async (what: Wanted, at: Place, signal: AbortSignal): Promise<void> => {
    await pause(DEBOUNCE, signal)
    const cost = signal.aborted
      ? undefined
      : await costOf(what, at, signal).catch(
          (error: unknown) => (ctx.log.debug(error), 'failed' as const),
        )
    if (signal.aborted) return
    set(
      cost === 'failed'
        ? { status: cost }
        : cost
          ? {
              status: 'known',
              amount: inNative(cost.fee, at),
              ...(cost.reserve && { reserve: cost.reserve }),
            }
          : { status: 'unknown' },
    )
  }
  const stop = (): void => {
    running?.stop()
    running = undefined
  }
  return {
    follow() {
      const [what, at] = [wanted(), place()]
      const isWanted = what && at && can(at.account.namespace, 'estimate')
      const about = isWanted
        ? JSON.stringify([
            what.to,
            String(what.value),
            what.token,
            what.memo,
            what.references,
            at.network.id,
          ])
        : ''
      if (isWanted && running?.about === about) return
      stop()
      if (!isWanted)
        return slice.set(({ fee }) =>
          fee.status === 'unknown' ? {} : { fee: { status: 'unknown' } },
        )
      const { signal, abort } = linked(ctx.signal)
      running = { about, stop: abort }
      slice.set({ fee: { status: 'loading' } })
      void estimate(what, at, signal)
    },
    async of(what, at, signal) {
      const cost = await costOf(what, at, signal)
      return cost && inNative(cost.fee, at)
    },
    most: (balance, to, at) => mostOf(balance, (value) => costOf({ to, value }, at, ctx.signal)),
    stop,
  }
}
