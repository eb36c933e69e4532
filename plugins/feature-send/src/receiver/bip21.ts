import { readLabel, readOnce, readQuery } from './query.js'
import type { PaymentUri, Refusal } from './types.js'

const UNREADABLE: Refusal = { problem: 'send.uriUnreadable' }

/**
 * Reads the part of a link after `bitcoin:` (BIP-21). Keys may be upper-case, as in the QR codes of
 * BIP-21 and BIP-173; unknown keys are skipped, unless the link requires them (`req-`). The address
 * is not checked here.
 */
export function readBip21(rest: string): PaymentUri | Refusal {
  const [, target, parameters] = /^([^?#/:&]+)(?:\?([^#]*))?$/.exec(rest) ?? []
  const query = readQuery(parameters)?.map(([key, value]) => [key.toLowerCase(), value] as const)
  if (target === undefined || !query) return UNREADABLE
  const demands = query.map(([key]) => key).filter((key) => key.startsWith('req-'))
  if (demands.length)
    return {
      problem: 'send.uriDemands',
      params: {
        parts: demands
          .map((key) => readLabel(key))
          .join(', ')
          .slice(0, 100),
      },
    }
  const found = readOnce(query, ['amount', 'label', 'message'])
  if (!found || (found.amount !== undefined && !/^(?=\.?\d)\d*\.?\d*$/.test(found.amount)))
    return UNREADABLE
  const label = readLabel(found.label)
  const message = readLabel(found.message)
  // Trailing zeros behind the eighth decimal place change nothing.
  const amount = found.amount?.replace(/(\.\d{8})0+$/, '$1')
  return {
    namespace: 'bip122',
    target,
    ...(amount !== undefined && { amount: { whole: amount } }),
    ...(label && { label }),
    ...(message && { message }),
  }
}
