import { isLatchkeyError, type Amount } from '@latchkey/plugin-api'
import type { SwapRecord, SwapState } from '../api.js'
import { initialState, step, type Effect } from '../machine/machine.js'
import { requestOf, type Market, type Offer } from '../services/market.js'
import type { SwapServices } from '../services/swapServices.js'
import { linkSignals, pause } from '../services/timing.js'
import {
  arrivesOf,
  buildDeal,
  isWorse,
  prove,
  type Deal,
  type Order,
  type Seen,
} from './buildDeal.js'
import { createClock, type Clock } from './clock.js'
import { toReview } from './toReview.js'
import { lossOf } from './worth.js'
import type { Wallet } from './askWallet.js'
import type { Event, Machine } from './types.js'

/** Time after the last key until a price is asked for. */
export const DEBOUNCE_MS = 500

export interface Engine {
  get(): Machine
  /** @param delay ms until a price is asked for, if the event leads to that */
  dispatch(event: Event, delay?: number): void
  /** The order that the form holds. `undefined`: something is missing. */
  setOrder(read: () => Order | undefined): void
}

const seenOf = (deal: Deal): Seen => ({
  arrives: arrivesOf(deal),
  minimum: deal.built.quote.minimum,
})

/** The event that an error is for the machine. */
const toEvent = (ticket: number, error: unknown): Event =>
  isLatchkeyError(error, 'wallet.user_rejected')
    ? { type: 'rejected', ticket }
    : { type: 'failed', ticket, error }

/** The network's fee of a quote, in the native coin. */
function feeOf({ active }: SwapServices, { quote, gasPrice }: Offer): Amount | undefined {
  const coin = active()?.network.nativeCurrency
  return coin && gasPrice > 0n
    ? { value: quote.gas * gasPrice, decimals: coin.decimals, symbol: coin.symbol }
    : undefined
}

/** The allowance that an approval left. A permit that was signed and not sent leaves none. */
function leftoverOf(deal: Deal | undefined): SwapState['leftover'] {
  const spender = deal?.built.quote.spender
  if (!deal || typeof spender !== 'string') return undefined
  if (deal.permit || deal.built.permit !== undefined) return undefined
  return { token: deal.from, spender, amount: deal.wanted.amount }
}

/** Shows the machine's state to the views. */
function show(services: SwapServices, before: Machine, now: Machine): void {
  const { slice, options } = services
  const { prices } = slice.get()
  const { phase, quote: offer, deal, error, isSent, hasApproved } = now
  const quote = offer?.quote
  const isSame = before.deal === deal && before.quote === offer
  slice.set(({ review, loss, leftover, from, to }) => ({
    ...{ phase, quote, error, isSent },
    review: deal
      ? isSame && review
        ? review
        : toReview(deal, prices, options.maxPriceImpact)
      : undefined,
    fee: offer && feeOf(services, offer),
    loss:
      quote && from && to
        ? lossOf(quote.fromAmount, from, quote.toAmount, to, prices)
        : isSame
          ? loss
          : undefined,
    leftover: hasApproved ? (leftoverOf(deal) ?? leftover) : undefined,
    renewsAt: phase === 'ready' ? quote?.expires : undefined,
  }))
}

/** Makes the tasks of the effects of the machine. */
function createTasks(
  services: SwapServices,
  market: Market,
  wallet: Wallet,
  engine: Engine,
  order: () => Order | undefined,
) {
  const { slice } = services
  const seen = (): Seen | undefined => {
    const { deal } = engine.get()
    return deal && seenOf(deal)
  }
  const demandOrder = (): Order => {
    const found = order()
    if (!found) throw new TypeError('the form is not complete')
    return found
  }
  const tasks: Record<Effect['ask'], (ticket: number, signal: AbortSignal) => Promise<Event>> = {
    async quote(ticket, signal) {
      const { active, from, to, amount } = demandOrder()
      const request = requestOf(active.network.id, active.account.address, from, to, amount)
      const quote = await market.quote(request, signal)
      return { type: 'quoted', ticket, quote }
    },
    async build(ticket, signal) {
      const before = engine.get()
      const offer = before.deal?.offer ?? before.quote
      if (!offer) throw new TypeError('there is no quote')
      const deal = await buildDeal(services, market, demandOrder(), offer, seen(), signal)
      return { type: 'built', ticket, deal, isWorse: isWorse(deal.seen, seenOf(deal)) }
    },
    async prove(ticket, signal) {
      const { deal: before } = engine.get()
      if (!before) throw new TypeError('there is no deal')
      const proof = await prove(services, before, signal)
      const deal: Deal = { ...before, proof, seen: seenOf(before) }
      return { type: 'proved', ticket, deal, isWorse: isWorse(deal.seen, seenOf(deal)) }
    },
    async approve(ticket, signal) {
      const deal = engine.get().deal!
      await wallet.approve(deal, signal)
      return { type: 'approved', ticket, isPermit: deal.permit !== undefined }
    },
    async swap(ticket, signal) {
      const onSent = ({ id }: SwapRecord): void => {
        if (engine.get().ticket === ticket) slice.set({ current: id })
        engine.dispatch({ type: 'sent', ticket })
      }
      const { id } = await wallet.swap(engine.get().deal!, signal, onSent)
      if (engine.get().ticket === ticket) slice.set({ current: id })
      return { type: 'mined', ticket }
    },
  }
  return tasks
}

/** Runs the machine: does what it asks for, and tells it what came of it. */
export function createEngine(services: SwapServices, market: Market, wallet: Wallet): Engine {
  const { ctx } = services
  let state: Machine = initialState()
  let readOrder: () => Order | undefined = () => undefined
  let running: ReturnType<typeof linkSignals> | undefined
  const perform = async ({ ask, ticket }: Effect, delay: number): Promise<void> => {
    const links = (running = linkSignals(ctx.signal))
    const { signal } = links
    try {
      if (ask === 'quote' && delay) await pause(delay, signal)
      if (signal.aborted) return
      engine.dispatch(await tasks[ask](ticket, signal))
    } catch (error) {
      if (ctx.signal.aborted) return
      if (!signal.aborted) ctx.log.debug(error)
      engine.dispatch(toEvent(ticket, error))
    } finally {
      links.end()
    }
  }
  const engine: Engine = {
    get: () => state,
    setOrder: (read) => void (readOrder = read),
    dispatch(event, delay = 0) {
      const before = state
      const [next, effects] = step(before, event)
      state = next
      if (next === before && !effects.length) return
      // Answers to earlier questions are late now.
      if (next.ticket !== before.ticket) running?.abort()
      show(services, before, next)
      for (const effect of effects) void perform(effect, delay)
      clock.update(next)
    },
  }
  const tasks = createTasks(services, market, wallet, engine, () => readOrder())
  const clock: Clock = createClock(services, engine.dispatch)
  return engine
}
