import type { Description } from '@latchkey/plugin-api'
import type { ApiPromise } from '@polkadot/api'
import { SIGN_MESSAGE, SIGN_TRANSACTION } from './methods.js'

const MOST_TEXT = 2_000

/** The text that bytes spell. `undefined` for other bytes. */
function textOf(message: string): string | undefined {
  if (!/^0x([0-9a-f]{2})*$/i.test(message)) return message
  try {
    const bytes = Uint8Array.from(message.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function describeMessage(message: string): Description {
  const text = textOf(message)
  const isReadable = text !== undefined && !/[\p{Cc}\p{Cf}]/u.test(text.replace(/[\n\r\t]/g, '')) && text.length <= MOST_TEXT
  const row = { label: 'polkadot.message', value: (isReadable ? text : message).slice(0, MOST_TEXT) }
  return { title: 'polkadot.signMessage', rows: [isReadable ? row : { ...row, raw: true, warning: 'polkadot.unreadable' }], complete: isReadable }
}

/** The call by the runtime's own names. Other fields of the payload (nonce, era) do not change what is done. */
async function describeCall(data: string, getApi: () => Promise<ApiPromise>): Promise<Description> {
  const title = 'polkadot.signTransaction'
  try {
    const call = (await getApi()).createType('Call', data)
    const { args } = call.toHuman() as { args: Record<string, unknown> }
    const rows = Object.entries(args).map(([label, value]) => ({ label, value: typeof value === 'string' ? value : JSON.stringify(value) }))
    return { title, rows: [{ label: 'polkadot.call', value: `${call.section}.${call.method}` }, ...rows], complete: rows.every(({ value }) => value.length <= MOST_TEXT) }
  } catch {
    return { title, rows: [{ label: 'polkadot.data', value: data.slice(0, MOST_TEXT), raw: true }], complete: false }
  }
}

/** Puts a request into words. `undefined` for what this plugin has no words for. */
export async function describe(method: string, params: unknown, getApi: () => Promise<ApiPromise>): Promise<Description | undefined> {
  const { message, transactionPayload } = (params ?? {}) as { message?: unknown; transactionPayload?: { method?: unknown } }
  if (method === SIGN_MESSAGE && typeof message === 'string') return describeMessage(message)
  if (method === SIGN_TRANSACTION && typeof transactionPayload?.method === 'string') return describeCall(transactionPayload.method, getApi)
  return undefined
}
