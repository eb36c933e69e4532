import type { AdapterAbilities, Amount, Transfer } from '@latchkey/plugin-api'
import type { Fee } from '../api.js'
import type { ActiveAccount, SendServices } from '../services/sendServices.js'
import { linkSignals, pause, withTimeout } from '../services/timing.js'
import { balanceOf } from './worth.js'

/** How long the visitor must have stopped typing before a fee is estimated. */
const TYPING_PAUSE_MS = 500
/** How long an estimate may take. */
const ESTIMATE_TIMEOUT_MS = 15_000
/** Estimates that the search for the largest amount may make: a fee may rise with the amount. */
const MAX_ESTIMATES = 6

type FeeRequest = Pick<Transfer, 'to' | 'value' | 'token' | 'nft' | 'memo' | 'references'>
/** All in base units of the native currency. */
interface Cost {
  fee: bigint
  /** Must stay in the account beside the fee. */
  reserve: bigint
  /** Fee and reserve, and the room that some wallets want, as they offer more than is taken. */
  total: bigint
  isToContract: boolean
}

export interface Fees {
  /** Estimates the fee of the form's payment, when the visitor has stopped typing. */
  follow(): void
  /** The fee of this payment, now. `undefined`: the adapter cannot tell. */
  estimate(
    request: FeeRequest,
    active: ActiveAccount,
    signal: AbortSignal,
  ): Promise<{ amount: Amount; isToContract: boolean } | undefined>
  /** The largest amount of the native currency that can be sent. `undefined`: nothing can tell. */
  findMaximum(balance: bigint, to: string, active: ActiveAccount): Promise<bigint | undefined>
  stop(): void
}

const toNativeAmount = (value: bigint, { network }: ActiveAccount): Amount => {
  const { decimals, symbol } = network.nativeCurrency
  return { value, decimals, symbol }
}
const toCost = ({
  fee,
  reserve = 0n,
  room = 0n,
  isToContract = false,
}: Awaited<ReturnType<AdapterAbilities['estimate']>>): Cost => ({
  fee,
  reserve,
  total: fee + reserve + room,
  isToContract,
})

type EstimateCost = (
  request: FeeRequest,
  active: ActiveAccount,
  signal: AbortSignal,
) => Promise<Cost | undefined>
const createEstimateCost =
  ({ loadAdapter, hasAbility }: SendServices): EstimateCost =>
  async (request, { account, network }, signal) => {
    if (!hasAbility(account.namespace, 'estimate')) return undefined
    const answer = await withTimeout(
      ESTIMATE_TIMEOUT_MS,
      'estimating a fee',
      signal,
      async (limited) =>
        (await loadAdapter(account.namespace)).estimate?.({
          account,
          network,
          ...request,
          signal: limited,
        }),
    )
    return answer && typeof answer.fee === 'bigint' && answer.fee >= 0n ? toCost(answer) : undefined
  }

/**
 * Finds the largest amount that leaves enough for its own fee. Begins with half of the balance:
 * estimating the whole balance would fail for want of a fee.
 */
async function findMaximum(
  balance: bigint,
  estimateCost: (value: bigint) => Promise<Cost | undefined>,
): Promise<bigint | undefined> {
  let cost = await estimateCost(balance / 2n)
  for (let tries = 0; cost && cost.total < balance && tries < MAX_ESTIMATES; tries++) {
    const value: bigint = balance - cost.total
    const next = await estimateCost(value).catch(() => undefined)
    if (next && next.total <= cost.total) return value
    cost = next ?? { ...cost, fee: cost.fee * 2n, total: cost.total + cost.fee }
  }
  return undefined
}

/** The payment that the form holds. `undefined`: something is missing. */
function requestOf({ slice }: SendServices): FeeRequest | undefined {
  const { token, value, receiver } = slice.get()
  if (!token || !value || value > balanceOf(token) || receiver.status !== 'ok') return undefined
  return {
    to: receiver.address,
    value,
    ...(token.address !== undefined && { token: token.address }),
    ...(token.nft && { nft: token.nft }),
    ...receiver.carried,
  }
}
/** Two keys are equal where the fee must be the same. */
const requestKey = (
  { to, value, token, nft, memo, references }: FeeRequest,
  { network }: ActiveAccount,
): string => JSON.stringify([to, String(value), token, nft, memo, references, network.id])

/** @param onChange - called when the state has another fee */
export function createFees(services: SendServices, onChange: () => void): Fees {
  const { ctx, slice, hasAbility, activeAccount } = services
  const estimateCost = createEstimateCost(services)
  let running: { key: string; stop(): void } | undefined
  const show = (fee: Fee): void => {
    slice.set({ fee })
    onChange()
  }
  const estimateForForm = async (
    request: FeeRequest,
    active: ActiveAccount,
    signal: AbortSignal,
  ): Promise<void> => {
    await pause(TYPING_PAUSE_MS, signal)
    if (signal.aborted) return
    const cost = await estimateCost(request, active, signal).catch((error: unknown) => {
      ctx.log.debug(error)
      return 'failed' as const
    })
    if (signal.aborted) return
    if (cost === 'failed' || !cost) return show({ status: cost ?? 'unknown' })
    show({
      status: 'known',
      amount: toNativeAmount(cost.fee, active),
      ...(cost.reserve && { reserve: cost.reserve }),
      ...(cost.isToContract && { isToContract: true }),
    })
  }
  const stop = (): void => {
    running?.stop()
    running = undefined
  }
  return {
    follow() {
      const [request, active] = [requestOf(services), activeAccount()]
      if (!request || !active || !hasAbility(active.account.namespace, 'estimate')) {
        stop()
        return slice.set(({ fee }) =>
          fee.status === 'unknown' ? {} : { fee: { status: 'unknown' } },
        )
      }
      const key = requestKey(request, active)
      if (running?.key === key) return
      stop()
      const { signal, abort } = linkSignals(ctx.signal)
      running = { key, stop: abort }
      slice.set({ fee: { status: 'loading' } })
      void estimateForForm(request, active, signal)
    },
    async estimate(request, active, signal) {
      const cost = await estimateCost(request, active, signal)
      return cost && { amount: toNativeAmount(cost.fee, active), isToContract: cost.isToContract }
    },
    findMaximum: (balance, to, active) =>
      findMaximum(balance, (value) => estimateCost({ to, value }, active, ctx.signal)),
    stop,
  }
}
