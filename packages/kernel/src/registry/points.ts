import type { Dispose, Token } from '@latchkey/plugin-api'
import type { State } from '../state/store.js'
import { refuseTwin } from '../support/refuse.js'
import { createRegistry, type OwnedRegistry } from './registry.js'

/** Extension points by token. A point may be filled before it is opened. */
export interface PointTable {
  /**
   * @param track gets the function that closes the point again
   * @throws `kernel.duplicate_id` when the point is open already
   */
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
    // The token's type is the type of its point's items.
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
