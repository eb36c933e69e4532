import type { Network } from '@latchkey/plugin-api'
import { usePorts, useSession } from '../session/context.js'

/** What a click on a network does: with a wallet its view of waiting, without one the switch itself. */
export function useChooseNetwork(): (network: Network) => void {
  const { accounts, activeNetwork, router, modal } = usePorts()
  const { switchTo } = useSession()
  return (network) => {
    const current = activeNetwork.current()
    if (current?.id === network.id) return router.get().length > 1 ? router.back() : void modal.close()
    if (accounts.active(network.namespace)) return router.push('SwitchNetwork', { network: network.id })
    switchTo(network.id)
  }
}
