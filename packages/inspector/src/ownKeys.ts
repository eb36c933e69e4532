import type { Kernel, StorageBackend } from '@latchkey/kernel'
import { brand } from '@latchkey/plugin-api'

export interface OwnKey {
  /** Without the kernel's prefix: `plugin:v1:name`. */
  readonly name: string
  readonly bytes: number
  /** JSON, cut where it is long; what a wallet needs to come back is left out. */
  readonly value: string
}

const LONGEST = 400
const HIDDEN = ['snapshot']

const legible = (text: string): string => {
  try {
    return JSON.stringify(
      JSON.parse(text, (key, value: unknown) => (HIDDEN.includes(key) ? '(hidden)' : value)),
    )
  } catch {
    return text
  }
}

/** What this kernel keeps in the browser's storage, and nothing else that is there. Where storage is blocked, asking for it throws: that is nothing. */
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
                value: legible(text).slice(0, LONGEST),
              },
            ]
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
