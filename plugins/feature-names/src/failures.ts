import type { BackendClient } from '@latchkey/backend'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { NamesSetup } from './services.js'

/** The failures of calls, each with the text where the server gives no reason. */
const TEXTS = {
  'names.resolve_failed': () => 'Error resolving name',
  'names.suggestions_failed': () => 'Error fetching name suggestions',
  'names.reverse_failed': () => 'Error fetching names for address',
  'names.register_failed': (name: string) => `Error registering name ${name}`,
} as const

/**
 * The error of a call that failed. Its message is the server's first reason where there is one.
 * @param name what was asked about, as it was given
 */
export async function toNameError(
  code: keyof typeof TEXTS,
  name: string,
  cause: unknown,
  client: BackendClient | undefined,
): Promise<LatchkeyError> {
  const reason = (await client?.refusalOf(cause))?.description ?? ''
  return new LatchkeyError(code, reason || TEXTS[code](name), { context: { name, reason }, cause })
}

/** The error where the site has no server for names. */
export const noServer = (): LatchkeyError =>
  new LatchkeyError(
    'kernel.plugin_not_installed',
    'Names need the site’s own server: add backend() of @latchkey/backend to plugins.',
    { context: { plugin: 'backend', package: '@latchkey/backend' } },
  )

/** The site's server. @throws `kernel.plugin_not_installed` */
export function demandServer({ client }: Pick<NamesSetup, 'client'>): BackendClient {
  const found = client()
  if (!found) throw noServer()
  return found
}
