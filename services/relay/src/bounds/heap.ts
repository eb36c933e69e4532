/** A priority queue: its first item is known at once. The heap itself writes `at`. */
export interface Heap<Item extends { at: number }> {
  add(item: Item): void
  remove(item: Item): void
  /** Restores the order after the item changed. */
  moved(item: Item): void
  first(): Item | undefined
  size(): number
}

/**
 * A binary heap. Each change costs the logarithm of its size.
 * @param isBefore the order
 */
export function createHeap<Item extends { at: number }>(
  isBefore: (one: Item, other: Item) => boolean,
): Heap<Item> {
  const items: Item[] = []
  const put = (item: Item, at: number): void => {
    items[at] = item
    item.at = at
  }
  const rise = (item: Item): void => {
    for (
      let above = items[(item.at - 1) >> 1];
      item.at > 0 && above && isBefore(item, above);
      above = items[(item.at - 1) >> 1]
    ) {
      const to = above.at
      put(above, item.at)
      put(item, to)
    }
  }
  const sink = (item: Item): void => {
    for (;;) {
      const [left, right] = [items[2 * item.at + 1], items[2 * item.at + 2]]
      const below = left && right && isBefore(right, left) ? right : left
      if (!below || !isBefore(below, item)) return
      const to = below.at
      put(below, item.at)
      put(item, to)
    }
  }
  const moved = (item: Item): void => {
    rise(item)
    sink(item)
  }
  return {
    add(item) {
      put(item, items.length)
      rise(item)
    },
    remove(item) {
      const last = items.pop()
      if (!last || last === item) return
      put(last, item.at)
      moved(last)
    },
    moved,
    first: () => items[0],
    size: () => items.length,
  }
}
