import type { OnrampForm, OnrampState } from './api.js'
import { createCatalogue } from './catalogue.js'
import { INITIAL_STATE } from './initialState.js'
import type { createOrders } from './orders/createOrders.js'
import type { createPurchase } from './orders/createPurchase.js'
import { createOffers, watchPrices } from './quotes/createOffers.js'
import { ownerKey, ownerOf, type OnrampSetup } from './services.js'

/** The members that are `undefined` at first. */
const EMPTY_FORM = {
  selectedProvider: undefined,
  purchaseCurrency: undefined,
  paymentCurrency: undefined,
  purchaseAmount: undefined,
  paymentAmount: undefined,
  error: undefined,
  quotedAt: undefined,
  network: undefined,
  address: undefined,
} as const satisfies Partial<OnrampState>

/** Calls back when the account, the network or the providers have changed. */
function onChange({ ctx, ...setup }: OnrampSetup, changed: () => void): void {
  const keyNow = (): string =>
    JSON.stringify([ownerKey(ownerOf({ ctx })), setup.providers().map(({ name }) => name)])
  let key = keyNow()
  const compare = (): void => {
    const now = keyNow()
    if (now === key) return
    key = now
    changed()
  }
  ctx.accounts.subscribe(compare)
  ctx.activeNetwork.subscribe(compare)
  ctx.remoteFeatures.subscribe(compare)
}

/** Takes a message of a window of a provider as a hint to ask, whatever it says. */
function onMessage({ ctx }: OnrampSetup, hint: (origin: string) => void): void {
  const listen = ({ origin }: MessageEvent): void => hint(origin)
  globalThis.window?.addEventListener('message', listen)
  ctx.onDispose(() => globalThis.window?.removeEventListener('message', listen))
}

/** The form behind `OnrampApi`: everything that the fields and buttons of the views do. */
export function createOnramp(
  setup: OnrampSetup,
  parts: { createOrders: typeof createOrders; createPurchase: typeof createPurchase },
): OnrampForm {
  const { slice } = setup
  const catalogue = createCatalogue(setup, () => offers.plan(0, slice.get().quotedAt !== undefined))
  const offers = createOffers(setup, catalogue)
  const orders = parts.createOrders(setup)
  const { buy, again } = parts.createPurchase(setup, catalogue, offers, orders)
  onMessage(setup, orders.hint)
  onChange(setup, () => {
    offers.choose(undefined)
    catalogue.apply()
    offers.plan(0)
  })
  const change = (to: Partial<OnrampState>): void => {
    slice.set(to)
    catalogue.apply()
    offers.plan()
  }
  return {
    buy,
    again,
    dismiss: orders.dismiss,
    quote: offers.quote,
    watch() {
      const end = new AbortController()
      watchPrices(setup, offers, end.signal).catch(() => undefined)
      return () => end.abort()
    },
    load: catalogue.load,
    selectProvider: offers.choose,
    refresh() {
      if (slice.get().options !== 'defaults') return offers.plan(0)
      void catalogue.load()
    },
    setPurchaseCurrency: (id) =>
      change({ purchaseCurrency: slice.get().purchaseCurrencies.find((each) => each.id === id) }),
    setPaymentCurrency: (id) =>
      change({ paymentCurrency: slice.get().paymentCurrencies.find((each) => each.id === id) }),
    setPaymentMethod: (paymentMethod) => change({ paymentMethod }),
    setPaymentAmount: (paymentAmount) => change({ paymentAmount, side: 'payment' }),
    setPurchaseAmount: (purchaseAmount) => change({ purchaseAmount, side: 'purchase' }),
    setSide: (side) => change({ side }),
    reset() {
      offers.stop()
      slice.set({ ...EMPTY_FORM, ...INITIAL_STATE, orders: slice.get().orders })
    },
  }
}
