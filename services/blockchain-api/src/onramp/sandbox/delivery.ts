import { setTimeout as pause } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, keccak256, numberToHex, parseUnits, type Hex } from 'viem'
import { type PrivateKeyAccount } from 'viem/accounts'
import * as v from 'valibot'
import { type ChainConfig } from '../../chains.js'
import { type Node } from '../../sources/rpc/calls.js'
import { HEX, isCallError, QUANTITY, type Turn, turnOf } from '../../sources/rpc/nodes.js'
import { type OrderRow, type OrderStatus } from '../../store/store.js'
import { readBalance, readCoins, readFees } from '../../swap/chainReads.js'
import { type OnrampContext } from '../provider.js'

/** Sends the coins of paid orders, each once. */
export interface Delivery {
  /** Looks at all orders once. */
  work(): Promise<void>
  /** Looks again and again, and at once after `wake`. */
  run(signal: AbortSignal): Promise<void>
  wake(): void
}

const PAUSE_MS = 500
/** Every so many rounds those are looked at that are in a block, whether they still are. */
const DONE_ROUNDS = 4
const MAX_ORDERS = 200
/** Deliveries of a round: behind more of them, those that were sent would wait to be told. */
const MAX_DELIVERIES = 20
/** Blocks above a transaction, or time after it, when it is not looked at any more. */
const SETTLED_BLOCKS = 64n
const SETTLED_MS = 600_000
/** A transaction that nobody knows, and whose nonce another one has, is given up then. */
const LOST_MS = 60_000

const RECEIPT = v.nullable(v.object({ status: QUANTITY, blockNumber: QUANTITY }))

/**
 * An order is delivered by one signed transaction, which is stored before it is sent. Whatever happens
 * in between, the same bytes are sent again: a chain takes them once. Two processes cannot sign two, as
 * the state is asked and set in one step.
 */
export function createDelivery(
  context: OnrampContext,
  provider: string,
  account: PrivateKeyAccount,
): Delivery {
  const steps = { context, account }
  let rounds = 0
  let woken: AbortController | undefined
  const work = async (): Promise<void> => {
    const isRound = rounds++ % DONE_ROUNDS === 0
    const statuses: OrderStatus[] = [
      'paid',
      'failed',
      'sent',
      ...(isRound ? ['done' as const] : []),
    ]
    for (const status of statuses)
      for (const order of await context.store.orders.pending(provider, [status], mostOf(status)))
        await step(steps, order).catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown'
          context.log('warn', 'onramp.delivery_failed', { provider, error: name })
        })
  }
  return {
    work,
    wake: () => woken?.abort(),
    async run(signal) {
      while (!signal.aborted) {
        woken = new AbortController()
        await work().catch(() => context.log('error', 'onramp.delivery_failed', { provider }))
        const either = AbortSignal.any([signal, woken.signal])
        await pause(PAUSE_MS, undefined, { signal: either }).catch(() => undefined)
      }
    },
  }
}

const mostOf = (status: OrderStatus): number => (status === 'paid' ? MAX_DELIVERIES : MAX_ORDERS)

interface Steps {
  context: OnrampContext
  account: PrivateKeyAccount
}

const step = async (steps: Steps, order: OrderRow): Promise<void> => {
  const { chains, nodeOf, store, now } = steps.context
  const chain = chains.find(order.chain)
  if (!chain) return
  const node = nodeOf(chain)
  const turn = turnOf(new AbortController().signal)
  if (order.status === 'failed') {
    await store.orders.move(order.id, ['failed'], { status: 'refunded', updatedAt: now() })
    return
  }
  if (order.status === 'paid') return deliver(steps, { order, chain, node, turn })
  return follow(steps, { order, chain, node, turn })
}

interface Job {
  order: OrderRow
  chain: ChainConfig
  node: Node
  turn: Turn
}

const fail = async ({ context: { store, now } }: Steps, order: OrderRow): Promise<void> => {
  await store.orders.move(order.id, ['paid', 'sent'], { status: 'failed', updatedAt: now() })
  await store.orders.settle(order.id)
}

/** The movement of an order's coins. */
const callOf = ({ coin, purchase, address }: OrderRow): { to: Hex; value: bigint; data: Hex } => {
  const amount = parseUnits(purchase?.amount ?? '0', coin?.decimals ?? 0)
  const to = address as Hex
  if (coin?.token === undefined) return { to, value: amount, data: '0x' }
  const call = { abi: erc20Abi, functionName: 'transfer', args: [to, amount] } as const
  return { to: coin.token as Hex, value: 0n, data: encodeFunctionData(call) }
}

const deliver = async (steps: Steps, { order, chain, node, turn }: Job): Promise<void> => {
  const { account, context } = steps
  const call = callOf(order)
  const { fees, price } = await readOffer(node, turn)
  const asked = {
    from: account.address,
    to: call.to,
    data: call.data,
    value: numberToHex(call.value),
  }
  const gas = await node
    .ask('eth_estimateGas', [asked], turn, QUANTITY)
    .catch((error: unknown) => (isCallError(error) ? undefined : Promise.reject(error)))
  const limit = gas === undefined ? undefined : (gas * 6n) / 5n
  if (limit === undefined || !(await hasEnough(steps, { order, chain, node, turn }, limit * price)))
    return fail(steps, order)
  const { orders } = context.store
  const mined = await node.ask(
    'eth_getTransactionCount',
    [account.address, 'latest'],
    turn,
    QUANTITY,
  )
  const used = (await orders.lastNonce(chain.id, account.address)) ?? -1
  const nonce = Math.max(Number(mined), used + 1)
  const chainId = Number(chain.id.slice('eip155:'.length))
  const raw = await account.signTransaction({
    ...call,
    ...{ ...fees, chainId, nonce, gas: limit },
  })
  const isMine = await orders.move(order.id, ['paid'], {
    status: 'sent',
    hash: keccak256(raw),
    delivery: { sender: account.address, nonce, raw },
    updatedAt: context.now(),
  })
  if (isMine) await send(node, raw, turn)
}

/** The least tip that is offered, in wei: nodes may leave a transaction without one. */
const LEAST_TIP = 1_000_000_000n

/**
 * The offer for gas: enough for a base fee that doubles while the transaction waits, and the usual tip.
 * `eth_gasPrice` includes the tips of our own transactions, so that a multiple of it would grow from one
 * delivery to the next: it counts only where the chain has no base fee.
 * @returns with the most that a unit of gas may cost, in wei
 */
const readOffer = async (node: Node, turn: Turn) => {
  const found = await readFees(node, turn)
  if (!found) {
    const gasPrice = 2n * (await node.ask('eth_gasPrice', [], turn, QUANTITY))
    return { fees: { type: 'legacy', gasPrice } as const, price: gasPrice }
  }
  const [, soon] = found.tips
  const maxPriorityFeePerGas = soon > LEAST_TIP ? soon : LEAST_TIP
  const maxFeePerGas = 2n * found.base + maxPriorityFeePerGas
  const fees = { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas } as const
  return { fees, price: maxFeePerGas }
}

/** A transaction that could not be paid would hold up those behind it. */
const hasEnough = async (
  { account: { address } }: Steps,
  { order, node, turn }: Job,
  fee: bigint,
): Promise<boolean> => {
  const { value } = callOf(order)
  if ((await readCoins(node, address, turn)) < value + fee) return false
  if (order.coin?.token === undefined) return true
  const amount = parseUnits(order.purchase?.amount ?? '0', order.coin.decimals)
  return (await readBalance(node, order.coin.token as Hex, address, turn)) >= amount
}

/** A node that has it already says so by an error. */
const send = (node: Node, raw: string, turn: Turn): Promise<unknown> =>
  node.ask('eth_sendRawTransaction', [raw], turn, HEX).catch(() => undefined)

const follow = async (steps: Steps, { order, node, turn }: Job): Promise<void> => {
  const { context, account } = steps
  const { orders } = context.store
  const { delivery, hash } = order
  if (!delivery || hash === undefined) return
  const receipt = await node.ask('eth_getTransactionReceipt', [hash], turn, RECEIPT)
  const now = context.now()
  if (!receipt) {
    // A reorganisation took it back, or no node has it yet.
    if (order.status === 'done')
      await orders.move(order.id, ['done'], { status: 'sent', updatedAt: now })
    await send(node, delivery.raw, turn)
    if (now - order.updatedAt < LOST_MS) return
    const args = [account.address, 'latest'] as const
    const mined = await node.ask('eth_getTransactionCount', args, turn, QUANTITY)
    const again = await node.ask('eth_getTransactionReceipt', [hash], turn, RECEIPT)
    if (!again && mined > BigInt(delivery.nonce)) await fail(steps, order)
    return
  }
  if (receipt.status === 0n) return fail(steps, order)
  if (order.status === 'sent') {
    await orders.move(order.id, ['sent'], { status: 'done', updatedAt: now })
    return
  }
  const head = await node.ask('eth_blockNumber', [], turn, QUANTITY)
  if (head - receipt.blockNumber >= SETTLED_BLOCKS || now - order.updatedAt > SETTLED_MS)
    await orders.settle(order.id)
}
