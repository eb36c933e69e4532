import { isLatchkeyError } from '@latchkey/plugin-api'
import type { EmbeddedContext, Settings } from '../options.js'

const CHECK_TIMEOUT_MS = 1_400
/** The texts by which the kernel's catalogue of alerts knows a refusal. */
const REFUSALS: Readonly<Record<string, string>> = {
  origin: 'Unauthorized: origin not allowed',
  project: 'Unauthorized: invalid key',
}

/**
 * Asks the service why its frame does not load, and reports a refusal as an alert.
 * @returns `origin` or `project` where the frame refuses this site, `undefined` where it does not
 * @throws where the service cannot be reached
 */
export async function checkAllowed(
  ctx: EmbeddedContext,
  { url, projectId }: Settings,
  signal: AbortSignal,
): Promise<string | undefined> {
  const baseUrl = url.endsWith('/') ? url : `${url}/`
  const answer = await ctx.http
    .client({ baseUrl })
    .get<{ allowed?: unknown; reason?: unknown } | null>('frame/check', {
      query: { projectId },
      timeout: CHECK_TIMEOUT_MS,
      signal,
    })
    .catch((error: unknown) => {
      // A service that is slow may still have a frame that loads.
      if (isLatchkeyError(error, 'kernel.timed_out')) return undefined
      throw error
    })
  if (answer?.allowed !== false) return undefined
  const reason = answer.reason === 'project' ? 'project' : 'origin'
  ctx.alerts.report(new Error(REFUSALS[reason]))
  return reason
}
