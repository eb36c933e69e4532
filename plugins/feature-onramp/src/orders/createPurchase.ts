import { LatchkeyError } from '@latchkey/plugin-api'
import type { OnrampOffer, OnrampState } from '../api.js'
import type { Catalogue } from '../catalogue.js'
import type { Offers } from '../quotes/createOffers.js'
import type { OnrampSetup } from '../services.js'
import { createAskUrl } from './createAskUrl.js'
import type { Orders } from './createOrders.js'
import { missing, toOrder } from './toOrder.js'
import { openProviderWindow, type ProviderWindow } from './providerWindow.js'

/**
 * The price of an offer is good for a purchase now.
 * @throws `onramp.no_price`
 */
function checkPrice({ quotesLoading }: OnrampState, offer: OnrampOffer): void {
  const { status, provider } = offer
  const isOld = status === 'quoted' && (offer.quote.expires ?? Infinity) <= Date.now()
  if (!isOld && !quotesLoading && (status === 'quoted' || status === 'unpriced')) return
  const { name } = provider
  throw new LatchkeyError(
    'onramp.no_price',
    `${name} has given no price for this amount: ask again, or choose another provider.`,
    { context: { provider: name } },
  )
}

/** Gives a window its address, and follows the purchase from then on. */
function createComplete(
  { ctx }: OnrampSetup,
  askUrl: ReturnType<typeof createAskUrl>,
  orders: Orders,
) {
  return async (key: string, win: ProviderWindow | undefined): Promise<void> => {
    const order = orders.find(key)
    if (!order) return win?.close()
    try {
      const { url, id } = await askUrl(order)
      // The visitor left meanwhile.
      if (!orders.find(key)) return win?.close()
      const isClosed = !win || win.isClosed()
      if (!isClosed) win.go(url)
      orders.change(key, {
        ...(id !== undefined && { id }),
        status: 'created',
        window: isClosed ? 'blocked' : 'open',
        ...(isClosed && { link: url }),
      })
      orders.follow(key, win)
    } catch (error) {
      win?.close()
      ctx.log.warn(error)
      orders.change(key, { status: 'refused', error })
    }
  }
}

/** Opens windows of providers, each with an order that is followed. */
export function createPurchase(
  setup: OnrampSetup,
  catalogue: Catalogue,
  offers: Offers,
  orders: Orders,
) {
  const { ctx, slice } = setup
  const complete = createComplete(setup, createAskUrl(setup, catalogue), orders)
  /** In the click: a window that is opened later is blocked. */
  const open = (): ProviderWindow | undefined =>
    openProviderWindow(ctx.messages.text('onramp.opening'), ctx.messages.locale.get())

  return {
    async buy(): Promise<string> {
      const offer = offers.selected()
      if (!offer) throw missing('provider')
      const state = slice.get()
      if (state.error || (state.paymentAmount ?? state.purchaseAmount) === undefined)
        throw missing('amount')
      checkPrice(state, offer)
      const order = toOrder(state, offer)
      const win = open()
      orders.add({ ...order, window: win ? 'open' : 'blocked' })
      ctx.events.emit('onramp:started', {
        provider: offer.provider.name,
        network: order.network,
      })
      void complete(order.key, win)
      return order.key
    },
    again(key: string): void {
      const order = orders.find(key)
      if (!order || !['refused', 'created', 'abandoned'].includes(order.status)) return
      const win = open()
      const { link: _, error: __, id: ___, ...rest } = order
      orders.dismiss(key)
      orders.add({ ...rest, status: 'opening', window: win ? 'open' : 'blocked' })
      void complete(key, win)
    },
  }
}
