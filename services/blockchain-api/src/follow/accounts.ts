import { type Followed, type FollowerStore } from '../store/follower.js'
import { type Who } from './entries.js'
import { Size } from './size.js'

/** With more accounts all transfers are asked for and chosen here. */
const MOST_NAMES = 2_000
/** Accounts whose old logs are read together. */
const GROUP = 500

interface Row extends Followed {
  /** Of the windows backwards. Accounts with the same one are read together. */
  size: Size
  /** The turn in which its old logs were read last. */
  served: number
}

/** Accounts whose old logs are read in one window. */
export interface Group extends Who {
  names: readonly string[]
  done: number
  size: Size
}

const newSize = () => new Size(1_000, 10_000)

/** The accounts that one chain is followed for. */
export class Accounts implements Who {
  readonly #store: FollowerStore
  readonly #chain: string
  readonly #everything: boolean
  #list: Map<string, Row> | undefined
  #turn = 0

  constructor(store: FollowerStore, chain: string, everything: boolean) {
    this.#store = store
    this.#chain = chain
    this.#everything = everything
  }

  has(account: string): boolean {
    return this.#everything || (this.#list?.has(account) ?? false)
  }

  get names(): readonly string[] | undefined {
    if (this.#everything || (this.#list?.size ?? 0) > MOST_NAMES) return undefined
    return [...(this.#list?.keys() ?? [])]
  }

  /** The list is read anew before it is used again. */
  reload(): void {
    this.#list = undefined
  }

  /** Takes in the accounts that were asked for since. */
  async update(epoch: number): Promise<void> {
    if (this.#everything) return
    if (!this.#list) {
      const rows = await this.#store.followed(this.#chain)
      const sizes = new Map(rows.map(({ done }) => [done, newSize()]))
      this.#list = new Map()
      for (const row of rows) this.#add(row, sizes.get(row.done)!)
    }
    const size = newSize()
    for (const row of await this.#store.adopt(this.#chain, epoch)) this.#add(row, size)
  }

  async forget(epoch: number, askedBefore: number): Promise<void> {
    for (const account of await this.#store.forget(this.#chain, epoch, askedBefore))
      this.#list?.delete(account)
  }

  filling(from: number): number {
    return this.#open(from).length
  }

  /** Those whose old logs are read next, all down to the same block: who waited longest is first. */
  next(from: number): Group | undefined {
    const [head, ...open] = this.#open(from)
    if (!head) return undefined
    const first = open.reduce((least, row) => (row.served < least.served ? row : least), head)
    const { done, size } = first
    const rows = [head, ...open].filter((row) => row.done === done && row.size === size)
    const names = new Set(rows.slice(0, GROUP).map(({ account }) => account))
    this.#turn += 1
    for (const row of rows) if (names.has(row.account)) row.served = this.#turn
    return { done, size, names: [...names], has: (account) => names.has(account) }
  }

  /** Reads the halves of a group apart from now on. @returns false for a single account */
  split({ names, size }: Group): boolean {
    const own = new Size(size.now, size.most)
    for (const account of names.slice(names.length / 2)) this.#list!.get(account)!.size = own
    return names.length > 1
  }

  /** @param done 0: nothing older is wanted */
  filled(names: readonly string[], done: number): void {
    for (const account of names) {
      const row = this.#list?.get(account)
      if (row) row.done = done
    }
  }

  #add(row: Followed, size: Size): void {
    this.#list!.set(row.account, { ...row, size, served: 0 })
  }

  #open(from: number): Row[] {
    return [...(this.#list?.values() ?? [])].filter(({ done }) => done > from)
  }
}
