import { LatchkeyError } from '@latchkey/plugin-api'
import { NAMESPACE } from './networks.js'

const ADDRESS = /^sc1([0-9a-f]{8})([0-9a-f]{2})$/

/**
 * Replace this by your chain's checksum. This one multiplies each byte by an odd number, so that
 * one wrong byte always changes the sum.
 */
const checksum = (body: string): string => {
  const sum = [0, 1, 2, 3].reduce(
    (total, at) => total + (2 * at + 1) * parseInt(body.slice(2 * at, 2 * at + 2), 16),
    0,
  )
  return (sum % 256).toString(16).padStart(2, '0')
}

/**
 * The canonical spelling of an address; `undefined` for anything else. The value is untrusted: it
 * may be of any type and length.
 */
function canonical(text: unknown): string | undefined {
  const address = typeof text === 'string' && text.length < 20 ? text.toLowerCase() : ''
  const [, body, sum] = ADDRESS.exec(address) ?? []
  return body !== undefined && checksum(body) === sum ? address : undefined
}

/** Whether a value is an address in any spelling. */
export const isAddress = (text: unknown): text is string => canonical(text) !== undefined

/** The canonical spelling of an address. @throws `adapter.invalid_address` */
export function parseAddress(text: string): string {
  const address = canonical(text)
  if (address !== undefined) return address
  const input = typeof text === 'string' ? text.slice(0, 40) : typeof text
  throw new LatchkeyError(
    'adapter.invalid_address',
    `Not an address of Sample Chain: ${input}. Expected sc1 and ten hexadecimal digits with a checksum.`,
    { context: { input, namespace: NAMESPACE } },
  )
}
