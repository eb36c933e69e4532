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
  /** ms since the epoch: when the chain was first seen to have ended it. A reorganisation may undo that. */
  endedAt?: number
  /** The account was seen on the chain. */
  isDeployed?: boolean
  /** The grant, in the present form of ERC-7715. */
  entry: { readonly [name: string]: JsonValue }
}

/** Grants that one account can have at once, on all networks and for all pages. */
export const MAX_GRANTS_KEPT = 200
/** Grants of one account to one page: their list fits into one answer of the frame. */
export const MAX_GRANTS_OF_PAGE = 50
/** An ended grant is kept for so long, as its end may be undone: a day. */
const ENDED_MS = 86_400_000

/** The grants of the accounts of this browser: kept by the page, and stored where that is possible. */
export interface GrantRecords {
  /** Those of an account that have neither expired nor ended long ago. */
  list(account: string): Promise<readonly GrantRecord[]>
  add(account: string, all: readonly GrantRecord[]): Promise<void>
  /** Writes down what the chain says about grants. */
  update(account: string, hashes: readonly Hex[], seen: Seen): Promise<void>
  /** Whether the browser stores the grants of an account, so that they outlast the page. */
  isKept(account: string): Promise<boolean>
}
/** The state of a grant on the chain. */
type Seen = Pick<GrantRecord, 'isDeployed'> & { isEnded?: boolean }

type Records = readonly GrantRecord[]
type Change = (before: Records) => Records

const keyOf = (account: string): string => `grants ${account.toLowerCase()}`
const isOver = ({ expiry, endedAt }: GrantRecord): boolean =>
  expiry * 1000 <= Date.now() || (endedAt !== undefined && endedAt + ENDED_MS <= Date.now())

/** Each grant once: what is known of one already stays. */
const adding =
  (all: Records): Change =>
  (before) => [
    ...before,
    ...all.filter(({ hash }) => !before.some((record) => record.hash === hash)),
  ]

const seeing =
  (hashes: readonly Hex[], { isEnded, isDeployed }: Seen): Change =>
  (before) =>
    before.map((record) => {
      if (!hashes.includes(record.hash)) return record
      const { endedAt = Date.now(), ...rest } = record
      return {
        ...(isEnded === undefined ? record : isEnded ? { ...rest, endedAt } : rest),
        ...(isDeployed !== undefined && { isDeployed }),
      }
    })

const apply = (stored: Records | undefined, changes: readonly Change[]): Records =>
  changes
    .reduce<Records>((before, change) => change(before), stored ?? [])
    .filter((record) => !isOver(record))

export function createGrantRecords(database: Pick<Database, 'read' | 'update'>): GrantRecords {
  /** Changes that the browser has not stored, in their order: they are made to whatever it has stored. */
  const unstored = new Map<string, readonly Change[]>()
  const waitingOf = (key: string): readonly Change[] => unstored.get(key) ?? []
  /** @returns whether the browser stored all changes up to now */
  async function store(key: string): Promise<boolean> {
    let written: readonly Change[] = []
    // Other writes may come between: the changes are taken when the browser lets this one write.
    const write = (): Promise<void> =>
      database.update<Records>(key, (stored) => apply(stored, (written = waitingOf(key))))
    try {
      // A connection that was closed is opened by the second try.
      await write().catch(write)
      unstored.set(
        key,
        waitingOf(key).filter((change) => !written.includes(change)),
      )
      return true
    } catch {
      return false
    }
  }
  async function change(account: string, next: Change): Promise<void> {
    const key = keyOf(account)
    unstored.set(key, [...waitingOf(key), next])
    await store(key)
  }
  return {
    async list(account) {
      const key = keyOf(account)
      const stored = await database.read<Records>(key).catch(() => undefined)
      return apply(stored, waitingOf(key))
    },
    add: (account, all) => change(account, adding(all)),
    update: (account, hashes, seen) => change(account, seeing(hashes, seen)),
    isKept: (account) => store(keyOf(account)),
  }
}
