import { createToken, type IdentitySource } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { createCell } from '../../state/cell.js'
import type { LatePorts } from '../../types.js'

/**
 * Opens the point `identities`. The work is in a chunk of its own, which is fetched when somebody
 * draws an address while a plugin knows names.
 */
export function createIdentities(core: KernelCore): LatePorts['identities'] {
  const sources = core.points.open(createToken<IdentitySource>('identities'), 'kernel')
  const cell = createCell<ReturnType<LatePorts['identities']['get']>>(undefined, core.log.warn)
  let isBegun = false
  const begin = (): void => {
    if (isBegun || !sources.get().length) return
    isBegun = true
    import('./knownIdentities.js')
      .then(({ createKnownIdentities }) => cell.set(createKnownIdentities(core, sources)))
      .catch((error: unknown) => {
        isBegun = false
        core.log.warn(error)
      })
  }
  return {
    get: cell.get,
    subscribe(listener) {
      begin()
      const stops = [cell.subscribe(listener), sources.subscribe(begin)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
