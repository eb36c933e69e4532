import type { AlertPort, HttpClient, knownRemoteFeatures } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import type { RemoteFeatures } from '../../types.js'

type Known = typeof knownRemoteFeatures
type Key = keyof Known

/** @throws TypeError unless the value is a plain object */
const toObject = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('not an object of features')
  return value as Readonly<Record<string, unknown>>
}

/** The value of one feature after an answer. A value that is not understood turns it off. */
function valueOf(
  key: Key,
  known: Known,
  answer: Readonly<Record<string, unknown>>,
  local: RemoteFeatures[Key],
): RemoteFeatures[Key] {
  const value = Object.hasOwn(answer, key) ? answer[key] : false
  if (value === null) return local
  if (!Array.isArray(known[key])) return value === true
  // A list names the providers; `true` leaves them to the site.
  if (value === true) return local
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : false
}

/**
 * Reads the host's remote configuration and applies it. A failure leaves the features as the site
 * set them and raises the alert that the catalogue has for it.
 * In a chunk of its own, which imports nothing: most sites have no remote configuration.
 */
export async function readRemoteFeatures(
  { options, signal }: Pick<KernelCore, 'options' | 'signal'>,
  client: (baseUrl: string) => Pick<HttpClient, 'get'>,
  alerts: Pick<AlertPort, 'report'>,
  known: Known,
): Promise<void> {
  const { remoteConfig } = options.get()
  if (remoteConfig === undefined) return
  try {
    const answer =
      typeof remoteConfig === 'string'
        ? await client(remoteConfig).get('', { schema: toObject })
        : toObject(await remoteConfig())
    if (signal.aborted) return
    options.set(({ remoteFeatures }) => ({
      remoteFeatures: Object.fromEntries(
        (Object.keys(known) as Key[]).map((key) => [
          key,
          valueOf(key, known, answer, remoteFeatures[key]),
        ]),
      ) as RemoteFeatures,
    }))
  } catch (error) {
    if (signal.aborted) return
    alerts.report(error)
    throw error
  }
}
