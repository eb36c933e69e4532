import type { Namespace } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { networkOf, stateOf, type Picture } from '../connections/machine.js'

const VIEW = 'UnsupportedChain'

/** Interrupts where a wallet in use is on a network that nobody configured, and leaves off when it is back. Only the active namespace counts. */
export const createNetworkCheck =
  ({ networks, options, modal, router }: KernelCore, read: () => Picture) =>
  (namespace: Namespace): void => {
    const { networkSwitching, allowUnsupportedNetworks, basic } = options.get()
    const network = networkOf(read(), namespace)
    if (
      read().active.namespace !== namespace ||
      !network ||
      stateOf(read(), namespace).status !== 'connected'
    )
      return
    const { open } = modal.get()
    const isShown = open && router.get().at(-1)?.view === VIEW
    if (networks.find(network)) {
      if (isShown) router.back()
    } else if (!isShown && networkSwitching && !allowUnsupportedNetworks && !basic)
      (open ? router.push : modal.open)(VIEW)
  }
