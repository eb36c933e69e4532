import type { Network } from '@latchkey/plugin-api'
import { usePorts } from '../../context.js'
import { useSession } from '../../session/context.js'

/**
 * Handles a click on a network: shows the view of waiting if the wallet has to switch, else
 * switches directly.
 */
export function useChooseNetwork(): (network: Network) => void {
  const { accounts, activeNetwork, router, modal } = usePorts()
  const { switchTo } = useSession()
  const leave = (): void => (router.get().length > 1 ? router.back() : void modal.close())
  return ({ id, namespace }) => {
    if (activeNetwork.current()?.id === id) return leave()
    const isThere = activeNetwork.current(namespace)?.id === id
    if (accounts.active(namespace) && !isThere) return router.push('SwitchNetwork', { network: id })
    switchTo(id)
    // The wallet is on that network already and does not have to be asked.
    if (accounts.active(namespace)) leave()
  }
}
