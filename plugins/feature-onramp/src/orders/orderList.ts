import type { Json } from '@latchkey/plugin-api'
import type { OnrampOrder } from '../api.js'
import { sandboxAt } from '../providers/list.js'
import type { OnrampSetup } from '../services.js'
import { isOver } from './orderSteps.js'
import { readStored, toStored } from './readStored.js'

/** As many as the storage keeps. */
const MAX_ORDERS = 20

/** The orders of the state, of which the open ones are stored for the next page and for other tabs. */
export function createOrderList({ ctx, slice, sandbox }: OnrampSetup) {
  const [sandboxProvider] = sandboxAt(sandbox)
  const stored = (entries: readonly Json[] = ctx.storage.get('orders') ?? []) =>
    entries.flatMap((entry) => readStored(entry, sandboxProvider) ?? [])
  const all = (): readonly OnrampOrder[] => slice.get().orders
  /** Stores what this tab has in front of what other tabs have. */
  const store = (forgotten?: string): void => {
    const own = all()
    const others = stored().filter(({ key }) => !own.some((each) => each.key === key))
    ctx.storage.set(
      'orders',
      [...own.filter((order) => order.status !== 'opening' && !isOver(order)), ...others]
        .filter(({ key }) => key !== forgotten)
        .slice(0, MAX_ORDERS)
        .map(toStored),
    )
  }
  const put = (orders: readonly OnrampOrder[]): void =>
    slice.set({ orders: [...orders].sort((a, b) => b.at - a.at).slice(0, MAX_ORDERS) })
  return {
    all,
    find: (key: string) => all().find((each) => each.key === key),
    add(order: OnrampOrder): void {
      put([order, ...all()])
    },
    /** Changes an order. One that was dismissed meanwhile stays away. */
    update(key: string, change: Partial<OnrampOrder>): void {
      put(all().map((each) => (each.key === key ? { ...each, ...change } : each)))
      store()
    },
    remove(key: string): void {
      put(all().filter((each) => each.key !== key))
      store(key)
    },
    /** Takes in the orders of an earlier page, or of another tab. @returns the new ones */
    merge(entries?: readonly Json[]): readonly OnrampOrder[] {
      const found = stored(entries).filter(({ key }) => !all().some((each) => each.key === key))
      if (found.length) put([...all(), ...found])
      return found
    },
  }
}
export type OrderList = ReturnType<typeof createOrderList>
