/**
 * The words of requests for pages without the modal, such as the secure frame of an embedded wallet.
 * Nothing loads before it is asked for.
 * @packageDocumentation
 */
import type { Catalogue, ConnectedAccount, Description, Network } from '@latchkey/plugin-api'
import { translations } from './translations.js'

/** Puts a request into words. `undefined`: it cannot be read, and is to be shown raw. */
export type DescribeSolana = (request: {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  /** The address of the wallet's account, base58. */
  unnamed?: string
  /** Host of the page that asks. */
  host?: string
}) => Description | undefined

/** Loads the descriptions of Solana's requests and the texts of their keys, in English where a language has none. */
export async function loadSolanaDescribe(
  language: string,
): Promise<{ describe: DescribeSolana; texts: Catalogue }> {
  const [{ describe }, { english }, texts] = await Promise.all([
    import('./describe/describe.js'),
    import('./messages.js'),
    Object.hasOwn(translations, language)
      ? translations[language as keyof typeof translations]()
      : undefined,
  ])
  return { describe, texts: { ...english, ...texts } }
}
