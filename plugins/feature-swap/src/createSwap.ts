import { LatchkeyError } from '@latchkey/plugin-api'
import { marksOf, writeAmount } from '@latchkey/plugin-api/amounts'
import type { SwapApi, SwapState, SwapToken } from './api.js'
import { createWallet } from './engine/askWallet.js'
import { DEBOUNCE_MS, createEngine, type Engine } from './engine/createEngine.js'
import type { Order } from './engine/buildDeal.js'
import { toReview } from './engine/toReview.js'
import { meaningOf, shortageOf } from './form/amount.js'
import { createMarket, type Market } from './services/market.js'
import {
  activeKey,
  createSwapServices,
  type SwapServices,
  type SwapSetup,
} from './services/swapServices.js'
import { isSameToken, tokenKey } from './services/tokenKey.js'
import { createTokens, type Tokens } from './services/createTokens.js'
import { storeImported } from './services/tokens.js'
import { createFollower } from './sending/followRecords.js'
import { createRecords } from './sending/records.js'

export type SwapCalls = Omit<SwapApi, 'state' | 'canSwap' | 'show' | 'back'>

/** Gas of a swap of the native coin, as far as no quote says it. */
const USUAL_GAS = 250_000n
/** The fee may rise until the swap is mined. */
const ROOM = 2n
const MAX_SLIPPAGE = 50

const unsupported = (network: string): LatchkeyError =>
  new LatchkeyError('swap.unsupported_network', 'Network not supported for Swaps', {
    context: { network },
  })

/** The visitor's own input: cleared by a swap, and by another account or network. */
const EMPTY = {
  typed: '',
  amount: undefined,
  amountProblem: undefined,
  missing: undefined,
  fee: undefined,
  loss: undefined,
} as const satisfies Partial<SwapState>

/** The fields of the form. */
// eslint-disable-next-line max-lines-per-function -- each field is a few lines, and they share their checks
function createFields(services: SwapServices, engine: Engine, tokens: Tokens, market: Market) {
  const { ctx, slice, active } = services
  const check = (): void =>
    slice.set((state) => {
      const { problem, missing } = shortageOf(state)
      return state.amount === undefined ? {} : { amountProblem: problem, missing }
    })
  const order = (): Order | undefined => {
    const { from, to, amount, slippage } = slice.get()
    const now = active()
    return now && from && to && amount !== undefined && !isSameToken(from, to)
      ? { active: now, from, to, amount, slippage }
      : undefined
  }
  const changed = (delay = 0): void =>
    engine.dispatch({ type: 'input', isComplete: order() !== undefined }, delay)
  const read = (typed: string): void => {
    const { from } = slice.get()
    const { amount, problem } = meaningOf(typed, from, ctx.messages.locale.get())
    slice.set({ typed, amount, amountProblem: problem, missing: undefined })
    check()
  }
  const setToken = (side: 'from' | 'to', token: SwapToken): void => {
    const { from, to, typed } = slice.get()
    const other = side === 'from' ? 'to' : 'from'
    const isFlip = isSameToken(token, side === 'from' ? to : from)
    slice.set({
      [side]: token,
      ...(isFlip && { [other]: side === 'from' ? from : to }),
      fee: undefined,
    })
    read(typed)
    changed()
    void tokens.refresh()
  }
  return {
    check,
    order,
    changed,
    read,
    setToken,
    setAmount(typed: string): void {
      read(typed)
      changed(DEBOUNCE_MS)
    },
    flip(): void {
      const { from, to, quote } = slice.get()
      const { decimal } = marksOf(ctx.messages.locale.get())
      slice.set({ from: to, to: from, fee: undefined })
      // The amount that would have come goes now.
      read(quote && to ? writeAmount(quote.toAmount, to.decimals, decimal) : slice.get().typed)
      changed()
      void tokens.refresh()
    },
    async max(): Promise<void> {
      const { from, fee, balances } = slice.get()
      const now = active()
      const balance = balances[tokenKey(from)]
      if (!from || !now || balance === undefined) return
      const price =
        from.address === undefined && !fee
          ? await market.gasPrice(now.network.id).catch(() => 0n)
          : 0n
      const kept = from.address === undefined ? (fee?.value ?? price * USUAL_GAS) * ROOM : 0n
      const most = balance > kept ? balance - kept : 0n
      if (!isSameToken(slice.get().from, from)) return
      read(writeAmount(most, from.decimals, marksOf(ctx.messages.locale.get()).decimal))
      changed()
    },
    setSlippage(percent: number): void {
      if (!(percent > 0 && percent <= MAX_SLIPPAGE)) return
      slice.set({ slippage: Math.round(percent * 10_000) / 10_000 })
      changed()
    },
  }
}

/** Calls back when the account or the network in use has changed. */
function onOwnerChange({ ctx, active }: SwapServices, onChange: () => void): void {
  let last = activeKey(active())
  const compare = (): void => {
    const key = activeKey(active())
    if (key === last) return
    last = key
    onChange()
  }
  ctx.accounts.subscribe(compare)
  ctx.activeNetwork.subscribe(compare)
}

/** The views follow the machine: the review is shown while a deal is built, read and sent. */
function createNavigation({ ctx, slice }: SwapServices) {
  const at = (): string | undefined => ctx.router.get().at(-1)?.view
  return {
    /** Whether a view of swaps is on top, drawn or on its way. */
    isShown: (): boolean => ctx.modal.get().open && /^swap(\.|$)/i.test(at() ?? ''),
    toReview: (): void => {
      if (ctx.modal.get().open && at() !== 'swap.review') ctx.router.push('swap.review')
    },
    toForm: (): void => {
      if (ctx.modal.get().open && at() === 'swap.review') ctx.router.back()
      slice.set({ current: undefined })
    },
  }
}

/** Everything that the views do, and what follows from it. */
// eslint-disable-next-line max-lines-per-function -- one list of all that the views call
export function createSwap(setup: SwapSetup): SwapCalls {
  const { ctx, slice } = setup
  const services = createSwapServices(setup)
  const market = createMarket(services)
  const records = createRecords(services)
  const follower = createFollower(services, records)
  const wallet = createWallet(services, records, follower)
  const engine = createEngine(services, market, wallet)
  const tokens = createTokens(services, market, () => onData())
  const fields = createFields(services, engine, tokens, market)
  const navigation = createNavigation(services)
  engine.setOrder(fields.order)
  const onData = (): void => {
    fields.check()
    const { deal } = engine.get()
    if (deal)
      slice.set({ review: toReview(deal, slice.get().prices, setup.options.maxPriceImpact) })
  }
  for (const record of records.resume()) void follower.follow(record)
  ctx.events.onAny((name) => {
    if (name.endsWith(':balance-changed')) void tokens.refresh()
  })
  slice.subscribe((now, before) => {
    if (now.fee !== before.fee) fields.check()
  })
  onOwnerChange(services, () => {
    engine.dispatch({ type: 'owner' })
    const network = ctx.activeNetwork.current()?.id
    slice.set({
      ...{ ...EMPTY, from: undefined, to: undefined, tokens: [], tokensRead: 'unread' },
      ...{ balances: {}, prices: {}, current: undefined, isOffered: setup.isOffered(network) },
    })
    if (watchers) void tokens.load()
  })
  let watchers = 0
  const closeIfGone = (): void => {
    if (!watchers && engine.get().isOpen && !navigation.isShown())
      engine.dispatch({ type: 'close' })
  }
  ctx.modal.subscribe(closeIfGone)
  ctx.router.subscribe(closeIfGone)
  const leave = (): void => {
    const isDone = engine.get().phase === 'done'
    if (isDone) slice.set(EMPTY)
    engine.dispatch({ type: 'leave' })
    navigation.toForm()
  }
  return {
    async start(given = {}) {
      const network = ctx.activeNetwork.current()?.id ?? ''
      slice.set({ isOffered: setup.isOffered(network) })
      if (!setup.isOffered(network)) throw unsupported(network)
      await tokens.load()
      const find = async (text: string | undefined): Promise<SwapToken | undefined> =>
        text === undefined
          ? undefined
          : (slice.get().tokens.find((token) => tokenKey(token) === text.toLowerCase()) ??
            (await tokens.lookUp(text).catch(() => undefined)))
      const [from, to] = await Promise.all([find(given.from), find(given.to)])
      if (from) fields.setToken('from', from)
      if (to) fields.setToken('to', to)
      if (given.amount !== undefined) fields.setAmount(given.amount)
    },
    watch() {
      watchers++
      engine.dispatch({ type: 'open' })
      return () => {
        watchers--
        // The next view begins to watch before this one has gone, or once its file is there.
        setTimeout(closeIfGone)
      }
    },
    setToken: fields.setToken,
    setAmount: fields.setAmount,
    setSlippage: fields.setSlippage,
    flip: fields.flip,
    max: fields.max,
    refresh: () => engine.dispatch({ type: 'refresh' }),
    review() {
      engine.dispatch({ type: 'review' })
      navigation.toReview()
    },
    accept: () => engine.dispatch({ type: 'accept' }),
    confirm: () => engine.dispatch({ type: 'confirm' }),
    stopWaiting() {
      engine.dispatch({ type: 'stop' })
      navigation.toForm()
    },
    leave,
    async revoke() {
      const { deal } = engine.get()
      if (!deal) return
      await wallet.revoke(deal, ctx.signal)
      slice.set({ leftover: undefined })
    },
    lookUp: tokens.lookUp,
    importToken(token) {
      const now = services.active()
      if (now) storeImported(services, now, token)
      slice.set(({ tokens: before }) =>
        before.some((each) => isSameToken(each, token)) ? {} : { tokens: [...before, token] },
      )
    },
    gasPrice: (network) => market.gasPrice(network),
    dismiss: records.remove,
  }
}
