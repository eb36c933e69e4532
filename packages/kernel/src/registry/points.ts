import type { Dispose, Token } from '@latchkey/plugin-api'
import type { State } from '../state/store.js'
import { refuseTwin } from '../support/refuse.js'
import { createRegistry, type OwnedRegistry } from './registry.js'

/** Extension points by token. Filling one may come before it is opened. */
export interface PointTable {
  /** `track` gets what closes it again. @throws `kernel.duplicate_id` when another opened it */
  open<T extends { id: string }>(
    token: Token<T>,
    owner?: string,
    track?: (close: Dispose) => unknown,
  ): OwnedRegistry<T>
  add<T extends { id: string }>(token: Token<T>, value: T, owner?: string): Dispose
}

export function createPoints(state: State): PointTable {
  const registries = new Map<symbol, unknown>()
  const openers = new Map<symbol, string>()
  const of = <T extends { id: string }>(token: Token<T>): OwnedRegistry<T> => {
    // A token's type is what its point holds.
    const registry =
      (registries.get(token) as OwnedRegistry<T> | undefined) ??
      createRegistry<T>(state, String(token.description), ({ id }) => id)
    registries.set(token, registry)
    return registry
  }
  return {
    open(token, owner = 'host', track) {
      const opener = openers.get(token)
      if (opener)
        refuseTwin('points', String(token.description), opener, owner, 'fill it with points.add')
      openers.set(token, owner)
      track?.(() => openers.delete(token))
      return of(token)
    },
    add: (token, value, owner) => of(token).add(value, owner),
  }
}
