import type { PluginContext } from '@latchkey/plugin-api'
import { lazy } from '../support/lazy.js'
import { refuse } from '../support/refuse.js'
import { within } from '../support/time.js'
import type { Home } from './home.js'

type Ports = Pick<
  PluginContext,
  'provide' | 'get' | 'use' | 'peer' | 'lazy' | 'late' | 'signal' | 'onDispose'
>

/** How plugins find each other, load parts late, and end. */
export function wiring({ id, plugin, inner, bin }: Home): Ports {
  const { plugins, scopeOf, half } = inner
  const controller = new AbortController()
  bin.add(() => controller.abort())
  const named = (kind: 'dependsOn' | 'peers', other: string): string =>
    Object.hasOwn(plugin[kind] ?? {}, other)
      ? other
      : refuse(
          'kernel.not_allowed',
          { what: other, plugin: id },
          `Plugin "${id}" asks for "${other}": name it in ${kind}.`,
        )
  return {
    ...scopeOf(id, bin),
    // The type follows from the plugin's id by declaration merging.
    use: (other) => plugins.apiOf(named('dependsOn', other)) as never,
    peer: (other) =>
      (plugins.has(named('peers', other)) ? plugins.apiOf(other) : undefined) as never,
    lazy: (what, load) => lazy(id, what, load),
    late(load) {
      const part = lazy(id, 'its late part', load)
      bin.add(
        half.join(async () => {
          let done = false
          await within(
            inner,
            part().then(
              () => void (done = true),
              (error: unknown) =>
                inner.signal.aborted || !half.isAsked() || inner.report(error, id),
            ),
            `${id}: late part`,
          )
          return done || inner.signal.aborted
        }),
      )
    },
    signal: controller.signal,
    onDispose: (dispose) => void bin.add(dispose),
  }
}
