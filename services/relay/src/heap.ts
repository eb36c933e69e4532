/** Things of which the first is always at hand; `at` is the heap's own. */
export interface Heap<Thing extends { at: number }> {
  add(thing: Thing): void
  remove(thing: Thing): void
  /** Call it after the thing's place in the order changed. */
  moved(thing: Thing): void
  first(): Thing | undefined
  size(): number
}

/** A binary heap: each change costs the logarithm of its size. @param isBefore the order */
export function createHeap<Thing extends { at: number }>(
  isBefore: (one: Thing, other: Thing) => boolean,
): Heap<Thing> {
  const things: Thing[] = []
  const put = (thing: Thing, at: number): void => {
    things[at] = thing
    thing.at = at
  }
  const rise = (thing: Thing): void => {
    for (
      let above = things[(thing.at - 1) >> 1];
      thing.at > 0 && above && isBefore(thing, above);
      above = things[(thing.at - 1) >> 1]
    ) {
      const to = above.at
      put(above, thing.at)
      put(thing, to)
    }
  }
  const sink = (thing: Thing): void => {
    for (;;) {
      const [left, right] = [things[2 * thing.at + 1], things[2 * thing.at + 2]]
      const below = left && right && isBefore(right, left) ? right : left
      if (!below || !isBefore(below, thing)) return
      const to = below.at
      put(below, thing.at)
      put(thing, to)
    }
  }
  const moved = (thing: Thing): void => {
    rise(thing)
    sink(thing)
  }
  return {
    add(thing) {
      put(thing, things.length)
      rise(thing)
    },
    remove(thing) {
      const last = things.pop()
      if (!last || last === thing) return
      put(last, thing.at)
      moved(last)
    },
    moved,
    first: () => things[0],
    size: () => things.length,
  }
}
