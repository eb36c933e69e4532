/** Things in the order in which they came, each removed in the same short time wherever it stands. */
export interface Ages<Thing> {
  add(thing: Thing): void
  remove(thing: Thing): void
  /** The oldest first; what has been seen may be removed meanwhile. */
  [Symbol.iterator](): Iterator<Thing>
  size(): number
}

interface Link<Thing> { thing: Thing; older: Link<Thing> | undefined; newer: Link<Thing> | undefined }

/** A list, not a Set: a Set that loses its first again and again walks over all that it has lost before. */
export function createAges<Thing extends object>(): Ages<Thing> {
  const links = new Map<Thing, Link<Thing>>()
  let oldest: Link<Thing> | undefined
  let newest: Link<Thing> | undefined
  return {
    add(thing) {
      const link: Link<Thing> = { thing, older: newest, newer: undefined }
      if (newest) newest.newer = link
      else oldest = link
      newest = link
      links.set(thing, link)
    },
    remove(thing) {
      const link = links.get(thing)
      if (!link) return
      links.delete(thing)
      if (link.older) link.older.newer = link.newer
      else oldest = link.newer
      if (link.newer) link.newer.older = link.older
      else newest = link.older
    },
    * [Symbol.iterator]() {
      for (let link = oldest; link;) {
        const { thing, newer } = link
        yield thing
        link = newer
      }
    },
    size: () => links.size,
  }
}
