import { type Touched } from './entries.js'
import { faultOf, malformed } from './errors.js'
import { type Call, type Node } from './node.js'
import { type Receipt, quantity, readReceipt, readReceipts } from './wire.js'

/** Of a block with so many transactions that concern somebody all receipts are asked for at once. */
const MANY = 16
/** Such answers are long: so many are asked for in one batch. */
const BLOCKS = 8
const OF_BLOCK = 'eth_getBlockReceipts'

/**
 * Asks for the receipts of transactions and puts them beside them.
 * @throws NodeError where one is of another transaction or of another block
 */
export async function addReceipts(node: Node, all: readonly Touched[]): Promise<void> {
  const known = await readWholeBlocks(node, all)
  const rest = all.filter(({ tx }) => !known.has(tx.hash))
  const answers = await node.ask(rest.map(({ tx }): Call => ['eth_getTransactionReceipt', tx.hash]))
  for (const [at, { tx }] of rest.entries()) known.set(tx.hash, readReceipt(answers[at]))
  for (const one of all) {
    const receipt = known.get(one.tx.hash)
    if (receipt?.txHash !== one.tx.hash || receipt.blockHash !== one.header.hash)
      throw malformed('the receipt of another transaction')
    one.receipt = receipt
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
    if (faultOf(error) !== 'node.failed') throw error
    node.lacks.add(OF_BLOCK)
    return new Map()
  }
}
