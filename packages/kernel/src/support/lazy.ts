import { LatchkeyError } from '@latchkey/plugin-api'

/** What an unknown thrown thing says. */
export const messageOf = (error: unknown): string => {
  try {
    return error instanceof Error ? error.message : String(error)
  } catch {
    return 'something that cannot be shown'
  }
}

/** Remembers success, forgets failure, names what failed. */
export function lazy<T>(plugin: string, what: string, load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => loading ??= new Promise<T>((resolve) => resolve(load())).catch((cause: unknown) => {
    loading = undefined
    throw new LatchkeyError('kernel.plugin_failed', `${plugin} could not load ${what}: ${messageOf(cause)}. Calling again tries again.`, { context: { plugin, phase: 'load' }, cause })
  })
}
