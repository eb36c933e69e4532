import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import type { Hex } from 'viem'
import type { Database } from '../../session/database.js'

/** A grant that was signed. */
export interface GrantRecord {
  /** Of its delegation: its id on the chain. */
  hash: Hex
  /** CAIP-2 id. */
  network: string
  /** Origin of the page that asked for it. */
  origin: string
  /** The signed delegation (ERC-7710). */
  context: Hex
  /** Seconds since 1970. */
  expiry: number
  /** The answer that the page got (ERC-7715). */
  entry: { readonly [name: string]: JsonValue }
}

/** Grants that one account can have at once, on all networks and for all pages. */
export const MAX_GRANTS_KEPT = 200

/** The grants of the accounts of this browser: kept by the page, and stored where that is possible. */
export interface GrantRecords {
  /** Those of an account that have not expired. */
  list(account: string): Promise<readonly GrantRecord[]>
  add(account: string, all: readonly GrantRecord[]): Promise<void>
  /** Forgets grants that have ended. */
  forget(account: string, hashes: readonly Hex[]): Promise<void>
  /** Whether the browser stores the grants of an account, so that they outlast the page. */
  isKept(account: string): Promise<boolean>
}

const keyOf = (account: string): string => `grants ${account.toLowerCase()}`
const isLive = ({ expiry }: GrantRecord): boolean => expiry * 1000 > Date.now()

/** Both lists, each grant once, without those that are over. */
const merge = (one: readonly GrantRecord[], other: readonly GrantRecord[]): GrantRecord[] => [
  ...new Map([...one, ...other].filter(isLive).map((record) => [record.hash, record])).values(),
]

export function createGrantRecords(database: Pick<Database, 'read' | 'update'>): GrantRecords {
  /** Grants that the browser did not store. */
  const unstored = new Map<string, readonly GrantRecord[]>()
  /** @returns whether the browser stored it */
  async function change(
    account: string,
    next: (before: readonly GrantRecord[]) => readonly GrantRecord[],
  ): Promise<boolean> {
    const key = keyOf(account)
    const waiting = unstored.get(key) ?? []
    const write = (): Promise<void> =>
      database.update<readonly GrantRecord[]>(key, (stored) => next(merge(stored ?? [], waiting)))
    try {
      // A connection that was closed is opened by the second try.
      await write().catch(write)
      unstored.delete(key)
      return true
    } catch {
      unstored.set(key, next(waiting))
      return false
    }
  }
  return {
    async list(account) {
      const key = keyOf(account)
      const stored = await database.read<readonly GrantRecord[]>(key).catch(() => undefined)
      return merge(stored ?? [], unstored.get(key) ?? [])
    },
    add: async (account, all) => void (await change(account, (before) => merge(before, all))),
    forget: async (account, hashes) =>
      void (await change(account, (before) => before.filter(({ hash }) => !hashes.includes(hash)))),
    isKept: (account) => change(account, (before) => before),
  }
}
