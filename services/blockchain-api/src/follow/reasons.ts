import { decodeErrorResult, parseAbi } from 'viem/utils'
import { type Touched, type Who } from './entries.js'
import { type Refused } from './errors.js'
import { type Call, type Node } from './node.js'
import { quantity } from './wire.js'

/** Failed transactions of a window that are replayed. A reason is worth less than being up to date. */
const MOST_REPLAYS = 20
/** UTF-16 units of a reason that are kept. */
const MOST_LETTERS = 200
/** Hex digits of what a contract may throw. */
const MOST_DIGITS = 8_192
/** Errors that contracts throw without words: those of ERC-20, ERC-721 and ERC-1155 (ERC-6093). */
const ERRORS = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidSender(address sender)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidApprover(address approver)',
  'error ERC20InvalidSpender(address spender)',
  'error ERC721InvalidOwner(address owner)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InvalidSender(address sender)',
  'error ERC721InvalidReceiver(address receiver)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC721InvalidApprover(address approver)',
  'error ERC721InvalidOperator(address operator)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  'error ERC1155InvalidSender(address sender)',
  'error ERC1155InvalidReceiver(address receiver)',
  'error ERC1155MissingApprovalForAll(address operator, address owner)',
  'error ERC1155InvalidApprover(address approver)',
  'error ERC1155InvalidOperator(address operator)',
  'error ERC1155InvalidArrayLength(uint256 idsLength, uint256 valuesLength)',
])
/** Words of `Panic(uint256)` by its number, as Solidity documents it. */
const PANICS: Readonly<Record<number, string>> = {
  0x01: 'assertion failed',
  0x11: 'arithmetic overflow',
  0x12: 'division by zero',
  0x21: 'value out of its enum',
  0x22: 'storage encoded wrongly',
  0x31: 'pop of an empty array',
  0x32: 'index out of bounds',
  0x41: 'out of memory',
  0x51: 'call of a function that is not set',
}

const hexIn = (data: unknown, depth = 0): string | undefined => {
  if (typeof data === 'string') return /0x(?:[0-9a-f]{2})+/i.exec(data)?.[0]
  if (typeof data !== 'object' || data === null || depth > 2) return undefined
  return hexIn((data as { data?: unknown }).data, depth + 1)
}
/** One line of printable text. */
const oneLine = (text: string): string =>
  text
    .slice(0, MOST_LETTERS * 4)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_LETTERS)
    .trim()

/**
 * Reads why a call was undone: the words of `revert`, the name of a standard's error, or what a panic
 * means. `undefined`: it does not say so in a way that can be read.
 */
export function reasonOf({ message, data }: Refused): string | undefined {
  if (/out of gas|gas required exceeds/i.test(message)) return 'out of gas'
  const thrown = hexIn(data)
  if (thrown === undefined || thrown.length > MOST_DIGITS) return undefined
  try {
    const decoded = decodeErrorResult({ abi: ERRORS, data: thrown as `0x${string}` })
    // viem knows `Error(string)` and `Panic(uint256)` beside the errors that it is given.
    const errorName: string = decoded.errorName
    const [first] = decoded.args as readonly unknown[]
    if (errorName === 'Panic') return PANICS[Number(first)]
    return oneLine(errorName === 'Error' ? String(first) : errorName) || undefined
  } catch {
    return undefined
  }
}

const replay = (answer: unknown, block: number): Call => {
  const { from, to, gas, value, input } = answer as Record<string, unknown>
  return ['eth_call', { from, ...(to ? { to } : {}), gas, value, data: input }, quantity(block)]
}

/**
 * Runs failed transactions of followed accounts again, on the state of their block, and puts the
 * reason beside each. Later transactions of the block may have changed that state, and a node without
 * it says nothing: a reason is a help, and no window waits for one or fails for want of it.
 */
export async function addReasons(node: Node, all: readonly Touched[], who: Who): Promise<void> {
  const failed = all
    .filter(({ tx, receipt }) => receipt?.success === false && who.has(tx.from))
    .slice(0, MOST_REPLAYS)
  if (failed.length === 0 || node.lacks.has('replay')) return
  try {
    const txs = await node.ask(failed.map(({ tx }): Call => ['eth_getTransactionByHash', tx.hash]))
    const calls = failed.map(({ header }, at) => replay(txs[at], header.number))
    const told = await node.refusals(calls)
    for (const [at, one] of failed.entries()) {
      const reason = told[at] && reasonOf(told[at])
      if (reason !== undefined) one.reason = reason
    }
  } catch {
    // A node that hangs or refuses replays would hold up each window.
    node.lacks.add('replay')
  }
}
