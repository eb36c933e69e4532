import type { AnyPlugin, Contribution, Dispose, Observable, Registry } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'
import type { OwnedRegistry } from '../registry/registry.js'
import { createBin } from '../support/bin.js'
import { guarded } from '../support/guard.js'

/** Where a plugin lives in the kernel: what it added, and how its errors are charged to it. */
export function createHome(inner: Inner, plugin: AnyPlugin) {
  const { id } = plugin
  const blame = (what: string) => (error: unknown): void => inner.report(error, `${id}: ${what}`)
  const bin = createBin(blame('dispose'))
  const controller = new AbortController()
  const scope = inner.scope.child(id, blame('dispose of a service'))
  bin.add(scope.dispose)
  bin.add(() => controller.abort())
  const guard = <A extends unknown[]>(what: string, run: (...args: A) => unknown) => guarded(run, blame(what))
  const watch = <T>(what: string, { get, subscribe }: Observable<T>): Observable<T> => ({ get, subscribe: (listener) => bin.add(subscribe(guard(`listener of ${what}`, listener))) })
  return {
    id, plugin, inner, scope, bin, guard, watch, blame,
    signal: controller.signal,
    track: (dispose: Dispose): Dispose => bin.add(dispose),
    /** A registry that adds in the plugin's name, after a check. */
    registry: <T>(what: string, registry: OwnedRegistry<T>, prepare: (value: T) => T = (value) => value): Registry<T> => ({
      ...watch<readonly Contribution<T>[]>(what, registry),
      find: registry.find,
      add: (value) => bin.add(registry.addAs(id, prepare(value))),
    }),
  }
}
export type Home = ReturnType<typeof createHome>
