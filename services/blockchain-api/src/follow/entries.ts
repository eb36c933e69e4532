import { checksum } from '../checksum.js'
import { type Header, type NewEntry } from '../store/follower.js'
import { type HistoryBody, type StoredTransfer } from '../store/store.js'
import { type Movement, movementsOf } from './transfers.js'
import { type Log, type Receipt, type Tx } from './wire.js'

/** The accounts that are followed. */
export interface Who {
  has(account: string): boolean
  /** To ask a node for; undefined: everybody, or too many to name. */
  names: readonly string[] | undefined
}

/** A transaction that concerns somebody, with what was read of it. */
export interface Touched {
  header: Header
  index: number
  tx: Tx
  logs: Log[]
  /** Absent where its logs already say that it succeeded, and nobody followed pays for it. */
  receipt?: Receipt
  /** Why it failed, where that is known. */
  reason?: string
}

const NOBODY = `0x${'0'.repeat(40)}`
/** `approve(address,uint256)` and `setApprovalForAll(address,bool)`. */
const APPROVALS = ['0x095ea7b3', '0xa22cb465']
/** Movements of one account in one transaction that its entry tells. NFTs count the rest too. */
export const MOST_TOLD = 50
/** More of one account in one transaction is left out. */
const MOST_MOVES = 10_000

/** One entry for each followed account that a transaction moved something of, or that sent it. */
export function entriesOf(touched: Touched, who: Who): NewEntry[] {
  const { header, index, tx, logs, receipt, reason } = touched
  const success = receipt?.success ?? true
  const lists = new Map<string, { moves: StoredTransfer[]; all: number }>()
  const listOf = (account: string) => {
    const list = lists.get(account) ?? { moves: [], all: 0 }
    if (account !== NOBODY && who.has(account)) lists.set(account, list)
    return list
  }
  listOf(tx.from)
  for (const move of [
    ...(success ? native(tx, receipt) : []),
    ...logs.sort((a, b) => a.index - b.index).flatMap(movementsOf),
  ]) {
    const self = move.from === move.to
    const add = (account: string, direction: StoredTransfer['direction']) => {
      const list = listOf(account)
      list.all += 1
      if (list.moves.length < MOST_MOVES) list.moves.push(stored(move, direction))
    }
    add(move.from, self ? 'self' : 'out')
    if (!self) add(move.to, 'in')
  }
  const fee = receipt && feeOf(receipt, tx)
  return [...lists].map(([account, { moves, all }]) => ({
    account,
    block: header.number,
    index,
    hash: tx.hash,
    at: header.at,
    body: {
      operationType: operationOf(account, tx, moves),
      status: success ? 'confirmed' : 'failed',
      sentFrom: checksum(tx.from),
      sentTo: tx.to && checksum(tx.to),
      nonce: tx.nonce,
      ...(fee !== undefined && account === tx.from && { fee: String(fee) }),
      ...(reason !== undefined && { reason }),
      transfers: moves.slice(0, MOST_TOLD),
      ...(all > MOST_TOLD && { more: all - MOST_TOLD }),
    },
    ...(all > MOST_TOLD && { rest: moves.slice(MOST_TOLD) }),
  }))
}

/** Absent where nobody names a price. */
const feeOf = ({ gasUsed, gasPrice, l1Fee }: Receipt, tx: Tx): bigint | undefined => {
  const price = gasPrice ?? tx.gasPrice
  return price === undefined ? undefined : gasUsed * price + l1Fee
}

function native(tx: Tx, receipt: Receipt | undefined): Movement[] {
  const to = tx.to ?? receipt?.contract
  if (tx.value === 0n || !to) return []
  return [{ standard: 'native', amount: String(tx.value), from: tx.from, to }]
}

const stored = (move: Movement, direction: StoredTransfer['direction']): StoredTransfer => ({
  direction,
  ...move,
  ...(move.token && { token: checksum(move.token) }),
  from: checksum(move.from),
  to: checksum(move.to),
})

/** Names a transaction as its account sees it. All addresses are spelled in one way. */
export function operationOf(
  account: string,
  tx: Pick<Tx, 'from' | 'to' | 'selector'>,
  transfers: readonly Pick<StoredTransfer, 'direction' | 'from' | 'to'>[],
): HistoryBody['operationType'] {
  const ins = transfers.filter(({ direction }) => direction === 'in')
  const outs = transfers.filter(({ direction }) => direction === 'out')
  if (account === tx.from && tx.to === null) return 'deploy'
  if (ins.length && outs.length) return 'trade'
  if (ins.length) return ins.every(({ from }) => from === NOBODY) ? 'mint' : 'receive'
  if (outs.length) return outs.every(({ to }) => to === NOBODY) ? 'burn' : 'send'
  if (transfers.length) return 'send'
  return APPROVALS.includes(tx.selector) ? 'approve' : 'execute'
}
