import { type Followed, type FollowerStore } from '../store/follower.js'
import { type Who } from './entries.js'

/** With more accounts all transfers are asked for and chosen here. */
const MOST_NAMES = 2_000
/** Accounts whose old logs are read together. */
const GROUP = 500

/** The accounts that one chain is followed for. */
export class Accounts implements Who {
  readonly #store: FollowerStore
  readonly #chain: string
  readonly #everything: boolean
  #list: Map<string, Followed> | undefined

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

  /** Reads the list anew. */
  async load(): Promise<void> {
    if (this.#everything) return
    const rows = await this.#store.followed(this.#chain)
    this.#list = new Map(rows.map((row) => [row.account, row]))
  }

  /** Takes in the accounts that were asked for since. */
  async update(): Promise<void> {
    if (this.#everything) return
    if (!this.#list) await this.load()
    for (const row of await this.#store.adopt(this.#chain)) this.#list?.set(row.account, row)
  }

  async forget(askedBefore: number): Promise<void> {
    for (const account of await this.#store.forget(this.#chain, askedBefore))
      this.#list?.delete(account)
  }

  filling(from: number): number {
    return [...(this.#list?.values() ?? [])].filter(({ done }) => done > from).length
  }

  /** Those whose old logs are read next, newest first, all down to the same block. */
  next(from: number): (Who & { names: readonly string[]; done: number }) | undefined {
    const open = [...(this.#list?.values() ?? [])].filter(({ done }) => done > from)
    if (!open.length) return undefined
    const done = open.reduce((most, row) => Math.max(most, row.done), 0)
    const group = open.filter((row) => row.done === done).slice(0, GROUP)
    const names = new Set(group.map(({ account }) => account))
    return { done, names: [...names], has: (account) => names.has(account) }
  }

  filled(names: readonly string[], done: number): void {
    for (const account of names) {
      const row = this.#list?.get(account)
      if (row) row.done = done
    }
  }
}
