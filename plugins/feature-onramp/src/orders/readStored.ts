import { isCaip2, type Json } from '@latchkey/plugin-api'
import type { OnrampAmount, OnrampOrder, OnrampOrderStatus } from '../api.js'
import { PROVIDERS } from '../providers/list.js'
import { toUnits } from '../quotes/decimals.js'

const STATUSES: readonly OnrampOrderStatus[] = ['created', 'paid', 'sent']
/** A bank takes days. */
const MAX_AGE_MS = 14 * 86_400_000
const MAX_TEXT = 300

const asText = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > MAX_TEXT) throw new TypeError('not a text')
  return value
}
const asAmount = (value: unknown): OnrampAmount | undefined => {
  if (value === undefined || value === null) return undefined
  const { amount, currency } = value as Record<string, unknown>
  if (toUnits(amount) === undefined) throw new TypeError('not an amount')
  return { amount: asText(amount), currency: asText(currency) }
}

/** An order as it is stored, or `undefined` for an entry that somebody else wrote. */
export function readStored(entry: Json, sandbox: OnrampOrder['provider'] | undefined) {
  try {
    const of = entry as Readonly<Record<string, unknown>>
    const provider = [...PROVIDERS, ...(sandbox ? [sandbox] : [])].find(
      ({ name }) => name === of['provider'],
    )
    const { status, network, at } = of
    if (
      !provider ||
      !isCaip2(network) ||
      typeof at !== 'number' ||
      !(Math.abs(Date.now() - at) < MAX_AGE_MS) ||
      !STATUSES.includes(status as OnrampOrderStatus)
    )
      return undefined
    const [payment, purchase] = [asAmount(of['payment']), asAmount(of['purchase'])]
    const order: OnrampOrder = {
      key: asText(of['key']),
      ...(of['id'] !== undefined && { id: asText(of['id']) }),
      provider,
      isTest: of['isTest'] === true,
      network,
      address: asText(of['address']),
      symbol: asText(of['symbol']),
      contract: asText(of['contract']),
      ...(payment && { payment }),
      ...(purchase && { purchase }),
      status: status as OnrampOrderStatus,
      window: 'closed',
      at,
      isUnread: false,
    }
    return order
  } catch {
    return undefined
  }
}

/** The parts of an order that are stored: neither the window's address nor what went wrong. */
export const toStored = (order: OnrampOrder): Json => {
  const { key, id, provider, isTest, network, address, symbol, contract, payment, purchase } = order
  const { status, at } = order
  return {
    ...{ key, provider: provider.name, isTest, network, address, symbol, contract, status, at },
    ...(id !== undefined && { id }),
    ...(payment && { payment: { ...payment } }),
    ...(purchase && { purchase: { ...purchase } }),
  }
}
