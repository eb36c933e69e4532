import type { Network } from '@latchkey/plugin-api'
import { usePorts, useSession } from '../session/context.js'

/** What a click on a network does: with a wallet that has to go there its view of waiting, else the switch itself. */
export function useChooseNetwork(): (network: Network) => void {
  const { accounts, activeNetwork, router, modal } = usePorts()
  const { switchTo } = useSession()
  const leave = (): void => (router.get().length > 1 ? router.back() : void modal.close())
  return ({ id, namespace }) => {
    if (activeNetwork.current()?.id === id) return leave()
    const isThere = activeNetwork.current(namespace)?.id === id
    if (accounts.active(namespace) && !isThere) return router.push('SwitchNetwork', { network: id })
    switchTo(id)
    // Its wallet is there already: nobody has to be asked.
    if (accounts.active(namespace)) leave()
  }
}
