import { encodeFunctionData, erc20Abi, getAddress, type Hex, pad } from 'viem'
import * as v from 'valibot'
import {
  type AccountQuery,
  type BalanceQuery,
  type Balances,
  type Settled,
  type SourceContext,
} from '../source.js'
import { type BoundedCache } from '@latchkey/service-kit/shared'
import { type ChainConfig } from '../../chains.js'
import { TRANSFER } from '../../follow/transfers.js'
import { type Node, readUint } from './calls.js'
import { QUANTITY, type Turn, turnOf, waitFor } from './nodes.js'
import { type TokenBook } from './tokens.js'

/** The parts of the source that its queries share. */
export interface Evm {
  context: SourceContext
  nodeOf(chain: ChainConfig): Node
  book: TokenBook
  /** Accounts that are followed for sure, each until a time. */
  followed: BoundedCache<number>
}

/** Tokens of one account whose balance is asked for: the listed ones, then those that were seen. */
const MAX_TOKENS = 1000
/** Tokens of one transaction whose balance is asked for. */
const MAX_SETTLED = 50

const ADDRESS = v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i))

const receiptSchema = v.nullable(
  v.object({
    blockNumber: QUANTITY,
    logs: v.array(v.object({ address: ADDRESS, topics: v.array(v.string()) })),
  }),
)

/** Native coin and tokens: those of the host's list, and those that the follower saw. */
export async function readBalances(
  { context, nodeOf, book }: Evm,
  { account, after, signal }: BalanceQuery,
): Promise<Balances> {
  const { chain } = account
  const owner = account.address as Hex
  const turn = turnOf(signal)
  await context.store.watched.ask(account.id, chain.id, context.now())
  const seen = await context.store.tokens.seenBy(account.id, chain.id)
  const listed = (chain.tokens ?? []).map(({ address }) => address)
  const addresses = [
    ...new Set([...(after?.tokens ?? []), ...listed, ...seen].map((a) => a.toLowerCase())),
  ].slice(0, MAX_TOKENS) as Hex[]
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const node = nodeOf(chain)
  const block = after ? await readHead(node, after.block, turn) : 'latest'
  // The native balance shows that the node is well: contracts alone fail no source.
  const [native, amounts] = await Promise.all([
    node.ask('eth_getBalance', [owner, block], turn, QUANTITY),
    node.callMany(
      addresses.map((to) => ({ to, data })),
      turn,
      block,
    ),
  ])
  const held = addresses.flatMap((address, at) => {
    const amount = readUint(amounts.data[at])
    return amount ? [{ address, amount }] : []
  })
  const { infos, isWhole } = await book.find(
    chain,
    held.map(({ address }) => address),
    'erc20',
    turn,
  )
  const tokens = held.flatMap(({ address, amount }) => {
    const info = infos.get(address)
    return info ? [{ ...info, address: getAddress(address), amount: String(amount) }] : []
  })
  const { name, symbol, decimals } = chain.nativeCurrency
  return {
    items: [{ name, symbol, decimals, amount: String(native), spam: false }, ...tokens],
    isPartial: !amounts.isWhole || !isWhole,
  }
}

/** The node's own block by number, so that another node that lacks it cannot answer an older state. */
const readHead = async (node: Node, atLeast: number, turn: Turn): Promise<string> => {
  const head = await waitFor(turn.signal, async () => {
    const number = await node.ask('eth_blockNumber', [], turn, QUANTITY)
    return number >= BigInt(atLeast) ? number : undefined
  })
  if (head === undefined) throw new Error('the node does not have the block')
  return `0x${head.toString(16)}`
}

/** Waits for the receipt of a transaction. */
export function readSettled(
  node: Node,
  { account, hash, signal }: AccountQuery & { hash: string },
): Promise<Settled | undefined> {
  const owner = pad(account.address as Hex, { size: 32 }).toLowerCase()
  return waitFor(signal, async (turn): Promise<Settled | undefined> => {
    const receipt = await node.ask('eth_getTransactionReceipt', [hash], turn, receiptSchema)
    if (!receipt) return undefined
    const moved = receipt.logs.filter(
      ({ topics: [kind, ...ends] }) =>
        kind === TRANSFER && ends.length === 2 && ends.some((end) => end.toLowerCase() === owner),
    )
    const tokens = new Set(moved.map(({ address }) => address.toLowerCase()))
    return { block: Number(receipt.blockNumber), tokens: [...tokens].slice(0, MAX_SETTLED) }
  })
}
