import type { PluginContext } from '@latchkey/plugin-api'

/** A server restores nothing, and its kernel stays `restoring`: nobody waits longer than this. */
const RESTORE_TIMEOUT_MS = 10_000

/** Resolves once every stored connection came back or gave up, after 10 s at the latest. */
export function untilRestored({ connections, signal }: PluginContext): Promise<void> {
  return new Promise((resolve) => {
    if (!connections.get().restoring || signal.aborted) return resolve()
    const end = (): void => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, RESTORE_TIMEOUT_MS)
    const stop = connections.subscribe(({ restoring }) => void (restoring || end()))
    signal.addEventListener('abort', end)
  })
}
