import { type Node } from './node.js'

/** A node that failed is not asked for so long, while there is another. */
const REST_MS = 30_000

/** The nodes of a chain. One is asked until it fails or stands still. */
export class Nodes {
  readonly #all: readonly Node[]
  /** Until when a node rests, ms since 1970. */
  readonly #rests = new Map<Node, number>()
  #at = 0

  constructor(all: readonly Node[]) {
    this.#all = all
  }

  get count(): number {
    return this.#all.length
  }

  get now(): Node {
    return this.#all[this.#at]!
  }

  /** Turns to the next one that does not rest, and stays where all others do. */
  turn(): void {
    this.#at = this.#rested() ?? this.#at
  }

  /** Lets the present one rest. Where all of them do, the next in order is asked. */
  rest(): void {
    this.#rests.set(this.now, Date.now() + REST_MS)
    this.#at = this.#rested() ?? (this.#at + 1) % this.#all.length
  }

  #rested(): number | undefined {
    const now = Date.now()
    const others = this.#all.slice(1).map((_, step) => (this.#at + step + 1) % this.#all.length)
    return others.find((at) => (this.#rests.get(this.#all[at]!) ?? 0) <= now)
  }
}
