import type { Namespace } from '@latchkey/plugin-api'

/** Makes the address of a window at Meld, or at a provider with the same parameters. */
export function meldUrl({
  url,
  publicKey,
  namespace,
  address,
  projectId,
}: {
  url: string
  publicKey: string
  namespace: Namespace
  address: string
  projectId: string | undefined
}): string {
  const made = new URL(url)
  made.searchParams.set('publicKey', publicKey)
  made.searchParams.set('destinationCurrencyCode', namespace === 'solana' ? 'SOL' : 'USDC')
  made.searchParams.set('walletAddress', address)
  if (projectId) made.searchParams.set('externalCustomerId', projectId)
  return made.href
}
