import type { Caip2, Network } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { stateOf, type Picture } from '../connections/machine.js'

/** What the modal does after a switch, and after one that failed. */
export const createModalRules = ({ networks, modal, router }: KernelCore, read: () => Picture) => ({
  succeeded({ namespace }: Network, previous: Caip2 | undefined) {
    if (!modal.get().open) return
    const isAnywhere = Object.values(read().connections.namespaces).some(
      ({ status }) => status === 'connected',
    )
    if (isAnywhere && stateOf(read(), namespace).status !== 'connected')
      router.push('SwitchActiveChain', { switchToChain: namespace, navigateTo: 'Connect' })
    else if (previous && !networks.find(previous)) modal.close()
  },
  failed(id: Caip2) {
    const stack = router.get()
    const { view, params } = stack.at(-1) ?? {}
    // Where there is nothing to go back to, the view itself says what happened.
    if (
      modal.get().open &&
      stack.length > 1 &&
      view === 'SwitchNetwork' &&
      (params as { network?: unknown }).network === id
    )
      router.back()
  },
})
