import { toUnits } from '@latchkey/plugin-api/describe'
import { base58, base64 } from '@scure/base'
import type { SolanaTransaction } from '../../keys/solana.js'
import type { AskNode } from './node.js'
import { isAway, refusalOf, unreadable } from './nodeErrors.js'
import type { Outcome, Reading } from './prepared.js'

/** Programs of tokens (SPL Token, Token-2022). */
const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
/** The first part of a token account: mint, owner and amount, little-endian. */
const TOKEN_ACCOUNT_BYTES = 165
const DECIMALS_AT = 44
/** Indexes of a lookup table begin behind its head. */
const TABLE_HEAD_BYTES = 56
/** Nodes take no more at once. */
const MAX_ACCOUNTS = 100
const MAX_REASON = 200

interface Account {
  lamports: bigint
  owner: string
  data: Uint8Array
}
/** Lamports under an empty mint, tokens under theirs. */
type Holdings = Map<string, bigint>

/** An account as `getMultipleAccounts` and `simulateTransaction` answer it. @throws FrameError */
function readAccount(value: unknown): Account | undefined {
  if (value === null) return undefined
  const { lamports, owner, data } = { ...(value as Record<string, unknown>) }
  const [text] = Array.isArray(data) ? (data as unknown[]) : []
  if (typeof lamports !== 'number' || typeof owner !== 'string' || typeof text !== 'string')
    throw unreadable()
  return { lamports: BigInt(lamports), owner, data: base64.decode(text) }
}

const readAccounts = (value: unknown): (Account | undefined)[] =>
  Array.isArray(value) ? value.map(readAccount) : []

async function accountsAt(
  node: AskNode,
  keys: readonly string[],
): Promise<(Account | undefined)[]> {
  if (!keys.length) return []
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await node('getMultipleAccounts', [keys, options])
  const accounts = readAccounts((answer as { value?: unknown } | null)?.value)
  if (accounts.length !== keys.length) throw unreadable()
  return accounts
}

/**
 * The accounts that a transaction may write, those of lookup tables with them.
 * `isWhole`: all are there; of others nobody can say what leaves.
 */
async function writableOf(
  node: AskNode,
  { parts }: SolanaTransaction,
): Promise<{ keys: string[]; isWhole: boolean }> {
  const tables = await accountsAt(
    node,
    parts.tables.map(({ key }) => key),
  )
  const looked = parts.tables.flatMap(({ writable }, place) =>
    Array.from(writable, (index) => {
      const at = TABLE_HEAD_BYTES + 32 * index
      return tables[place]?.data.slice(at, at + 32) ?? new Uint8Array()
    }),
  )
  const known = looked.filter(({ length }) => length === 32).map((key) => base58.encode(key))
  const all = [...new Set([...parts.writable, ...known])]
  const isWhole = known.length === looked.length && all.length <= MAX_ACCOUNTS
  return { keys: all.slice(0, MAX_ACCOUNTS), isWhole }
}

/** The person's part of these accounts. */
function holdingsOf(
  person: string,
  keys: readonly string[],
  accounts: readonly (Account | undefined)[],
): Holdings {
  const held: Holdings = new Map()
  const add = (mint: string, amount: bigint) => held.set(mint, (held.get(mint) ?? 0n) + amount)
  for (const [index, account] of accounts.entries()) {
    if (!account) continue
    if (keys[index] === person) add('', account.lamports)
    const { owner, data } = account
    if (!TOKEN_PROGRAMS.includes(owner) || data.length < TOKEN_ACCOUNT_BYTES) continue
    if (base58.encode(data.slice(32, 64)) !== person) continue
    const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
    add(base58.encode(data.slice(0, 32)), amount)
  }
  return held
}

async function toWords(
  { node, network }: Reading,
  before: Holdings,
  after: Holdings,
): Promise<Pick<Outcome, 'leaves' | 'arrives'>> {
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((mint) => [mint, (after.get(mint) ?? 0n) - (before.get(mint) ?? 0n)] as const)
    .filter(([, change]) => change !== 0n)
  const mints = changes.map(([mint]) => mint).filter(Boolean)
  const found = await accountsAt(node, mints)
  const { symbol, decimals } = network.nativeCurrency
  const told = changes.map(([mint, change]) => {
    const size = change < 0n ? -change : change
    const places = found[mints.indexOf(mint)]?.data[DECIMALS_AT] ?? 0
    const text = mint
      ? `${toUnits(size, places)} (${mint})`
      : `${toUnits(size, decimals)} ${symbol}`
    return { change, text }
  })
  return {
    leaves: told.filter(({ change }) => change < 0n).map(({ text }) => text),
    arrives: told.filter(({ change }) => change > 0n).map(({ text }) => text),
  }
}

/** A node's reason: what it is known by, what a program logged, or the name of the error. */
function reasonIn(err: unknown, logs: unknown): string {
  const lines = Array.isArray(logs) ? logs.map(String) : []
  const known = [JSON.stringify(err), ...lines]
    .map(refusalOf)
    .find(({ details }) => details.reason !== 'node_refused')
  if (known) return known.message
  const told = lines.findLast((line) => /error|insufficient|failed/i.test(line))
  return (told ?? JSON.stringify(err)).slice(0, MAX_REASON)
}

/** One transaction. `undefined`: the node cannot. */
async function simulateOne(
  reading: Reading,
  transaction: SolanaTransaction,
  fee: bigint,
): Promise<Outcome | undefined> {
  const { node, account } = reading
  const { keys, isWhole } = await writableOf(node, transaction)
  const options = {
    encoding: 'base64',
    sigVerify: false,
    commitment: 'confirmed',
    accounts: { encoding: 'base64', addresses: keys },
  }
  const [held, answer] = await Promise.all([
    accountsAt(node, keys),
    node('simulateTransaction', [base64.encode(transaction.bytes), options]),
  ])
  const { err, logs, accounts } = { ...(answer as { value?: Record<string, unknown> }).value }
  if (err === undefined) return undefined
  const nothing = { leaves: [], arrives: [], isWhole: true }
  if (err !== null) return { ...nothing, failure: reasonIn(err, logs) }
  const next = readAccounts(accounts)
  if (next.length !== keys.length) return { ...nothing, isWhole: false }
  const after = holdingsOf(account, keys, next)
  // The fee has a row of its own.
  after.set('', (after.get('') ?? 0n) + fee)
  const moved = await toWords(reading, holdingsOf(account, keys, held), after)
  return { ...moved, isWhole }
}

/**
 * Has the operator's node carry a transaction out without an effect. Of several, each may need the one
 * before, so that they are not followed.
 * @param fee lamports that the account pays
 * @throws FrameError where no node answers
 */
export async function simulateSolana(
  reading: Reading,
  all: readonly SolanaTransaction[],
  fee: bigint,
): Promise<Outcome> {
  const unknown: Outcome = { leaves: [], arrives: [], isWhole: false }
  if (all.length !== 1) return unknown
  try {
    return (await simulateOne(reading, all[0]!, fee)) ?? unknown
  } catch (error) {
    if (isAway(error)) throw error
    return unknown
  }
}
