import type { OnrampOffer, OnrampQuote, OnrampState } from '../api.js'
import type { Catalogue } from '../catalogue.js'
import type { OnrampSetup } from '../services.js'
import { pause, whenSeen } from '../timing.js'
import { askedOf, askPrices, blankOffers } from './askPrices.js'
import { estimate } from './estimate.js'
import { problemOf } from './limits.js'
import { byWorth } from './sortOffers.js'

/** Nobody is asked while somebody types. */
const DEBOUNCE_MS = 500
/** A price without an end of its own is asked for again after this time. */
const QUOTE_MS = 60_000

/** Puts offers into the state: the best first, and with the amount that follows from its price. */
function createPut(slice: OnrampSetup['slice'], chosen: () => string | undefined) {
  return (offers: readonly OnrampOffer[], more: Partial<OnrampState> = {}): void => {
    const { side } = slice.get()
    const sorted = [...offers].sort(byWorth(side))
    const selected =
      sorted.find(({ provider }) => provider.name === chosen()) ??
      sorted.find(({ status }) => status === 'quoted' || status === 'unpriced') ??
      sorted[0]
    const quote = selected?.status === 'quoted' ? selected.quote : undefined
    const isOver = more.quotesLoading === false
    const other =
      side === 'payment'
        ? { purchaseAmount: quote?.purchaseAmount.amount }
        : { paymentAmount: quote?.paymentTotal.amount }
    slice.set({
      offers: sorted,
      selectedProvider: selected?.provider,
      ...(isOver && other),
      ...more,
    })
    slice.set((state) => ({ error: problemOf(state) }))
  }
}

/** Asks again before a price ends, while somebody looks. */
export async function watchPrices(
  { slice }: OnrampSetup,
  { plan }: Pick<Offers, 'plan'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { quotedAt, offers } = slice.get()
    const ends = offers.flatMap((offer) =>
      offer.status === 'quoted' ? (offer.quote.expires ?? []) : [],
    )
    const due = Math.min((quotedAt ?? Date.now()) + QUOTE_MS, ...ends) - Date.now()
    await pause(Math.max(due, 1_000), signal)
    await whenSeen(signal)
    const { quotedAt: at, quotesLoading } = slice.get()
    if (at === quotedAt && at !== undefined && !quotesLoading) plan(0, true)
  }
}

/** The offers of the providers, and the prices that are asked of them. */
export function createOffers(setup: OnrampSetup, catalogue: Catalogue) {
  const { ctx, slice } = setup
  let round = new AbortController()
  let running: Promise<void> = Promise.resolve()
  /** The provider that the visitor chose. */
  let chosen: string | undefined

  const put = createPut(slice, () => chosen)
  /**
   * Asks anew after the debounce. Answers to questions of before are dropped. `isSame`: the question
   * has not changed, so that its prices stay until newer ones come.
   */
  const plan = (wait = DEBOUNCE_MS, isSame = false): void => {
    round.abort()
    const asked = askedOf(slice.get())
    if (!asked) {
      put(blankOffers(catalogue, slice.get(), 'waiting'), {
        quotesLoading: false,
        quotedAt: undefined,
      })
      return
    }
    const { signal } = (round = new AbortController())
    put(isSame ? slice.get().offers : blankOffers(catalogue, slice.get(), 'loading'), {
      quotesLoading: true,
    })
    const run = async (): Promise<void> => {
      if (wait) await pause(wait, signal)
      const offers = await askPrices(setup, catalogue, asked, signal)
      if (!signal.aborted) put(offers, { quotesLoading: false, quotedAt: Date.now() })
    }
    running = run().catch((error: unknown) => {
      if (!signal.aborted) ctx.log.warn(error)
    })
  }
  ctx.onDispose(() => round.abort())
  const selected = (): OnrampOffer | undefined => {
    const { offers, selectedProvider } = slice.get()
    return offers.find(({ provider }) => provider.name === selectedProvider?.name)
  }
  return {
    plan,
    selected,
    stop(): void {
      chosen = undefined
      round.abort()
    },
    choose(name: string | undefined) {
      chosen = name
      put(slice.get().offers, { quotesLoading: slice.get().quotesLoading })
    },
    async quote(): Promise<OnrampQuote> {
      while (slice.get().quotesLoading && !ctx.signal.aborted) await running
      const offer = selected()
      if (offer?.status === 'quoted') return offer.quote
      const { paymentAmount = '0', paymentCurrency, purchaseCurrency } = slice.get()
      return estimate(
        paymentAmount,
        paymentCurrency?.id ?? '',
        purchaseCurrency?.symbol ?? '',
        offer?.provider.feeRange ?? '',
      )
    },
  }
}
export type Offers = ReturnType<typeof createOffers>
