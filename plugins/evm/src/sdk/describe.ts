import type { Description, Network } from '@latchkey/plugin-api'
import { describeCall } from './describeCall.js'
import { describeTypedData } from './describeTypedData.js'
import { isHidden, rowsOf, type Row } from './rows.js'

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** Bytes as the text that they are. `undefined` where they are no text. */
function decodeText(data: string): string | undefined {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(data)) return undefined
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** `personal_sign`: data first, account second; complete only where both are what they should be and the text shows all that it says. */
function describeMessage(params: readonly unknown[]): Description | undefined {
  const [data, account] = params
  if (typeof data !== 'string') return undefined
  // Data that is not in hexadecimal is read differently by different wallets.
  const text = decodeText(data)
  const row: Row = text === undefined ? { label: 'evm.message', value: data, raw: true, warning: 'evm.unreadable' } : { label: 'evm.message', value: text, ...(isHidden(text) && { warning: 'evm.hiddenCharacters' }) }
  return { title: 'evm.signMessage', rows: [row], complete: text !== undefined && !isHidden(text) && params.length === 2 && isAddress(account) }
}

/**
 * Puts the commonest requests into words. `undefined`: not known, show it raw. `complete` only where every part of the request is in the rows;
 * call data never is, for what a contract does with it is the contract's affair.
 */
export function describe(network: Network, method: string, params: unknown): Description | undefined {
  if (!Array.isArray(params)) return undefined
  const list = params as readonly unknown[]
  if (method === 'personal_sign') return describeMessage(list)
  if (method === 'eth_signTypedData_v4') return describeTypedData(network, list)
  return method === 'eth_sendTransaction' && list.length === 1 ? describeCall(network, rowsOf(list[0])) : undefined
}
