/**
 * Links to pages of the web, such as that of an address at a block explorer.
 * @packageDocumentation
 */
import type { Network } from './chain/network.js'
import { isWebLink } from './webLinks.js'

export { isWebLink }

/**
 * The explorer page of an address. `accountPath` may contain a placeholder in braces for the
 * address; it is `/address/` if left out.
 */
export function explorerLink(
  { blockExplorers }: Pick<Network, 'blockExplorers'>,
  address: string,
): { name: string; url: string } | undefined {
  const explorer = blockExplorers?.[0]
  if (!explorer) return undefined
  const { name, url, accountPath = '/address/' } = explorer
  const encoded = encodeURIComponent(address)
  const path = /\{\w+\}/.test(accountPath)
    ? accountPath.replace(/\{\w+\}/, encoded)
    : `${accountPath.replace(/\/?$/, '/')}${encoded}`
  const whole = `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
  return isWebLink(whole) ? { name, url: whole } : undefined
}
