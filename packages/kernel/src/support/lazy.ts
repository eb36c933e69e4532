import { LatchkeyError } from '@latchkey/plugin-api'

/** What a thrown thing says, whatever it is. */
export const messageOf = (error: unknown): string => {
  try {
    return String(error)
  } catch {
    return '?'
  }
}

/** Remembers success, forgets failure, names what failed. */
export function lazy<T>(plugin: string, what: string, load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= new Promise<T>((resolve) => resolve(load())).catch((cause: unknown) => {
      loading = undefined
      throw new LatchkeyError(
        'kernel.plugin_failed',
        `${plugin} could not load ${what}, call again to try again: ${messageOf(cause)}`,
        { context: { plugin, phase: 'load' }, cause },
      )
    }))
}
