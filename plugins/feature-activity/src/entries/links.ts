import type { Network } from '@latchkey/plugin-api'

/** An https page of the network's explorer. */
export interface ExplorerPage {
  name: string
  url: string
}

/**
 * `pattern` may hold a placeholder in braces for the id; else the id is put behind it.
 */
function pageOf(
  network: Network | undefined,
  pattern: string,
  id: string,
): ExplorerPage | undefined {
  const explorer = network?.blockExplorers?.[0]
  if (!explorer) return undefined
  const encoded = encodeURIComponent(id)
  const path = /\{\w+\}/.test(pattern)
    ? pattern.replace(/\{\w+\}/, encoded)
    : `${pattern.replace(/\/?$/, '/')}${encoded}`
  const url = `${explorer.url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
  return url.startsWith('https://') ? { name: explorer.name, url } : undefined
}

/** The explorer's page of an account. */
export const accountPage = (network: Network | undefined, address: string) =>
  pageOf(network, network?.blockExplorers?.[0]?.accountPath ?? '/address/', address)
/** The explorer's page of a transaction. */
export const transactionPage = (network: Network | undefined, hash: string) =>
  pageOf(network, network?.blockExplorers?.[0]?.transactionPath ?? '/tx/', hash)
