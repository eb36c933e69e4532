import { type Touched } from './entries.js'
import { faultOf, isTooMuch, malformed } from './errors.js'
import { type Call, type Node } from './node.js'
import { type Receipt, quantity, readReceipt, readReceipts } from './wire.js'

/** Of a block with so many transactions that concern somebody all receipts are asked for at once. */
const MANY = 16
/** Such answers are long: so many are asked for in one batch. */
const BLOCKS = 8
/** Receipts that are asked for in one batch. */
const ONE_BY_ONE = 100
const OF_BLOCK = 'eth_getBlockReceipts'

/**
 * Asks for the receipts of transactions and puts them beside them.
 * @throws NodeError where one is of another transaction or of another block
 */
export async function addReceipts(node: Node, all: readonly Touched[]): Promise<void> {
  const known = await readWholeBlocks(node, all)
  const rest = all.filter(({ tx }) => !known.has(tx.hash))
  const calls = rest.map(({ tx }): Call => ['eth_getTransactionReceipt', tx.hash])
  const answers = await (isOneBlock(all) ? askForLess(node, calls) : node.ask(calls, ONE_BY_ONE))
  for (const [at, { tx }] of rest.entries()) known.set(tx.hash, readReceipt(answers[at]))
  for (const one of all) {
    const receipt = known.get(one.tx.hash)
    if (receipt?.txHash !== one.tx.hash || receipt.blockHash !== one.header.hash)
      throw malformed('the receipt of another transaction')
    one.receipt = receipt
  }
}

const isOneBlock = (all: readonly Touched[]): boolean =>
  all.every(({ header }) => header.number === all[0]?.header.number)

/** A window of one block cannot be made smaller, so its batches are, until the node answers them. */
async function askForLess(node: Node, calls: readonly Call[]): Promise<readonly unknown[]> {
  for (let size = ONE_BY_ONE; ; size >>= 1)
    try {
      return await node.ask(calls, size)
    } catch (error) {
      if (size === 1 || !isTooMuch(faultOf(error))) throw error
    }
}

/** Not every node can do it; one that cannot is not asked again. */
async function readWholeBlocks(node: Node, all: readonly Touched[]): Promise<Map<string, Receipt>> {
  const counts = new Map<number, number>()
  for (const { header } of all) counts.set(header.number, (counts.get(header.number) ?? 0) + 1)
  const numbers = [...counts].filter(([, count]) => count >= MANY).map(([number]) => number)
  if (numbers.length === 0 || node.lacks.has(OF_BLOCK)) return new Map()
  try {
    const calls = numbers.map((number): Call => [OF_BLOCK, quantity(number)])
    const lists = await node.ask(calls, BLOCKS)
    return new Map(lists.flatMap(readReceipts).map((receipt) => [receipt.txHash, receipt]))
  } catch (error) {
    // Of a single block less can only be asked for one by one.
    if (isTooMuch(faultOf(error)) && isOneBlock(all)) return new Map()
    if (faultOf(error) !== 'node.failed') throw error
    node.lacks.add(OF_BLOCK)
    return new Map()
  }
}
