import { type Log, inTime } from '@latchkey/service-kit'
import { badInput, isRefusal, refusal, type Route } from '@latchkey/service-kit/http'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import { type OrderRow, type OrderStatus, type Store } from '../store/store.js'
import { cleanLists, mergeLists } from './lists.js'
import { type OrderIds } from './orderIds.js'
import {
  type AskedPrice,
  byArrival,
  checkPrice,
  type FoundPrice,
  type Offer,
  refuseUnknown,
  requestFor,
} from './prices.js'
import { type OnrampLists, type OnrampProvider } from './provider.js'

/** The providers of a service, and the orders that began here. */
export interface Onramp {
  readonly providers: readonly OnrampProvider[]
  readonly ids: OrderIds
  /** Merged, and kept for ten minutes. @throws Refusal 503 where no provider answers */
  lists(): Promise<OnrampLists>
  /** Providers with their own lists; those that do not answer are left out. */
  offers(): Promise<readonly Offer[]>
  /** The best first. @throws Refusal 400, 503 */
  prices(asked: AskedPrice, provider?: string): Promise<readonly FoundPrice[]>
  /** @returns the order as its provider tells it now; `undefined` where the project has no such order */
  order(id: string, project: string): Promise<OrderRow | undefined>
  /** Pages that providers have at this service. */
  routes(): readonly Route[]
  /** The work of providers beside requests, until the signal ends it. */
  run(signal: AbortSignal): Promise<void>
}

export interface OnrampParts {
  providers: readonly OnrampProvider[]
  ids: OrderIds
  orders: Store['orders']
  now(): number
  log: Log
}

const KEPT_MS = 600_000
const TIMEOUT_MS = 3000
/** A provider is asked about an order at most so often. */
const ASK_AGAIN_MS = 2000
const MAX_ASKED = 10_000

/** How far an order is. A provider's word takes it forward, never back. */
const RANK: Readonly<Record<OrderStatus, number>> = {
  created: 0,
  abandoned: 1,
  paid: 2,
  sent: 3,
  done: 4,
  failed: 4,
  refunded: 5,
}
const STATUSES = Object.keys(RANK) as OrderStatus[]

export function createOnramp(parts: OnrampParts): Onramp {
  const { providers, ids, now, log } = parts
  const kept = new Map<string, { lists: OnrampLists; until: number }>()
  const listsOf = async (provider: OnrampProvider): Promise<OnrampLists> => {
    const before = kept.get(provider.id)
    if (before && before.until > now()) return before.lists
    try {
      const lists = cleanLists(await inTime(TIMEOUT_MS, (signal) => provider.options(signal)))
      kept.set(provider.id, { lists, until: now() + KEPT_MS })
      return lists
    } catch (error) {
      logFailure(log, provider.id, error)
      throw error
    }
  }
  const offers = async (): Promise<Offer[]> => {
    const answers = await Promise.allSettled(providers.map(listsOf))
    return providers.flatMap((provider, at) => {
      const answer = answers[at]
      return answer?.status === 'fulfilled' ? [{ provider, lists: answer.value }] : []
    })
  }
  const lists = async (): Promise<OnrampLists> => {
    const all = await offers()
    if (all.length === 0 && providers.length > 0)
      throw refusal(503, 'unavailable', 'No provider answers now. Ask again in a while.')
    return mergeLists(all.map((offer) => offer.lists))
  }
  return {
    providers,
    ids,
    lists,
    offers,
    prices: (asked, id) => findPrices({ offers, lists, log }, asked, id),
    order: createReadOrder(parts),
    routes: () => providers.flatMap(({ routes = [] }) => routes),
    run: async (signal) => {
      await Promise.all(providers.map(async (provider) => provider.run?.(signal)))
    },
  }
}

const logFailure = (log: Log, provider: string, error: unknown): void => {
  const name = error instanceof Error ? error.name : 'unknown'
  log('warn', 'onramp.failed', { provider, error: name })
}

interface Asking extends Pick<Onramp, 'offers' | 'lists'> {
  log: Log
}

/** All providers at once; those that fail, or whose price is not sound, are left out. */
const findPrices = async (
  { offers, lists, log }: Asking,
  asked: AskedPrice,
  id: string | undefined,
): Promise<FoundPrice[]> => {
  const all = (await offers()).filter(({ provider }) => id === undefined || provider.id === id)
  if (id !== undefined && all.length === 0)
    throw badInput('provider', 'This service has no such provider, or it does not answer.')
  const refused: unknown[] = []
  const answers = await Promise.all(
    all.map(async (offer): Promise<FoundPrice[]> => {
      const { provider } = offer
      try {
        const request = provider.quote && requestFor(offer, asked)
        if (!provider.quote || !request) return []
        const ask = (signal: AbortSignal) => provider.quote?.(request, signal)
        const price = await inTime(TIMEOUT_MS, async (signal) => ask(signal))
        const sound = price && checkPrice(request, price)
        if (price && !sound) log('warn', 'onramp.refused', { provider: provider.id })
        return sound ? [{ ...sound, provider: provider.id }] : []
      } catch (error) {
        if (isRefusal(error)) refused.push(error)
        else logFailure(log, provider.id, error)
        return []
      }
    }),
  )
  const found = answers.flat().sort(byArrival(asked.amountIn))
  if (found.length > 0) return found
  if (refused.length > 0) throw refused[0]
  return refuseUnknown(
    id === undefined ? await lists() : mergeLists(all.map((one) => one.lists)),
    asked,
  )
}

const createReadOrder = ({ providers, ids, orders, now, log }: OnrampParts): Onramp['order'] => {
  const askedAt = createBoundedCache<number>(MAX_ASKED)
  const ask = async (order: OrderRow): Promise<OrderRow> => {
    const provider = providers.find(({ id }) => id === order.provider)
    const isOver = order.status === 'done' || order.status === 'refunded'
    const isFresh = now() - (askedAt.get(order.id) ?? -Infinity) < ASK_AGAIN_MS
    if (!provider?.events || isOver || isFresh) return order
    askedAt.set(order.id, now(), 1)
    try {
      const { events } = provider
      const event = await inTime(TIMEOUT_MS, async (signal) => events(order, signal))
      const before = STATUSES.filter((status) => RANK[status] < RANK[event?.status ?? 'created'])
      if (!event || !before.includes(order.status)) return order
      const change = { ...event, updatedAt: now() }
      await orders.move(order.id, before, change)
      return (await orders.find(order.id)) ?? order
    } catch (error) {
      logFailure(log, order.provider, error)
      return order
    }
  }
  return async (id, project) => {
    if (!ids.isOwn(id)) return undefined
    const order = await orders.find(id)
    if (order?.project !== project) return undefined
    const told = await ask(order)
    return told.status === 'created' && told.expires < now()
      ? { ...told, status: 'abandoned' }
      : told
  }
}
