import type { RecoveryInput } from './wallet.js'

export interface SplitWanted {
  from: number
  service: string
  recovery: readonly RecoveryInput[]
  removes?: string | undefined
}

/** The same text for the same value, however its fields are ordered. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  return fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, inOrder(each)])
}

/** It begins no text in UTF-8, no transaction and no off-chain message: the frame signs none like it. */
const MARK = 0xfe

/** The bytes that the wallet's own key signs for a new split: the wallet, the split before, all new shares. */
export function splitStatement(wallet: string, wanted: SplitWanted): Uint8Array<ArrayBuffer> {
  const { from, service, recovery, removes = null } = wanted
  const all = ['latchkey new split', wallet, from, service, recovery, removes]
  return Uint8Array.of(MARK, ...new TextEncoder().encode(JSON.stringify(inOrder(all))))
}
