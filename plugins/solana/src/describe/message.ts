import { toBase58 } from '../chain/base58.js'
import { readLength } from '../chain/transaction.js'

/**
 * One call of a program. An account of a lookup table is known only by the table and its index
 * there: `<table>[<index>]`.
 */
export interface Instruction {
  program: string
  accounts: readonly string[]
  data: Uint8Array
}
export interface Message {
  /** The accounts that must sign. The first pays the fee. */
  signers: readonly string[]
  instructions: readonly Instruction[]
  /** Address lookup tables, which only a node can read. */
  tables: readonly string[]
}

/** Takes bytes from the front. @throws RangeError where they end too early */
function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new RangeError('The bytes end too early.')
    return bytes.subarray(at, (at += count))
  }
  const length = (): number => {
    const { value, next } = readLength(bytes, at)
    at = next
    return value
  }
  return {
    take,
    byte: (): number => take(1)[0]!,
    several: (): Uint8Array => take(length()),
    key: (): string => toBase58(take(32)),
    list: <T>(one: () => T): T[] => Array.from({ length: length() }, one),
    isDone: (): boolean => at === bytes.length,
  }
}

function read(bytes: Uint8Array): Message {
  const input = createReader(bytes)
  const first = input.byte()
  const isVersioned = first >= 0x80
  const [count = 0] = isVersioned ? input.take(3) : [first, ...input.take(2)]
  const keys = input.list(input.key)
  // The blockhash limits how long the transaction can be sent.
  input.take(32)
  const compiled = input.list(() => ({
    program: input.byte(),
    accounts: input.several(),
    data: input.several(),
  }))
  const tables = isVersioned
    ? input.list(() => ({ key: input.key(), writable: input.several(), readonly: input.several() }))
    : []
  // The only version is 0.
  if (first > 0x80 || !input.isDone() || !count || count > keys.length)
    throw new RangeError('The bytes are not a message of a transaction.')
  const looked = (['writable', 'readonly'] as const).flatMap((kind) =>
    tables.flatMap((table) => Array.from(table[kind], (index) => `${table.key}[${index}]`)),
  )
  const all = [...keys, ...looked]
  const named = (index: number): string => {
    const found = all[index]
    if (found === undefined) throw new RangeError(`Account ${index} is not listed.`)
    return found
  }
  return {
    signers: keys.slice(0, count),
    instructions: compiled.map(({ program, accounts, data }) => ({
      program: named(program),
      accounts: Array.from(accounts, named),
      data,
    })),
    tables: tables.map(({ key }) => key),
  }
}

/**
 * Reads a transaction, a legacy message or one of version 0, to its last byte. `undefined` for
 * anything else.
 */
export function readMessage(bytes: Uint8Array): Message | undefined {
  try {
    return read(bytes)
  } catch {
    return undefined
  }
}
