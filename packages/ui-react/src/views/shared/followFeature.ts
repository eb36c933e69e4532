import type { KernelPorts } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { isOn } from './features.js'

/** Adds contributions while a feature is on, and removes them while it is off. */
export function followFeature(
  { options }: KernelPorts,
  feature: string,
  add: () => readonly Dispose[],
): Dispose {
  let added: readonly Dispose[] | undefined
  const end = (): void => {
    for (const stop of added ?? []) stop()
    added = undefined
  }
  const follow = (): void => {
    if (!isOn(feature, options.get())) end()
    else added ??= add()
  }
  follow()
  const stop = options.subscribe(follow)
  return () => {
    stop()
    end()
  }
}
