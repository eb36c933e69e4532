import { LatchkeyError } from '@latchkey/plugin-api'

/** The text of a thrown value, which may be anything. */
export const messageOf = (error: unknown): string => {
  try {
    return String(error)
  } catch {
    return '?'
  }
}

/** Loads once. After a failed load, which rejects with an error that names it, the next call tries again. */
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
