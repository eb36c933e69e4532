// When the modal opens, moves on or closes by itself: after a connect, after a switch of networks,
// and when a wallet is on a network that the site does not have. Part of the kernel's late half.
import type { Caip2, Namespace, NamespaceState, Network } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { own } from '../support/own.js'
import { roleOf } from './roles.js'

type Core = Pick<
  KernelCore,
  'modal' | 'router' | 'options' | 'networks' | 'connections' | 'activeNetwork' | 'views'
>

/**
 * How a connection came about. `visitor`: by a click. `staying`: by a click, and its view stays
 * open (`ConnectOptions.stay`). `silent`: without a prompt. `restored`: from the storage.
 */
export type ConnectCause = 'visitor' | 'staying' | 'silent' | 'restored'

const isConnected = (state: NamespaceState | undefined): boolean => state?.status === 'connected'

/**
 * Call it before a connection is written down.
 * @returns call it when the connection stands: where the visitor was in a view to connect, and no
 * step of a plugin pushed a view since, the modal closes or shows the account. `isOfWallet` says
 * whether a view with these parameters is about the wallet that has connected
 */
export function prepareAfterConnect(
  core: Core,
  cause: ConnectCause,
): (isOfWallet: (params: unknown) => boolean) => void {
  const { modal, router, options, connections } = core
  const before = router.get().at(-1)
  const isConnecting = router.get().some(({ view }) => roleOf(core, view) === 'connect')
  return (isOfWallet) => {
    const top = router.get().at(-1)
    // A UI may have replaced its first view by the account already, or shown that the wallet is
    // asked, which it does after a while.
    const isUnmoved =
      top?.key === before?.key ||
      (before?.view === 'Connect' && roleOf(core, top?.view) === 'account') ||
      (roleOf(core, before?.view) === 'connect' &&
        top?.view === 'ConnectingExternal' &&
        // Else it shows another wallet, which the visitor chose since, or this one is asked again.
        isOfWallet(top.params) &&
        !connections.get().attempt)
    if (!modal.get().open || !isUnmoved || !isConnecting || cause === 'staying') return
    if (cause === 'visitor' && !options.get().embedded) modal.close()
    else if (cause === 'visitor' || top?.view === 'Connect') router.reset('Account')
  }
}

/**
 * After a switch to a namespace without a wallet the modal offers to connect one; after a switch
 * away from an unknown network it closes.
 */
export function afterSwitch(
  { modal, router, networks, connections }: Core,
  { namespace }: Network,
  previous: Caip2 | undefined,
): void {
  if (!modal.get().open) return
  const { namespaces } = connections.get()
  if (Object.values(namespaces).some(isConnected) && !isConnected(own(namespaces, namespace)))
    router.push('SwitchActiveChain', { switchToChain: namespace, navigateTo: 'Connect' })
  else if (previous && !networks.find(previous)) modal.close()
}

/**
 * After a switch that failed, the view of that switch goes back by one. Where there is nothing to go
 * back to it stays, and says itself what happened.
 */
export function afterFailedSwitch({ modal, router }: Core, network: Caip2): void {
  const stack = router.get()
  const { view, params } = stack.at(-1) ?? {}
  const isShown =
    view === 'SwitchNetwork' && (params as { network?: unknown } | undefined)?.network === network
  if (modal.get().open && stack.length > 1 && isShown) router.back()
}

/**
 * Shows a warning when the wallet of the active namespace is on a network that the site does not
 * have, and takes it away when the wallet is back on one of the site's networks.
 */
export function checkNetwork(core: Core, namespace: Namespace): void {
  const { networks, options, modal, router, connections, activeNetwork } = core
  const { networkSwitching, allowUnsupportedNetworks, basic } = options.get()
  const active = activeNetwork.get()
  const network = own(active.networks, namespace)
  if (
    active.namespace !== namespace ||
    !network ||
    !isConnected(own(connections.get().namespaces, namespace))
  )
    return
  const { open } = modal.get()
  const isShown = open && router.get().at(-1)?.view === 'UnsupportedChain'
  if (networks.find(network)) {
    if (isShown) router.back()
  } else if (!isShown && networkSwitching && !allowUnsupportedNetworks && !basic)
    (open ? router.push : modal.open)('UnsupportedChain')
}
