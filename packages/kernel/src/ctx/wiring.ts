import { LatchkeyError, type PluginContext } from '@latchkey/plugin-api'
import { lazy } from '../support/lazy.js'
import type { Home } from './home.js'

type Ports = Pick<PluginContext, 'provide' | 'get' | 'use' | 'peer' | 'lazy' | 'signal' | 'onDispose'>

/** How plugins find one another, and what ends with them. */
export function wiring({ id, plugin, inner, scope, track, signal }: Home): Ports {
  const named = (kind: 'dependsOn' | 'peers', other: string): string => {
    if (Object.hasOwn(plugin[kind] ?? {}, other)) return other
    throw new LatchkeyError('kernel.not_allowed', `Plugin "${id}" asks for "${other}" without naming it. Add ${kind}: { '${other}': '<version range>' }, so that it is set up first.`, { context: { what: other, plugin: id } })
  }
  return {
    provide: (token, make) => track(scope.provide(token, make)),
    get: scope.get,
    // The id says which API it is, by declaration merging.
    use: (other) => inner.plugins.apiOf(named('dependsOn', other)) as never,
    peer: (other) => (inner.plugins.has(named('peers', other)) ? inner.plugins.apiOf(other) : undefined) as never,
    lazy: (what, load) => lazy(id, what, load),
    signal,
    onDispose: (dispose) => void track(dispose),
  }
}
