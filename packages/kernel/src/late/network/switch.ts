import { isCaip2, LatchkeyError, namespaceOf, type Caip2, type Namespace, type Network } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import type { Book } from '../connections/book.js'
import type { Link, Links } from '../connections/links.js'
import { serves, stateOf } from '../connections/machine.js'
import { toRequestError } from '../errors.js'
import { unlessAborted } from '../steps.js'

interface Running {
  readonly network: Caip2
  /** Ends it, with all that it changed in advance taken back. */
  withdraw(reason: LatchkeyError): void
}
export interface Switching {
  switchNetwork: LateHalf['switchNetwork']
  /** Whether a move of the wallet in this namespace is what the visitor asked for. */
  originOf(namespace: Namespace): 'visitor' | 'wallet'
}

/** @throws `kernel.network_switch_disabled`, `kernel.adapter_missing`, `kernel.network_unknown` */
function demandNetwork({ options, adapters, networks }: KernelCore, id: Caip2): Network {
  if (!options.get().networkSwitching) refuse('kernel.network_switch_disabled', {}, 'Switching networks is disabled by this site.')
  const namespace = isCaip2(id) ? namespaceOf(id) : refuse('kernel.network_unknown', { network: String(id) }, `"${String(id)}" is no network: expected namespace:reference.`)
  if (!adapters.find(namespace)) refuse('kernel.adapter_missing', { namespace }, 'Chain adapter not found')
  return networks.find(id)?.value ?? refuse('kernel.network_unknown', { network: id }, `Network ${id} is not configured: add it to the options of its plugin, or with addNetwork.`)
}

/** Asks the wallet to follow, where it has networks of its own. @throws `kernel.network_client_missing`, `wallet.*`, `rpc.failed` */
async function ask({ connection }: Link, network: Network, signal: AbortSignal): Promise<void> {
  if (connection.switchNetwork) return connection.switchNetwork(network, signal)
  const scope = own(connection.scopes, network.namespace)
  if (scope && !serves(scope, network.id)) refuse('kernel.network_client_missing', { network: network.id }, 'NetworkController client not set')
}

export function createSwitching(core: KernelCore, book: Book, links: Links): Switching {
  const { networks, modal, router, onDispose } = core
  let running: Running | undefined

  /** What the modal does after a switch. */
  const close = (network: Network, previous: Caip2 | undefined): void => {
    if (!modal.get().open) return
    const { namespaces } = book.read().connections
    const isConnected = stateOf(book.read(), network.namespace)?.status === 'connected'
    if (!isConnected && Object.values(namespaces).some(({ status }) => status === 'connected')) router.push('SwitchActiveChain', { switchToChain: network.namespace, navigateTo: 'Connect' })
    else if (previous !== undefined && !networks.find(previous)) modal.close()
  }
  const goBack = (id: Caip2): void => {
    const stack = router.get()
    const top = stack.at(-1)
    // Where there is nothing to go back to, the view itself says what happened.
    if (modal.get().open && stack.length > 1 && top?.view === 'SwitchNetwork' && (top.params as { network?: unknown } | undefined)?.network === id) router.back()
  }

  const run = async (network: Network, link: Link | undefined): Promise<void> => {
    const { id, namespace } = network
    const { active } = book.read()
    const before = own(active.networks, namespace)
    const controller = new AbortController()
    const takeBack = (): void => {
      const { active: now } = book.read()
      if (running === mine) running = undefined
      if (now.namespace === namespace && active.namespace !== namespace && own(now.networks, namespace) === id) book.apply({ type: 'returned', namespace, network: before, active: active.namespace })
    }
    const mine: Running = {
      network: id,
      withdraw(reason) {
        takeBack()
        controller.abort(reason)
      },
    }
    running = mine
    // Another namespace comes first, its wallet after that.
    if (active.namespace !== namespace) book.apply({ type: 'moved', network: id })
    try {
      if (link && before !== id) await unlessAborted(controller.signal, ask(link, network, controller.signal))
    } catch (error) {
      if (!controller.signal.aborted) {
        takeBack()
        void book.tell()
        goBack(id)
      }
      throw toRequestError(error, 'switchNetwork')
    }
    book.apply({ type: 'moved', network: id }, ...(link && own(link.connection.scopes, namespace)?.network ? [{ type: 'network', id: link.connection.id, network: id } as const] : []))
    links.write()
    const told = book.tell('visitor')
    running = undefined
    close(network, own(active.networks, active.namespace ?? ''))
    await told
  }
  onDispose(() => running?.withdraw(new LatchkeyError('kernel.disposed', 'The kernel was disposed while the wallet was asked to switch.')))
  return {
    originOf: (namespace) => (running && namespaceOf(running.network) === namespace ? 'visitor' : 'wallet'),
    async switchNetwork(id) {
      const network = demandNetwork(core, id)
      running?.withdraw(new LatchkeyError('kernel.aborted', 'Another network was chosen instead.', { context: { reason: 'superseded' } }))
      const { active } = book.read()
      if (active.namespace === network.namespace && own(active.networks, network.namespace) === id) return
      await run(network, links.find(stateOf(book.read(), network.namespace)?.connectionId))
    },
  }
}
