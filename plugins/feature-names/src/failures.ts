import type { BackendClient } from '@latchkey/backend'
import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import type { NamesSetup } from './services.js'

/** The failures of calls, each with the text where the server gives no reason. */
const TEXTS = {
  'names.resolve_failed': () => 'Error resolving name',
  'names.suggestions_failed': () => 'Error fetching name suggestions',
  'names.reverse_failed': () => 'Error fetching names for address',
  'names.register_failed': (name: string) => `Error registering name ${name}`,
  'names.change_failed': (name: string) => `Error saving the details of ${name}`,
  'names.release_failed': (name: string) => `Error giving up ${name}`,
} as const

const TOO_MANY_REQUESTS = 429
/** The word of a refusal because the address has its names: no waiting helps. */
const HAS_ITS_NAMES = 'address'

/** How long the server asks to be left alone, in ms. */
async function retryAfterOf(
  cause: unknown,
  client: BackendClient | undefined,
): Promise<number | undefined> {
  if (!isLatchkeyError(cause, 'http.status') || cause.context.status !== TOO_MANY_REQUESTS)
    return undefined
  return (await client?.reasonOf(cause)) === HAS_ITS_NAMES ? undefined : cause.context.retryAfterMs
}

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
  const retryAfterMs = await retryAfterOf(cause, client)
  return new LatchkeyError(code, reason || TEXTS[code](name), {
    context: { name, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    cause,
  })
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
