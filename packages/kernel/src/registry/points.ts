import { LatchkeyError, type Dispose, type Registry, type Token } from '@latchkey/plugin-api'
import type { State } from '../state/store.js'
import { createRegistry, type OwnedRegistry } from './registry.js'

export interface OwnedPoints {
  /** @throws `kernel.duplicate_id` when another plugin opened it */
  openAs<T extends { id: string }>(owner: string, point: Token<T>): { registry: OwnedRegistry<T>; close: Dispose }
  addAs<T extends { id: string }>(owner: string, point: Token<T>, value: T): Dispose
}

/** Extension points by token. Filling one may come before it is opened. */
export function createPoints(state: State): OwnedPoints {
  const registries = new Map<symbol, OwnedRegistry<{ id: string }>>()
  const openers = new Map<symbol, string>()
  const of = <T extends { id: string }>(point: Token<T>): OwnedRegistry<T> => {
    const name = point.description ?? 'point'
    const found = registries.get(point) ?? createRegistry<{ id: string }>(state, name, ({ id }) => id)
    registries.set(point, found)
    // A token's type is what its point holds.
    return found as unknown as OwnedRegistry<T> & Registry<T>
  }
  return {
    openAs(owner, point) {
      const registry = of(point)
      const opener = openers.get(point)
      if (opener !== undefined) throw new LatchkeyError('kernel.duplicate_id', `The extension point ${point.description} was opened by "${opener}"; "${owner}" can fill it with points.add.`, { context: { registry: 'points', id: point.description ?? '', owner: opener } })
      openers.set(point, owner)
      return { registry, close: () => void openers.delete(point) }
    },
    addAs: (owner, point, value) => of(point).addAs(owner, value),
  }
}
