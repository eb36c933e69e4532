/**
 * The words of requests for pages without the modal, such as the secure frame of an embedded wallet.
 * Nothing loads before it is asked for.
 * @packageDocumentation
 */
import type { Catalogue, Description, Network } from '@latchkey/plugin-api'
import { translations } from './translations.js'

/** Puts a request into words. `undefined`: it cannot be read, and is to be shown raw. */
export type DescribeEvm = (
  network: Network,
  method: string,
  params: unknown,
  by?: {
    /** The account in use. */
    account?: string
    /** Host of the page that asks. */
    host?: string
  },
) => Description | undefined

/** Loads the descriptions of EVM requests and the texts of their keys, in English where a language has none. */
export async function loadEvmDescribe(
  language: string,
): Promise<{ describe: DescribeEvm; texts: Catalogue }> {
  const [{ describe }, { words }, texts] = await Promise.all([
    import('./sdk/describe/describe.js'),
    import('./sdk/describe/words.js'),
    Object.hasOwn(translations, language)
      ? translations[language as keyof typeof translations]()
      : undefined,
  ])
  return { describe, texts: { ...words, ...texts } }
}
