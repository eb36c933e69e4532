import type { AnyPlugin, Contribution, Observable, Registry } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'
import type { OwnedRegistry } from '../registry/registry.js'
import { createBin } from '../support/bin.js'
import { guarded } from '../support/guard.js'

/** A plugin's place in the kernel: the things it added, and a guard that reports its errors. */
export function createHome(inner: Inner, plugin: AnyPlugin) {
  const { id } = plugin
  const reportAs =
    (what: string) =>
    (error: unknown): void =>
      inner.report(error, `${id}: ${what}`)
  const bin = createBin(reportAs('dispose'))
  const guard = <A extends unknown[]>(run: (...args: A) => unknown, what = 'listener') =>
    guarded(run, reportAs(what))
  /** The same port, but its listeners end with the plugin, and their errors name the plugin. */
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
    /** A registry that adds in the plugin's name; `prepare` checks or copies what is added. */
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
