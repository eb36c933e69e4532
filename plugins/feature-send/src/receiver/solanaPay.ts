import { readLabel, readOnce, readQuery } from './query.js'
import type { PaymentUri, Refusal } from './types.js'

const UNREADABLE: Refusal = { problem: 'send.uriUnreadable' }

/**
 * What follows `solana:` (Solana Pay): a transfer request. A transaction request, which is a web address that makes the transaction, is refused.
 * Addresses are not checked here.
 */
export function readSolanaPay(rest: string): PaymentUri | Refusal {
  if (/^https?(:|%3a)/i.test(rest)) return { problem: 'send.uriTransaction' }
  const [, target, parameters] = /^([^?#/:&]+)(?:\?([^#]*))?$/.exec(rest) ?? []
  const query = readQuery(parameters)
  const found = query && readOnce(query, ['amount', 'spl-token', 'label', 'message', 'memo'])
  if (
    target === undefined ||
    !found ||
    (found.amount !== undefined && !/^(0|[1-9]\d*)(\.\d+)?$/.test(found.amount))
  )
    return UNREADABLE
  const references = query.filter(([key]) => key === 'reference').map(([, reference]) => reference)
  const carried = {
    ...(found.memo && { memo: found.memo }),
    ...(references.length && { references }),
  }
  const label = readLabel(found.label)
  const message = readLabel(found.message)
  return {
    namespace: 'solana',
    target,
    ...(found['spl-token'] !== undefined && { token: found['spl-token'] }),
    ...(found.amount !== undefined && { amount: { whole: found.amount } }),
    ...(label && { label }),
    ...(message && { message }),
    ...((carried.memo || carried.references) && { carried }),
  }
}
