import { LatchkeyError } from '@latchkey/plugin-api'
import { NAMESPACE } from './chain.js'

const ADDRESS = /^sc1([0-9a-f]{8})([0-9a-f]{2})$/

/** Replace it by your chain's: this one weighs each byte by an odd number, so that one wrong byte is always noticed. */
const checksum = (body: string): string => {
  const sum = [0, 1, 2, 3].reduce((total, at) => total + (2 * at + 1) * parseInt(body.slice(2 * at, 2 * at + 2), 16), 0)
  return (sum % 256).toString(16).padStart(2, '0')
}

/** The canonical spelling of an address. @throws `adapter.invalid_address` */
export function parseAddress(text: string): string {
  const address = typeof text === 'string' && text.length < 20 ? text.toLowerCase() : ''
  const [, body, sum] = ADDRESS.exec(address) ?? []
  if (body === undefined || checksum(body) !== sum) {
    throw new LatchkeyError('adapter.invalid_address', `Not an address of Sample Chain: ${String(text).slice(0, 40)}. Expected sc1 and ten hexadecimal digits with a checksum.`, { context: { input: String(text).slice(0, 40), namespace: NAMESPACE } })
  }
  return address
}
