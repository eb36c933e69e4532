import type { Caip2 } from '@latchkey/plugin-api'

/** Addresses differ in case where they are hexadecimal, and only there. */
export const addressKey = (address: string | undefined): string =>
  address === undefined ? '' : /^0x/i.test(address) ? address.toLowerCase() : address

/** The same text for the same token, for a list of hidden ones and for keys of rows. */
export const tokenKey = ({
  chainId,
  address,
}: {
  chainId: Caip2
  address: string | undefined
}): string => `${chainId}:${addressKey(address)}`
