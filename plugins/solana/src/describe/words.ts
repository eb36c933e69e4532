import type { Row } from '@latchkey/plugin-api/describe'

/**
 * One instruction in words. `isAside`: it serves another instruction, and has no headline beside
 * that one.
 */
export interface DescribedInstruction {
  title: string
  rows: readonly Row[]
  complete: boolean
  isAside?: boolean
}
/** Rows about the whole transaction. */
export interface TransactionContext {
  /**
   * The account whose signature is asked for. Rows leave out that it pays, owns or allows
   * something.
   */
  account: string | undefined
  money(lamports: bigint): string
  /**
   * The wallet that a token account belongs to, where the transaction proves it: the program that
   * makes token accounts refuses any other.
   */
  ownerOf(tokenAccount: string, mint: string, program: string): string | undefined
}

export const u64 = (data: Uint8Array, at: number): bigint =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)
export const row = (label: string, value: string, warning?: string | false): Row => ({
  label: `solana.${label}`,
  value,
  ...(warning && { warning: `solana.${warning}` }),
})
/** A row about an account, unless it is the one that signs. */
export const rowUnlessSigner = (
  label: string,
  address: string,
  { account }: TransactionContext,
): readonly Row[] => (address === account ? [] : [row(label, address)])
export const describedAs = (title: string, ...rows: readonly Row[]): DescribedInstruction => ({
  title: `solana.${title}`,
  rows,
  complete: true,
})
