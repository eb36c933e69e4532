import type { Operation } from '@latchkey/smart-account'
import type { Hex } from 'viem'
import type { Database } from '../session/database.js'
import { createGrantRecords, type GrantRecords } from './grants/grantRecords.js'

/**
 * The state of an operation. `signed`: no bundler has said that it took it. `withdrawn`: the request was taken
 * back before anybody had its bytes. `sent`: one took it. `refused`: all
 * refused it. `replaced`: another one has its nonce. `failed`: it is in a block, and its calls were undone.
 */
export type OperationState =
  'signed' | 'withdrawn' | 'sent' | 'refused' | 'replaced' | 'failed' | 'included'

/** An operation that was signed. */
export interface OperationRecord {
  hash: Hex
  /** CAIP-2 id. */
  network: string
  operation: Operation
  /** The newest block when it was signed. */
  fromBlock: bigint
  /** ms since the epoch. */
  at: number
  state: OperationState
  transactionHash?: Hex
  /** ms since the epoch: when the chain was seen to have it. */
  settledAt?: number
  /** How often a reorganisation has taken it out of its block. */
  drops?: number
  /** Hash of the operation that has used its nonce. */
  replacedBy?: Hex
}

/** A later state wins: the chain's word over that of bundlers. */
const RANK: readonly OperationState[] = [
  'signed',
  'withdrawn',
  'sent',
  'refused',
  'replaced',
  'failed',
  'included',
]
const rankOf = ({ state }: OperationRecord): number => RANK.indexOf(state)

/** The knowledge after a reorganisation stands before all knowledge that is older. */
function isLater(record: OperationRecord, before: OperationRecord): boolean {
  const more = (record.drops ?? 0) - (before.drops ?? 0)
  return more === 0 ? rankOf(record) >= rankOf(before) : more > 0
}

/** Whether it may still be carried out, as far as this frame knows. */
export const isPending = ({ state }: OperationRecord): boolean =>
  state === 'signed' || state === 'sent'

/** Whether the chain has carried it out. Its calls may be undone: the account is deployed all the same. */
export const isCarriedOut = ({ state }: Pick<OperationRecord, 'state'>): boolean =>
  state === 'included' || state === 'failed'

/** Operations that are kept, of one account on one network. */
const MOST = 50

/** The records of both lists, each operation once and in its latest state. */
export function mergeRecords(
  one: readonly OperationRecord[],
  other: readonly OperationRecord[],
): OperationRecord[] {
  const merged = new Map<Hex, OperationRecord>()
  for (const record of [...one, ...other]) {
    const before = merged.get(record.hash)
    if (!before || isLater(record, before)) merged.set(record.hash, record)
  }
  const sorted = [...merged.values()].sort((first, second) => first.at - second.at)
  // One that may still be carried out is never forgotten.
  const settled = sorted.filter((record) => !isPending(record)).slice(-MOST)
  return sorted.filter((record) => isPending(record) || settled.includes(record))
}

/** The operations of the accounts of this browser: kept by the page, and stored where that is possible. */
export interface Records {
  list(network: string, sender: string): Promise<readonly OperationRecord[]>
  /** Keeps a record beside those that are there, or in the place of its own earlier state. */
  put(record: OperationRecord): Promise<void>
  /** Whether the browser stores the records of an account, so that they outlast the page. */
  isKept(network: string, sender: string): Promise<boolean>
  /** Whether somebody is named for the first time on this page. */
  isFirst(owner: string): boolean
  /** Takes an operation for one of those who follow it: nobody else hands it on until it is given back. */
  claim(hash: Hex): boolean
  giveBack(hash: Hex): void
  /** The permissions that the accounts have granted. */
  grants: GrantRecords
}

/** @param onDeployed is called when the operation that deploys an account was first seen in a block */
export function createRecords(
  database: Pick<Database, 'read' | 'update'>,
  onDeployed: () => void = () => undefined,
): Records {
  const kept = new Map<string, OperationRecord[]>()
  const keyOf = (network: string, sender: string): string =>
    `operations ${network} ${sender.toLowerCase()}`
  const write = (key: string): Promise<void> =>
    database.update<OperationRecord[]>(key, (stored) =>
      mergeRecords(stored ?? [], kept.get(key) ?? []),
    )
  /** A connection that was closed is opened by the second try. */
  const store = (key: string): Promise<boolean> =>
    write(key)
      .catch(() => write(key))
      .then(
        () => true,
        () => false,
      )
  const named = new Set<string>()
  const claimed = new Set<Hex>()
  return {
    grants: createGrantRecords(database),
    claim: (hash) => !claimed.has(hash) && !!claimed.add(hash),
    giveBack: (hash) => void claimed.delete(hash),
    isFirst: (owner) => !named.has(owner) && !!named.add(owner),
    async list(network, sender) {
      const key = keyOf(network, sender)
      // A browser may give no storage: what the page itself knows is kept all the same.
      const stored = await database.read<OperationRecord[]>(key).catch(() => undefined)
      const merged = mergeRecords(stored ?? [], kept.get(key) ?? [])
      kept.set(key, merged)
      return merged
    },
    async put(record) {
      const key = keyOf(record.network, record.operation.sender)
      const known = kept.get(key) ?? []
      const wasCarriedOut = known.some((each) => each.hash === record.hash && isCarriedOut(each))
      kept.set(key, mergeRecords(known, [record]))
      await store(key)
      if (record.operation.factory && isCarriedOut(record) && !wasCarriedOut) onDeployed()
    },
    isKept: (network, sender) => store(keyOf(network, sender)),
  }
}
