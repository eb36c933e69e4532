import { type Header, type NewEntry } from '../store/follower.js'
import { type Touched, type Who, entriesOf } from './entries.js'
import { NodeError, malformed } from './errors.js'
import { type Call, type Node } from './node.js'
import { addReasons } from './reasons.js'
import { addReceipts } from './receipts.js'
import { BATCH, SINGLE, TRANSFER } from './transfers.js'
import {
  type Block,
  type Log,
  type Tx,
  quantity,
  readBlock,
  readHeader,
  readLogs,
  readTx,
} from './wire.js'

/** Some blocks, as one node tells of them. */
export interface Window {
  blocks: readonly Header[]
  entries: readonly NewEntry[]
}

/** Accounts that one filter names. */
const NAMES_OF_A_FILTER = 500
/** Bodies of blocks are long: so many are asked for in one batch. */
const BODIES = 8
/** So are lists of logs. */
const LOGS = 16
/** Logs of the newest blocks may not be everywhere yet. */
export const NEAR_HEAD = 64
/** A window with more of them is read in smaller ones. */
const MOST_LOGS = 20_000

const byNumber = (number: number, full: boolean): Call => [
  'eth_getBlockByNumber',
  quantity(number),
  full,
]

/** Blocks from one number to another, under a head. */
interface Span {
  from: number
  to: number
  /** Of the node. */
  head: number
}

/**
 * Whether the logs of a block are asked for by its hash. A node that does not know the block says so
 * then, where it answers an empty list for a number; behind a balancer one node may be behind another.
 */
export const isNear = (number: number, head: number): boolean => number > head - NEAR_HEAD

/**
 * Reads every block from one number to another: bodies for native value, logs by topic.
 * @param parent hash of the block before
 * @throws NodeError where an answer does not fit the others; then nothing is known of the window
 */
export async function readForwards(
  node: Node,
  who: Who,
  span: Span & { parent: string },
): Promise<Window> {
  const blocks = await readBlocks(node, numbersOf(span), who.names?.length !== 0)
  if (blocks[0]!.header.parent !== span.parent) throw notOneChain()
  const found = new Found(blocks)
  found.addLogs(await readLogsOf(node, who, span, blocks))
  for (const block of blocks)
    for (const [index, tx] of block.txs.entries())
      if (who.has(tx.from) || (tx.value > 0n && tx.to !== null && who.has(tx.to)))
        found.at(block, index)
  return finish(
    node,
    who,
    found,
    ({ header, index }) => blocks[header.number - span.from]?.txs[index],
  )
}

/**
 * Reads the logs of some accounts in old blocks, and the headers and transactions they lie in. All of
 * the blocks are near the head, or none of them.
 * @param top the own top, which must still be the node's, so that all of it is one chain
 */
export async function readBackwards(
  node: Node,
  who: Who,
  span: Span & { top: Pick<Header, 'number' | 'hash'> },
): Promise<Window> {
  const { from, to, top, head } = span
  const near = isNear(from, head) ? await readBlocks(node, numbersOf(span), false) : []
  const logs = await readLogsOf(node, who, span, near)
  const numbers = [...new Set(logs.map(({ block }) => block))].sort((a, b) => a - b)
  if (numbers.some((number) => number < from || number > to))
    throw malformed('logs of blocks that were not asked for')
  const hashes = [...new Set(logs.map(({ txHash }) => txHash))]
  const answers = await node.ask([
    ...hashes.map((hash): Call => ['eth_getTransactionByHash', hash]),
    byNumber(top.number, false),
  ])
  if (readHeader(answers.at(-1)).hash !== top.hash) throw malformed('another chain than before')
  const blocks = near.length > 0 ? near : await readBlocks(node, numbers, false)
  const txs = new Map(
    answers.slice(0, -1).map((answer) => {
      const tx = readTx(answer)
      return [tx.hash, tx]
    }),
  )
  const found = new Found(blocks)
  found.addLogs(logs)
  return finish(node, who, found, ({ hash }) => txs.get(hash))
}

const numbersOf = ({ from, to }: Span): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

const notOneChain = () => malformed('headers that are not parent and child')

/** Those that follow each other must be parent and child. */
async function readBlocks(node: Node, numbers: readonly number[], full: boolean): Promise<Block[]> {
  const calls = numbers.map((number) => byNumber(number, full))
  const answers = await node.ask(calls, full ? BODIES : undefined)
  const blocks = numbers.map((number, at) => readBlock(answers[at], number))
  for (const [at, { header }] of blocks.entries()) {
    const before = blocks[at - 1]?.header
    if (before?.number === header.number - 1 && before.hash !== header.parent) throw notOneChain()
  }
  return blocks
}

interface Place extends Pick<Touched, 'header' | 'index' | 'logs'> {
  /** Of the transaction. */
  hash: string
}

/** The transactions of a window that concern somebody. */
class Found {
  readonly headers: readonly Header[]
  readonly #blocks: ReadonlyMap<number, { block: Block; places: Map<string, number> }>
  readonly #places = new Map<string, Place>()
  readonly #logs = new Set<string>()

  constructor(blocks: readonly Block[]) {
    this.headers = blocks.map(({ header }) => header)
    this.#blocks = new Map(
      blocks.map((block) => [
        block.header.number,
        { block, places: new Map(block.hashes.map((hash, at) => [hash, at])) },
      ]),
    )
  }

  get all(): Place[] {
    return [...this.#places.values()]
  }

  at({ header, hashes }: Block, index: number): Place {
    const key = `${header.number} ${index}`
    const place = this.#places.get(key) ?? { header, index, hash: hashes[index]!, logs: [] }
    this.#places.set(key, place)
    return place
  }

  /** Two filters may answer the same log. */
  addLogs(logs: readonly Log[]): void {
    for (const log of logs) {
      const inside = this.#blocks.get(log.block)
      const index = inside?.places.get(log.txHash)
      if (inside?.block.header.hash !== log.blockHash || index === undefined)
        throw malformed('logs of blocks that it did not tell of')
      const key = `${log.block} ${log.index}`
      if (this.#logs.has(key)) continue
      this.#logs.add(key)
      this.at(inside.block, index).logs.push(log)
    }
  }
}

/** Asks for the receipts that are still needed and for reasons of failures, and makes the entries. */
async function finish(
  node: Node,
  who: Who,
  found: Found,
  txOf: (place: Place) => Tx | undefined,
): Promise<Window> {
  const touched = found.all.map((place): Touched => {
    const tx = txOf(place)
    if (tx?.hash !== place.hash) throw malformed('a block without one of its transactions')
    return { ...place, tx }
  })
  const unsure = touched.filter(({ logs, tx }) => logs.length === 0 || who.has(tx.from))
  await addReceipts(node, unsure)
  await addReasons(node, unsure, who)
  return {
    blocks: found.headers,
    entries: touched.flatMap((one) => entriesOf(one, who)),
  }
}

/** @param near blocks of which those near the head are asked for by hash */
async function readLogsOf(
  node: Node,
  who: Who,
  { from, to, head }: Span,
  near: readonly Block[],
): Promise<readonly Log[]> {
  const filters = who.names ? filtersOf(who.names) : [[[TRANSFER, SINGLE, BATCH]]]
  const last = Math.min(to, head - NEAR_HEAD)
  const ranges = [
    ...(from <= last ? [{ fromBlock: quantity(from), toBlock: quantity(last) }] : []),
    ...near
      .filter(({ header }) => isNear(header.number, head))
      .map(({ header }) => ({ blockHash: header.hash })),
  ]
  const calls = ranges.flatMap((range) =>
    filters.map((topics): Call => ['eth_getLogs', { ...range, topics }]),
  )
  const logs = (await node.ask(calls, LOGS)).flatMap(readLogs)
  // A single block cannot be read in smaller ones.
  if (to > from && logs.length > MOST_LOGS)
    throw new NodeError('node.too_much', 'A window has too many logs. A smaller one is read next.')
  return logs
}

/** The sender is the second topic of Transfer and the third of ERC-1155; the receiver follows it. */
function filtersOf(names: readonly string[]): unknown[][] {
  const parts = Array.from({ length: Math.ceil(names.length / NAMES_OF_A_FILTER) }, (_, at) =>
    names
      .slice(at * NAMES_OF_A_FILTER, (at + 1) * NAMES_OF_A_FILTER)
      .map((name) => `0x${name.slice(2).padStart(64, '0')}`),
  )
  return parts.flatMap((part) => [
    [[TRANSFER], part],
    [[TRANSFER, SINGLE, BATCH], null, part],
    [[SINGLE, BATCH], null, null, part],
  ])
}
