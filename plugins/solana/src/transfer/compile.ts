import { toKey } from '../chain/address.js'

export interface AccountMeta {
  address: string
  isSigner?: boolean
  isWritable?: boolean
}
export interface Instruction {
  program: string
  accounts: readonly AccountMeta[]
  data: Uint8Array
}

/** A length of one to three bytes (compact-u16). */
function lengthBytes(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>= 7) bytes.push((rest & 127) | 128)
  return [...bytes, rest]
}

/** Every account once, with all that some instruction wants of it. Signers first, then writable ones. */
function listAccounts(
  payer: string,
  instructions: readonly Instruction[],
): Required<AccountMeta>[] {
  const found = new Map<string, Required<AccountMeta>>()
  const add = ({ address, isSigner = false, isWritable = false }: AccountMeta): void => {
    const before = found.get(address)
    found.set(address, {
      address,
      isSigner: isSigner || before?.isSigner === true,
      isWritable: isWritable || before?.isWritable === true,
    })
  }
  add({ address: payer, isSigner: true, isWritable: true })
  for (const { accounts } of instructions) accounts.forEach(add)
  for (const { program } of instructions) add({ address: program })
  const rank = ({ isSigner, isWritable }: Required<AccountMeta>): number =>
    (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  return [...found.values()].sort((a, b) => rank(a) - rank(b))
}

/**
 * The message of a transaction without a version, as bytes. The payer pays the fee and signs first.
 * https://solana.com/docs/core/transactions
 */
export function compileMessage(
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
): Uint8Array {
  const accounts = listAccounts(payer, instructions)
  const indexOf = (address: string): number =>
    accounts.findIndex((account) => account.address === address)
  const count = (test: (account: Required<AccountMeta>) => boolean): number =>
    accounts.filter(test).length
  return Uint8Array.from([
    count(({ isSigner }) => isSigner),
    count(({ isSigner, isWritable }) => isSigner && !isWritable),
    count(({ isSigner, isWritable }) => !isSigner && !isWritable),
    ...lengthBytes(accounts.length),
    ...accounts.flatMap(({ address }) => [...toKey(address)!]),
    ...toKey(blockhash)!,
    ...lengthBytes(instructions.length),
    ...instructions.flatMap(({ program, accounts: used, data }) => [
      indexOf(program),
      ...lengthBytes(used.length),
      ...used.map(({ address }) => indexOf(address)),
      ...lengthBytes(data.length),
      ...data,
    ]),
  ])
}

/** A transaction of one signer that nobody has signed yet. */
export const toUnsigned = (message: Uint8Array): Uint8Array =>
  Uint8Array.from([1, ...new Uint8Array(64), ...message])
