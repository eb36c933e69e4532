import { namespaceOf } from '@latchkey/plugin-api'
import type { OnrampOrder } from '../api.js'
import { fromUnits, trimmed } from '../quotes/decimals.js'
import type { OnrampSetup } from '../services.js'
import { pause, whenSeen } from '../timing.js'
import { createOrderList, type OrderList } from './orderList.js'
import { checkOrder, isLater, isOver, transactionLink } from './orderSteps.js'
import { readBalance } from './readBalance.js'
import type { ProviderWindow } from './providerWindow.js'

/** How often the server is asked about an order: at first, and once it has taken longer. */
const SOON_MS = 3_000
const LATER_MS = 15_000
const IS_LONG_MS = 600_000
/** How often the balance is read. */
const BALANCE_MS = 12_000
const PLACES = 18

type Balance = Awaited<ReturnType<typeof readBalance>>

/** Reads how much the balance of the bought coin has grown since the first reading. */
function createArrival({ ctx }: OnrampSetup, order: OnrampOrder, signal: AbortSignal) {
  let before: Balance
  let dueAt = 0
  const loadAdapter = ctx.lazy('the adapter of a purchase', async () =>
    ctx.adapters.find(namespaceOf(order.network))?.value.load(),
  )
  const read = async (): Promise<Balance> => {
    const network = ctx.networks.find(order.network)?.value
    const adapter = await loadAdapter()
    return network && adapter && readBalance(adapter, network, order, signal)
  }
  return async (isForced: boolean): Promise<string | undefined> => {
    if (!isForced && Date.now() < dueAt) return undefined
    dueAt = Date.now() + BALANCE_MS
    const now = await read()
    before ??= now
    if (!now || !before || now.value <= before.value) return undefined
    const units = (now.value - before.value) * 10n ** BigInt(PLACES)
    return trimmed(fromUnits(units / 10n ** BigInt(now.decimals)))
  }
}

const TOASTS = {
  done: ['success', 'onramp.toastDone'],
  failed: ['error', 'onramp.toastFailed'],
  refunded: ['info', 'onramp.toastRefunded'],
  abandoned: ['info', 'onramp.toastAbandoned'],
} as const

/** Says that balances are old, and how a purchase ended where its view is not on the screen. */
function createTell({ ctx }: OnrampSetup) {
  return (order: OnrampOrder, before: OnrampOrder): void => {
    const { network, hash, status, symbol, provider } = order
    const isNew = (has: (of: OnrampOrder) => unknown): boolean => !!has(order) && !has(before)
    const hasCoins = ({ status: at, arrived }: OnrampOrder): boolean => at === 'done' || !!arrived
    if (isNew((of) => of.hash) || isNew(hasCoins))
      ctx.events.emit('onramp:balance-changed', { network, ...(hash !== undefined && { hash }) })
    if (!isNew(isOver)) return
    ctx.events.emit('onramp:settled', { provider: provider.name, network, status })
    const top = ctx.router.get().at(-1)
    const isShown =
      ctx.modal.get().open &&
      top?.view === 'onramp.order' &&
      (top.params as { order?: string }).order === order.key
    const toast = status in TOASTS ? TOASTS[status as keyof typeof TOASTS] : TOASTS.done
    if (isShown || status === 'refused') return
    const params = { symbol, provider: provider.label }
    ctx.toasts.show({ variant: toast[0], message: ctx.messages.text(toast[1], params) })
  }
}

/** Asks the server about an order once. */
async function askOrder(setup: OnrampSetup, order: OnrampOrder, signal: AbortSignal) {
  const client = setup.client()
  if (order.id === undefined || !client) return {}
  try {
    const { id: orderId } = order
    const told = checkOrder(order, await client.getOnrampOrder({ orderId, signal }))
    const { status, hash, purchase, payment } = told
    const network = setup.ctx.networks.find(order.network)?.value
    const explorer = hash !== undefined && network && transactionLink(network, hash)
    return {
      isUnread: false,
      ...(isLater(order.status, status) && {
        status,
        ...(purchase && { purchase }),
        ...(payment && { payment }),
        ...(hash !== undefined && { hash }),
        ...(explorer && { explorer }),
      }),
    } satisfies Partial<OnrampOrder>
  } catch (error) {
    if (!signal.aborted) setup.ctx.log.debug(error)
    return { isUnread: true }
  }
}

interface Followed {
  /** Ends the following. */
  end: AbortController
  /** Each asks at once. */
  wakers: Set<() => void>
}

/** Asks the server and reads the balance, until the end of an order is known. */
async function followOrder(
  setup: OnrampSetup,
  begun: OnrampOrder,
  win: ProviderWindow | undefined,
  { end: { signal }, wakers }: Followed,
  { find, change }: Pick<OrderList, 'find'> & Pick<Orders, 'change'>,
): Promise<void> {
  const { key } = begun
  const arrival = createArrival(setup, begun, signal)
  for (let order: OnrampOrder | undefined = begun; order && !isOver(order); order = find(key)) {
    const asked = await askOrder(setup, order, signal)
    const isMoved = 'status' in asked && asked.status !== undefined
    const arrived = await arrival(isMoved).catch(() => undefined)
    if (signal.aborted) return
    change(key, {
      ...asked,
      ...(arrived !== undefined && { arrived }),
      ...(win?.isClosed() && order.window === 'open' && { window: 'closed' as const }),
    })
    await pause(Date.now() - order.at > IS_LONG_MS ? LATER_MS : SOON_MS, signal, wakers)
    await whenSeen(signal)
  }
}

/** The purchases, each followed until its end is known. */
export function createOrders(setup: OnrampSetup) {
  const { ctx } = setup
  const list: OrderList = createOrderList(setup)
  const tell = createTell(setup)
  /** By the keys of the orders. */
  const followed = new Map<string, Followed>()
  const change = (key: string, to: Partial<OnrampOrder>): void => {
    const before = list.find(key)
    if (!before) return
    const isOther = Object.entries(to).some(([name, value]) => before[name as 'key'] !== value)
    if (!isOther) return
    list.update(key, to)
    tell({ ...before, ...to }, before)
  }

  const follow = (key: string, win?: ProviderWindow): void => {
    followed.get(key)?.end.abort()
    const order = list.find(key)
    if (!order) return
    const turn: Followed = { end: new AbortController(), wakers: new Set() }
    followed.set(key, turn)
    const isOwn = (): boolean => followed.get(key) === turn
    followOrder(setup, order, win, turn, { find: list.find, change }).then(
      () => isOwn() && followed.delete(key),
      (error: unknown) => turn.end.signal.aborted || ctx.log.warn(error),
    )
  }
  const take = (found: readonly OnrampOrder[]): void => found.forEach(({ key }) => follow(key))
  ctx.storage.subscribe('orders', (entries) => take(list.merge(entries)))
  ctx.onDispose(() => followed.forEach(({ end }) => end.abort()))
  take(list.merge())
  return {
    add: list.add,
    find: list.find,
    change,
    follow,
    /** Asks about every order of this provider now. */
    hint(origin: string): void {
      for (const [key, { wakers }] of followed) {
        const order = list.find(key)
        if (order && new URL(order.provider.url).origin === origin) wakers.forEach((wake) => wake())
      }
    },
    dismiss(key: string): void {
      followed.get(key)?.end.abort()
      followed.delete(key)
      list.remove(key)
    },
  }
}
export type Orders = ReturnType<typeof createOrders>
