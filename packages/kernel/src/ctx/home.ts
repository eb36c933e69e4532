import type { AnyPlugin, Contribution, Observable, Registry } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'
import type { OwnedRegistry } from '../registry/registry.js'
import { createBin } from '../support/bin.js'
import { guarded } from '../support/guard.js'

/** Where a plugin lives in the kernel: what it added, and how its errors are charged to it. */
export function createHome(inner: Inner, plugin: AnyPlugin) {
  const { id } = plugin
  const blame =
    (what: string) =>
    (error: unknown): void =>
      inner.report(error, `${id}: ${what}`)
  const bin = createBin(blame('dispose'))
  const guard = <A extends unknown[]>(run: (...args: A) => unknown, what = 'listener') =>
    guarded(run, blame(what))
  /** The same, except that listeners end with the plugin and are charged to it. */
  const watch = <T, Port extends Observable<T>>(port: Port & Observable<T>): Port => ({
    ...port,
    subscribe: (listener) => bin.add(port.subscribe(guard(listener))),
  })
  return {
    id,
    plugin,
    inner,
    bin,
    guard,
    watch,
    track: bin.add,
    /** A registry that adds in the plugin's name, after a check. */
    registry: <T>(
      { get, subscribe, find, add }: OwnedRegistry<T>,
      prepare = (value: T): T => value,
    ): Registry<T> =>
      watch<readonly Contribution<T>[], Registry<T>>({
        get,
        subscribe,
        find,
        add: (value) => bin.add(add(prepare(value), id)),
      }),
  }
}
export type Home = ReturnType<typeof createHome>
