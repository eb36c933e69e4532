import type { Kernel, StorageBackend } from '@latchkey/kernel'
import { brand } from '@latchkey/plugin-api'

export interface OwnKey {
  /** Without the kernel's prefix: `plugin:v1:name`. */
  readonly name: string
  readonly bytes: number
  /** JSON of 400 characters at most, without the snapshots that bring a connection back. */
  readonly value: string
}

const MAX_LENGTH = 400
const HIDDEN = ['snapshot']

const withoutSnapshots = (text: string): string => {
  try {
    return JSON.stringify(
      JSON.parse(text, (key, value: unknown) => (HIDDEN.includes(key) ? '(hidden)' : value)),
    )
  } catch {
    return text
  }
}

/**
 * The entries of this kernel in the browser's storage, and no others. A blocked storage throws; it
 * counts as empty.
 */
export function ownKeys(
  { id }: Pick<Kernel, 'id'>,
  find: () => StorageBackend | undefined,
): readonly OwnKey[] {
  const prefix = `${brand.storagePrefix}-${id}:`
  try {
    const storage = find()
    if (!storage) return []
    return Array.from({ length: storage.length }, (_, index) => storage.key(index))
      .flatMap((key) => {
        const text = key?.startsWith(prefix) ? storage.getItem(key) : null
        return key === null || text === null
          ? []
          : [
              {
                name: key.slice(prefix.length),
                bytes: key.length + text.length,
                value: withoutSnapshots(text).slice(0, MAX_LENGTH),
              },
            ]
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
