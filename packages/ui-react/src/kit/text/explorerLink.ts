import type { Network } from '@latchkey/plugin-api'
import { isWebLink } from '../controls/Button.js'

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
