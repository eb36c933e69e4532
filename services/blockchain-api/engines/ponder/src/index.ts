import { type Context, ponder } from 'ponder:registry'
import { head, holding, transfer } from 'ponder:schema'
import { type Hex, maxUint256, zeroAddress } from 'viem'

/** The part of an event of all three standards that is kept. */
interface TransferEvent {
  args: { from: Hex; to: Hex }
  block: { number: bigint; timestamp: bigint }
  transaction: { hash: Hex; from: Hex; to: Hex | null; nonce: number; transactionIndex: number }
  log: { address: Hex; logIndex: number }
}
interface Movement {
  standard: 'erc20' | 'erc721' | 'erc1155'
  tokenId: bigint | null
  amount: bigint
}
type Holding = typeof holding.$inferInsert

ponder.on('Erc20:Transfer', ({ event, context }) =>
  keep(context, event, [{ standard: 'erc20', tokenId: null, amount: event.args.value }]),
)

ponder.on('Erc721:Transfer', ({ event, context }) =>
  keep(context, event, [{ standard: 'erc721', tokenId: event.args.tokenId, amount: 1n }]),
)

ponder.on('Erc1155:TransferSingle', ({ event, context }) =>
  keep(context, event, [{ standard: 'erc1155', tokenId: event.args.id, amount: event.args.value }]),
)

ponder.on('Erc1155:TransferBatch', async ({ event, context }) => {
  const { ids, values } = event.args
  // A strange contract may say anything, and an error here would stop all chains.
  if (ids.length !== values.length || ids.length === 0) return
  const movements = ids.map((tokenId, at) => ({
    standard: 'erc1155' as const,
    tokenId,
    amount: values[at] ?? 0n,
  }))
  await keep(context, event, movements)
})

ponder.on('Head:block', async ({ event: { block }, context }) => {
  const newest = { number: Number(block.number), hash: block.hash }
  await context.db
    .insert(head)
    .values({ chain: context.chain.id, ...newest })
    .onConflictDoUpdate(newest)
})

async function keep(context: Context, event: TransferEvent, movements: readonly Movement[]) {
  const { block, transaction, log } = event
  const { from, to } = event.args
  const chain = context.chain.id
  const place = {
    chain,
    block: Number(block.number),
    txIndex: transaction.transactionIndex,
    logIndex: log.logIndex,
    at: Number(block.timestamp),
    hash: transaction.hash,
    sender: transaction.from,
    target: transaction.to,
    nonce: transaction.nonce,
  }
  const ends = { token: log.address, from, to }
  await context.db
    .insert(transfer)
    .values(movements.map((movement, position) => ({ ...place, ...ends, ...movement, position })))
  for (const { standard, tokenId, amount } of movements) {
    if (standard === 'erc20' || tokenId === null) continue
    const item = { chain, token: log.address, tokenId, standard, amount }
    await take(context, { ...item, account: from })
    await give(context, { ...item, account: to })
  }
}

/** An account may give what it got before the first block that is read: there is no less than nothing. */
async function take(context: Context, { amount, standard, ...key }: Holding) {
  const before = (await context.db.find(holding, key))?.amount ?? 0n
  if (before === 0n) return
  if (before > amount) await context.db.update(holding, key).set({ amount: before - amount })
  else await context.db.delete(holding, key)
}

/** A strange contract may give more than a number of 256 bits in all, which the table could not hold. */
async function give(context: Context, item: Holding) {
  if (item.account === zeroAddress) return
  const most = item.standard === 'erc721' ? 1n : maxUint256
  await context.db
    .insert(holding)
    .values(item)
    .onConflictDoUpdate(({ amount }) => ({
      amount: amount + item.amount > most ? most : amount + item.amount,
    }))
}
