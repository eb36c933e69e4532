import { readLabel, readOnce, readQuery } from './query.js'
import type { PaymentUri, Refusal } from './types.js'

const UNREADABLE: Refusal = { problem: 'send.uriUnreadable' }

/**
 * Reads a Solana Pay link, of which `rest` is the part after `solana:`. A transfer request names the
 * receiver, and maybe an amount in whole units and a token. The other kind of link, a transaction
 * request, is refused: it names a website that builds the transaction, so the visitor would not see
 * what is paid. Addresses are not checked here.
 */
export function readSolanaPay(rest: string): PaymentUri | Refusal {
  if (/^https?(:|%3a)/i.test(rest)) return { problem: 'send.uriTransaction' }
  const [, target, parameters] = /^([^?#/:&]+)(?:\?([^#]*))?$/.exec(rest) ?? []
  const query = readQuery(parameters)
  // A parameter that occurs twice makes the link unreadable: two wallets could read two payments.
  const found = query && readOnce(query, ['amount', 'spl-token', 'label', 'message', 'memo'])
  if (
    target === undefined ||
    !found ||
    (found.amount !== undefined && !/^(0|[1-9]\d*)(\.\d+)?$/.test(found.amount))
  )
    return UNREADABLE
  // Public keys by which the receiver finds the payment on the chain; they may occur several times.
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
