import type { Description, Network } from '@latchkey/plugin-api'
import { toUnits, type Row } from '@latchkey/plugin-api/describe'
import { readTransaction } from '../chain/transaction.js'
import { SYSTEM_PROGRAM, TOKEN_ACCOUNT_PROGRAM, describeInstruction } from './instructions.js'
import { readMessage, type Instruction, type Message } from './message.js'
import type { TransactionContext, DescribedInstruction } from './words.js'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
/**
 * The most bytes that the network takes, with room for the larger ones that it plans (SIMD-296).
 */
const MAX_BYTES = 4_096
const MAX_COMPUTE_UNITS = 1_400_000n
const DEFAULT_COMPUTE_UNITS = 200_000n
/** Lamports. A priority fee above this is a mistake, or a trap. */
const HIGH_FEE_LAMPORTS = 10_000_000n

interface Budget {
  fee: bigint
  isKnown: boolean
}
/** The highest priority fee: price times units, rounded up. */
function readBudget(settings: readonly Instruction[], others: number): Budget {
  const found = new Map<number, bigint>()
  let isKnown = true
  for (const { data } of settings) {
    const [kind = -1] = data
    const view = new DataView(data.buffer, data.byteOffset)
    // The price is a u64. The units, the heap and the size of loaded data are u32. Each may be set
    // once.
    const isRead =
      (kind === 3 && data.length === 9) || ([1, 2, 4].includes(kind) && data.length === 5)
    isKnown &&= isRead && !found.has(kind)
    if (isRead)
      found.set(kind, kind === 3 ? view.getBigUint64(1, true) : BigInt(view.getUint32(1, true)))
  }
  const wanted = found.get(2) ?? DEFAULT_COMPUTE_UNITS * BigInt(others)
  const units = wanted < MAX_COMPUTE_UNITS ? wanted : MAX_COMPUTE_UNITS
  return { fee: ((found.get(3) ?? 0n) * units + 999_999n) / 1_000_000n, isKnown }
}

/**
 * Token accounts that the transaction makes, or makes sure of, each with its wallet, token and
 * program.
 */
const tokenAccountsMadeIn =
  ({ instructions }: Message): TransactionContext['ownerOf'] =>
  (tokenAccount, mint, program) =>
    instructions.find(
      (each) =>
        each.program === TOKEN_ACCOUNT_PROGRAM &&
        each.accounts[1] === tokenAccount &&
        each.accounts[3] === mint &&
        each.accounts[4] === SYSTEM_PROGRAM &&
        each.accounts[5] === program &&
        each.data.length < 2 &&
        (each.data[0] ?? 0) < 2,
    )?.accounts[2]

/** Each has a headline where there are several. */
function mergeDescriptions(
  words: readonly DescribedInstruction[],
): Pick<Description, 'title' | 'rows'> {
  const main = words.filter(({ isAside }) => !isAside)
  const [only] = main.length ? main : words
  if (only && main.length < 2 && (main.length || words.length === 1))
    return { title: only.title, rows: words.flatMap(({ rows }) => rows) }
  return {
    title: 'solana.signTransaction',
    rows: words.flatMap((each) =>
      each.isAside
        ? each.rows
        : [{ label: each.title, value: `#${main.indexOf(each) + 1}` }, ...each.rows],
    ),
  }
}

/**
 * Describes a transaction. `undefined` for other bytes.
 * @param account whose signature is asked for
 */
export function describeTransaction(
  bytes: Uint8Array,
  account: string | undefined,
  { nativeCurrency: { symbol, decimals } }: Network,
): Description | undefined {
  const message =
    bytes.length <= MAX_BYTES
      ? readMessage(readTransaction(bytes)?.message ?? new Uint8Array())
      : undefined
  if (!message) return undefined
  const money = (lamports: bigint): string => `${toUnits(lamports, decimals)} ${symbol}`
  const settings = message.instructions.filter(({ program }) => program === COMPUTE_BUDGET)
  const others = message.instructions.filter(({ program }) => program !== COMPUTE_BUDGET)
  const words = others.map((each) =>
    describeInstruction(each, { account, money, ownerOf: tokenAccountsMadeIn(message) }),
  )
  const { title, rows } = mergeDescriptions(words)
  const { fee, isKnown } = readBudget(settings, others.length)
  const [payer = ''] = message.signers
  const isSigner = account !== undefined && message.signers.includes(account)
  const more: Row[] = [
    ...(fee
      ? [
          {
            label: 'solana.priorityFee',
            value: money(fee),
            ...(fee > HIGH_FEE_LAMPORTS && { warning: 'solana.highFee' }),
          },
        ]
      : []),
    ...(payer === account ? [] : [{ label: 'solana.feePayer', value: payer }]),
    ...(account === undefined || isSigner
      ? []
      : [{ label: 'solana.account', value: account, warning: 'solana.notSigner' }]),
    ...message.tables.map((table) => ({
      label: 'solana.lookupTable',
      value: table,
      warning: 'solana.lookup',
    })),
  ]
  return {
    title,
    rows: [...rows, ...more],
    complete:
      isKnown &&
      isSigner &&
      !message.tables.length &&
      words.length > 0 &&
      words.every(({ complete }) => complete),
  }
}
