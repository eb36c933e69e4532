import { isStoreError } from '../store/errors.js'
import {
  type Commit,
  type FollowerStore,
  type Header,
  type Lease,
  type NewEntry,
} from '../store/follower.js'
import { Accounts } from './accounts.js'
import { NodeError, faultOf, isTooMuch, otherChain, wantsLess } from './errors.js'
import { type FollowHealth, type FollowState, newHealth, stateOf } from './health.js'
import { type Node, createNode } from './node.js'
import { Nodes } from './nodes.js'
import { findCommon, readHeaderAt } from './headers.js'
import { Size } from './size.js'
import { type Window, NEAR_HEAD, isNear, readBackwards, readForwards } from './window.js'
import { count, readHeader } from './wire.js'

export interface FollowOptions {
  /** CAIP-2, of the namespace eip155. */
  chain: string
  /** Nodes, asked in this order. */
  urls: readonly string[]
  /** Every transfer is kept, whoever has it; for chains of one's own. Absent: false. */
  everything?: boolean
  /** Nothing older is read. Absent: 0 */
  backfillFrom?: number
  /** Absent: 500 */
  pollMs?: number
  /** An account that nobody asked for is dropped after this time. Absent: 90 days */
  forgetAfterMs?: number
  /** Entries of one account, the newest; with `everything` all are kept. Absent: 10,000 */
  maxEntries?: number
}

const POLL_MS = 500
/** A lease that nobody has any more is found after so long at the latest. */
const LEASE_POLL_MS = 2_000
const LONGEST_WAIT_MS = 30_000
const MAX_ENTRIES = 10_000
const FORGET_AFTER_MS = 90 * 24 * 60 * 60 * 1000
const FORGET_EVERY_MS = 60 * 60 * 1000
/** After so long without a new block another node is asked, in case this one has stopped. */
const STALE_MS = 60_000
const BACKFILL_REST_MS = 30_000
/** A reorganisation writes no more in its transaction. The blocks above it are read like any new ones. */
const REPLACED = { blocks: 500, entries: 10_000 }

type Own = Pick<Header, 'number' | 'hash'>

/** Follows one chain, a step at a time. */
export class Follower {
  readonly #store: FollowerStore
  readonly #options: Required<FollowOptions>
  readonly #stop: AbortSignal | undefined
  readonly #nodes: Nodes
  readonly #known = new Set<Node>()
  readonly #accounts: Accounts
  readonly #forwards = new Size(4, 2_000)
  #lease: Lease | undefined
  #ahead: { node: Node; parent: string; window: Promise<Window> } | undefined
  #top: Own | undefined
  /** Whether the step has come to the blocks themselves. */
  #isReading = false
  #failures = 0
  #progress = Date.now()
  #forgot = 0
  #resting = 0
  #health: FollowHealth

  /** @param stop ends what is under way with nodes; the steps after it do nothing */
  constructor(store: FollowerStore, options: FollowOptions, stop?: AbortSignal) {
    this.#store = store
    this.#stop = stop
    this.#options = {
      everything: false,
      backfillFrom: 0,
      pollMs: POLL_MS,
      forgetAfterMs: FORGET_AFTER_MS,
      maxEntries: MAX_ENTRIES,
      ...options,
    }
    this.#nodes = new Nodes(options.urls.map((url) => createNode(url, stop)))
    this.#accounts = new Accounts(store, options.chain, options.everything ?? false)
    this.#health = newHealth(options.chain)
  }

  health(): FollowHealth {
    return { ...this.#health, filling: this.#accounts.filling(this.#options.backfillFrom) }
  }

  /** Gives the lease back. */
  async close(): Promise<void> {
    const lease = this.#lease
    this.#lease = undefined
    await lease?.release()
  }

  /**
   * Does one piece of work: a window, a reorganisation, or a look at the head.
   * @returns how long to wait before the next one, ms
   * @throws an error that is not a node's, of the store for example; the state is `failing` then
   */
  async step(): Promise<number> {
    try {
      return await this.#step()
    } catch (error) {
      if (this.#stop?.aborted && error === this.#stop.reason) return 0
      // Whether the last commit was kept is not known, so nothing is believed that stands in memory.
      this.#reload()
      this.#is('failing', 0)
      throw error
    }
  }

  async #step(): Promise<number> {
    if (!(await this.#leads()))
      return this.#is('waiting', Math.min(this.#options.pollMs * 4, LEASE_POLL_MS))
    const node = this.#nodes.now
    this.#isReading = false
    try {
      const busy = await this.#work(node)
      this.#failures = 0
      return this.#is('following', busy ? 0 : this.#options.pollMs)
    } catch (error) {
      return this.#after(error, node)
    }
  }

  async #leads(): Promise<boolean> {
    if (this.#lease?.isHeld()) return true
    await this.close()
    // Another may have followed the chain in the meantime.
    this.#reload()
    this.#lease = await this.#store.lease(this.#options.chain, this.#options.everything)
    return this.#lease !== undefined
  }

  #reload(): void {
    this.#top = undefined
    this.#ahead = undefined
    this.#accounts.reload()
  }

  /** @returns whether more is to be done at once */
  async #work(node: Node): Promise<boolean> {
    const { chain } = this.#options
    const head = await this.#look(node)
    this.#top ??= (await this.#store.state(chain))?.top ?? (await this.#begin(node, head))
    await this.#accounts.update(this.#lease!.epoch)
    await this.#forget()
    const own = this.#top
    this.#health.head = head.number
    this.#health.top = own.number
    if (head.number < own.number)
      throw new NodeError('node.behind', 'A node is below the own top. It is not believed.')
    const same = head.number === own.number ? head : await readHeaderAt(node, own.number)
    if (same.hash !== own.hash) return this.#reorganise(node, head)
    if (head.number > own.number) return this.#forward(node, head)
    if (Date.now() - this.#progress > STALE_MS) {
      this.#nodes.turn()
      this.#progress = Date.now()
    }
    return this.#backward(node, head)
  }

  /** The head of a node that serves the right chain. */
  async #look(node: Node): Promise<Header> {
    const { chain } = this.#options
    const calls = [['eth_chainId'], ['eth_getBlockByNumber', 'latest', false]] as const
    const [id, latest] = await node.ask(calls)
    if (`eip155:${count(id)}` !== chain) throw otherChain()
    if (!this.#known.has(node)) {
      const stored = await this.#store.state(chain)
      if (stored && (await readHeaderAt(node, 0)).hash !== stored.genesis) throw otherChain()
      this.#known.add(node)
    }
    return readHeader(latest)
  }

  async #begin(node: Node, head: Header): Promise<Own> {
    const { chain, everything, backfillFrom } = this.#options
    const genesis = await readHeaderAt(node, 0)
    const first = everything
      ? await readHeaderAt(node, Math.min(Math.max(backfillFrom - 1, 0), head.number))
      : head
    this.#lease!.epoch = await this.#store.begin(chain, genesis.hash, first, everything)
    return first
  }

  async #forward(node: Node, head: Header): Promise<boolean> {
    const own = this.#top!
    const { node: from, parent, window: read } = this.#ahead ?? {}
    const ahead = from === node && parent === own.hash ? read : undefined
    this.#ahead = undefined
    this.#isReading = true
    const window = await (ahead ?? this.#read(node, own, head))
    const last = window.blocks.at(-1)!
    // Where the accounts cannot change meanwhile, the node tells of the next window already.
    if (this.#options.everything && last.number < head.number) {
      this.#ahead = { node, parent: last.hash, window: this.#read(node, last, head) }
      this.#ahead.window.catch(() => undefined)
    }
    await this.#keep(own, window)
    this.#forwards.grow(window.entries.length)
    return true
  }

  #read(node: Node, { number, hash }: Own, head: Header): Promise<Window> {
    const to = Math.min(head.number, number + this.#forwards.now)
    const span = { from: number + 1, to, head: head.number, parent: hash }
    return readForwards(node, this.#accounts, span)
  }

  /** Walks back to the last common header and replaces what lies above it, in one transaction. */
  async #reorganise(node: Node, head: Header): Promise<boolean> {
    const own = this.#top!
    const common = await findCommon(node, this.#store, this.#options.chain, own.number)
    const to = Math.min(
      head.number,
      common.number + REPLACED.blocks,
      Math.max(own.number, common.number + this.#forwards.now),
    )
    this.#isReading = true
    const blocks: Header[] = []
    const entries: NewEntry[] = []
    let last = common
    while (last.number < to && entries.length < REPLACED.entries) {
      const { number, hash } = last
      const window = await readForwards(node, this.#accounts, {
        from: number + 1,
        to: Math.min(to, number + this.#forwards.now),
        head: head.number,
        parent: hash,
      })
      last = window.blocks.at(-1)!
      blocks.push(...window.blocks)
      entries.push(...window.entries)
    }
    await this.#keep(own, { blocks, entries }, common.number)
    this.#health.reorgs += 1
    this.#accounts.reload()
    return true
  }

  async #keep(
    own: Own,
    window: { blocks: readonly Header[]; entries: readonly NewEntry[] },
    takeBackAbove?: number,
  ): Promise<void> {
    await this.#commit(own, window, takeBackAbove === undefined ? {} : { takeBackAbove })
    this.#top = window.blocks.at(-1)!
    this.#health.top = this.#top.number
    this.#progress = Date.now()
  }

  async #commit(
    own: Own,
    window: Window,
    more: Pick<Commit, 'takeBackAbove' | 'backwards'>,
  ): Promise<void> {
    const { chain, everything, maxEntries } = this.#options
    const full = await this.#store.commit({
      chain,
      epoch: this.#lease!.epoch,
      expected: own.hash,
      ...window,
      ...more,
      ...(!everything && { maxEntries }),
    })
    if (more.backwards) this.#accounts.filled(more.backwards.accounts, more.backwards.done)
    this.#accounts.filled(full, 0)
    this.#health.windows += 1
  }

  /** Reads old logs of the accounts that have waited longest. */
  async #backward(node: Node, head: Header): Promise<boolean> {
    const { backfillFrom } = this.#options
    const group = Date.now() < this.#resting ? undefined : this.#accounts.next(backfillFrom)
    if (!group) return false
    const { done, names, size } = group
    const border = isNear(done - 1, head.number) ? head.number - NEAR_HEAD + 1 : 0
    const from = Math.max(backfillFrom, done - size.now, border)
    const top = this.#top!
    try {
      const span = { from, to: done - 1, head: head.number, top }
      const window = await readBackwards(node, group, span)
      await this.#commit(top, window, { backwards: { accounts: names, from: done, done: from } })
      // One busy account must not make the windows of the others small.
      if (!size.isTooMuch(window.entries.length) || !this.#accounts.split(group))
        size.grow(window.entries.length)
      return true
    } catch (error) {
      const fault = faultOf(error)
      const less = wantsLess(fault) && (this.#accounts.split(group) || size.shrink())
      if (less && isTooMuch(fault)) return true
      // A node without old logs must not hold up new blocks.
      if (fault !== undefined && !less) this.#resting = Date.now() + BACKFILL_REST_MS
      throw error
    }
  }

  async #forget(): Promise<void> {
    const now = Date.now()
    if (this.#options.everything || now - this.#forgot < FORGET_EVERY_MS) return
    this.#forgot = now
    await this.#accounts.forget(this.#lease!.epoch, now - this.#options.forgetAfterMs)
  }

  /** @returns how long to wait */
  async #after(error: unknown, node: Node): Promise<number> {
    if (isStoreError(error, 'store.conflict')) {
      this.#health.conflicts += 1
      await this.close()
      return this.#is('waiting', this.#options.pollMs)
    }
    const fault = faultOf(error)
    if (fault === undefined && !isStoreError(error, 'store.other_chain')) throw error
    const less = this.#isReading && wantsLess(fault) && this.#forwards.shrink()
    if (less && isTooMuch(fault)) return this.#options.pollMs
    this.#known.delete(node)
    this.#nodes.rest()
    this.#progress = Date.now()
    this.#failures += 1
    const rounds = Math.floor(this.#failures / this.#nodes.count)
    if (rounds === 0) return 0
    const wait = Math.min(this.#options.pollMs * 2 ** (rounds - 1), LONGEST_WAIT_MS)
    return this.#is(stateOf(fault), wait)
  }

  #is(state: FollowState, wait: number): number {
    if (this.#health.state !== state) this.#health = { ...this.#health, state, since: Date.now() }
    return wait
  }
}
