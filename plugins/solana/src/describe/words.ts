import type { Row } from '@latchkey/plugin-api/describe'

/** One instruction in words. `isAside`: it serves another one, and has no headline where there is one. */
export interface Words {
  title: string
  rows: readonly Row[]
  complete: boolean
  isAside?: boolean
}
/** What else the transaction says. */
export interface Around {
  /** Whose signature is asked for: what it pays, owns or allows goes without saying. */
  account: string | undefined
  money(lamports: bigint): string
  /** The wallet that a token account belongs to, where the transaction proves it: the program that makes token accounts refuses any other. */
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
export const other = (label: string, address: string, { account }: Around): readonly Row[] =>
  address === account ? [] : [row(label, address)]
export const said = (title: string, ...rows: readonly Row[]): Words => ({
  title: `solana.${title}`,
  rows,
  complete: true,
})
