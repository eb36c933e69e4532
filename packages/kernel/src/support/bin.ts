import type { Dispose } from '@latchkey/plugin-api'
import { guarded } from './guard.js'

/**
 * Collects functions that give something back and runs them at the end, the last added first. A
 * function that is added after the end runs at once.
 */
export interface Bin {
  add(dispose: Dispose): Dispose
  dispose(): void
}

export function createBin(onError: (error: unknown) => void): Bin {
  const held = new Set<Dispose>()
  let ended = false
  return {
    add(dispose) {
      const run = guarded(dispose, onError)
      const once = (): void => {
        if (held.delete(once)) run()
      }
      held.add(once)
      if (ended) once()
      return once
    },
    dispose() {
      ended = true
      for (const once of [...held].reverse()) once()
    },
  }
}
