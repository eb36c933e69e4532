import type { Dispose } from '@latchkey/plugin-api'
import type { Kernel, LatePorts, WalletRow } from '../types.js'
import type { Followed } from './followed.js'

/**
 * The wallets that a visitor can choose from: ordered, filtered, merged. `undefined` until the
 * kernel's late half is loaded, which the first subscription begins.
 * @param kernel of `createKernel`
 */
export function createWalletList({
  ports: { late },
}: Pick<Kernel, 'ports'>): Followed<readonly WalletRow[] | undefined> {
  return {
    get: () => late.now()?.wallets.get(),
    subscribe(listener) {
      let isGone = false
      let end: Dispose | undefined
      const follow = ({ wallets }: LatePorts): void => {
        if (isGone) return
        end = wallets.subscribe(listener)
        listener()
      }
      // The kernel reports a half that cannot be loaded. The next subscription tries again.
      late.load().then(follow, () => undefined)
      return () => {
        isGone = true
        end?.()
      }
    },
  }
}
