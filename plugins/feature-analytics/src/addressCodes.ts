import type { Settings } from './options.js'

/** The part of an address that goes with an event. */
export interface AddressCodes {
  /** Nothing where there is no address, and as long as its code is not there yet. */
  of(address: string | undefined): { address?: string }
}

const CODE_BYTES = 16

/** A code that is the same for the same address and key (HMAC-SHA-256). */
async function codeOf(address: string, key: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign'])
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', secret, bytes(address)))
  return Array.from(signed.subarray(0, CODE_BYTES), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

export function createAddressCodes({
  address: wanted,
  addressKey,
}: Pick<Settings, 'address' | 'addressKey'>): AddressCodes {
  const codes = new Map<string, string>()
  const read = (address: string): string | undefined => {
    if (wanted === true) return address
    if (wanted === false || addressKey === undefined) return undefined
    // A page without https has no such functions: there no address is told.
    if (!codes.has(address))
      void codeOf(address, addressKey).then(
        (code) => codes.set(address, code),
        () => undefined,
      )
    return codes.get(address)
  }
  return {
    of(address) {
      const code = address === undefined ? undefined : read(address)
      return code === undefined ? {} : { address: code }
    },
  }
}
