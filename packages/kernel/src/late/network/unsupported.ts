import type { Namespace } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { own } from '../../support/own.js'
import { stateOf, type Picture } from '../connections/machine.js'

const VIEW = 'UnsupportedChain'

/** Interrupts where a wallet in use is on a network that nobody configured, and leaves off when it is back. Only the active namespace counts. */
export const createNetworkCheck = ({ networks, options, modal, router }: KernelCore, read: () => Picture) => (namespace: Namespace): void => {
  const { networkSwitching, allowUnsupportedNetworks, basic } = options.get()
  const { active } = read()
  const network = own(active.networks, namespace)
  if (active.namespace !== namespace || network === undefined || stateOf(read(), namespace)?.status !== 'connected') return
  const isShown = modal.get().open && router.get().at(-1)?.view === VIEW
  if (networks.find(network)) {
    if (isShown) router.back()
  } else if (!isShown && networkSwitching && !allowUnsupportedNetworks && !basic) {
    if (modal.get().open) router.push(VIEW)
    else modal.open(VIEW)
  }
}
