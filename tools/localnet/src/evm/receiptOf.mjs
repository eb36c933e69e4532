import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 20
const PATIENCE_MS = 20_000

/**
 * @type {typeof import('../index.d.mts').receiptOf}
 */
export async function receiptOf(reader, hash) {
  for (const until = Date.now() + PATIENCE_MS; ; await pause(LOOK_MS))
    try {
      return await reader.getTransactionReceipt({ hash })
    } catch (error) {
      const isMissing = error instanceof Error && error.name === 'TransactionReceiptNotFoundError'
      if (!isMissing || Date.now() > until) throw error
    }
}
