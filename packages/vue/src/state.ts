import type { WalletRow } from '@latchkey/kernel'
import { createWalletList } from '@latchkey/kernel/bindings'
import type {
  AccountsPort,
  ActiveNetworkPort,
  ConnectedAccount,
  ConnectionsPort,
  ConnectionsState,
  EventName,
  KernelEvents,
  ModalPort,
  ModalState,
  Namespace,
  Network,
  ThemePort,
  ThemeState,
} from '@latchkey/plugin-api'
import { toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import { useKernel, usePorts } from './kernel.js'
import { observe, observeMembers, whileLive, type Refs } from './observe.js'

/** A namespace, or a ref or function that gives one. `undefined` means the active one, or all. */
export type NamespaceSource = MaybeRefOrGetter<Namespace | undefined>

const nothing = (): undefined => undefined
const ofNamespace = <T extends { namespace: Namespace }>(
  all: readonly T[],
  source: NamespaceSource,
): readonly T[] => {
  const namespace = toValue(source)
  return namespace ? all.filter((each) => each.namespace === namespace) : all
}

/**
 * The account in use in a namespace, the active one if none is named. `undefined` while no wallet
 * is connected or stored connections are being restored.
 */
export function useAccount(namespace?: NamespaceSource): ComputedRef<ConnectedAccount | undefined> {
  const { accounts, activeNetwork } = usePorts()
  return observe([accounts, activeNetwork], () => accounts.active(toValue(namespace)), nothing)
}

/**
 * The accounts of all connected wallets, of one namespace if one is named, and a function that
 * selects one.
 */
export function useAccounts(namespace?: NamespaceSource): {
  readonly accounts: ComputedRef<readonly ConnectedAccount[]>
  readonly select: AccountsPort['select']
} {
  const { accounts } = usePorts()
  return {
    accounts: observe(
      [accounts],
      () => ofNamespace(accounts.all(), namespace),
      () => [],
    ),
    select: accounts.select,
  }
}

/** The network in use in a namespace, the active one if none is named. */
export function useNetwork(
  namespace?: NamespaceSource,
): ComputedRef<(Network & { supported: boolean }) | undefined> {
  const { activeNetwork, networks } = usePorts()
  return observe(
    [activeNetwork, networks],
    () => activeNetwork.current(toValue(namespace)),
    nothing,
  )
}

/**
 * The networks of this site, of one namespace if one is named, and a function that switches to one.
 */
export function useNetworks(namespace?: NamespaceSource): {
  readonly networks: ComputedRef<readonly Network[]>
  readonly switchNetwork: ActiveNetworkPort['switch']
} {
  const { activeNetwork, networks } = usePorts()
  return {
    networks: observe([networks], () =>
      ofNamespace(
        networks.get().map(({ value }) => value),
        namespace,
      ),
    ),
    switchNetwork: activeNetwork.switch,
  }
}

/**
 * The connected wallets, whether stored ones are still being restored, the attempt under way, and
 * functions that connect and disconnect.
 */
export function useConnections(): Refs<ConnectionsState> &
  Pick<ConnectionsPort, 'connect' | 'disconnect'> {
  const { connections } = usePorts()
  const server = { restoring: true, connections: [], namespaces: {}, attempt: undefined }
  const { connect, disconnect } = connections
  return { ...observeMembers<ConnectionsState>(connections, server), connect, disconnect }
}

/** Whether the modal is open, whether it is loading, and functions that open and close it. */
export function useModal(): Refs<{ isOpen: boolean; loading: boolean }> &
  Pick<ModalPort, 'open' | 'close'> {
  const { modal } = usePorts()
  const { open: isOpen, loading } = observeMembers<Pick<ModalState, 'open' | 'loading'>>(modal, {
    open: false,
    loading: false,
  })
  return { isOpen, loading, open: modal.open, close: modal.close }
}

/** Mode and tokens of the theme, and a function that changes them. */
export function useTheme(): Refs<ThemeState> & Pick<ThemePort, 'set'> {
  const { theme } = usePorts()
  return { ...observeMembers(theme, theme.get()), set: theme.set }
}

/** Calls `listener` for each event of that name until the component, or the scope, ends. */
export function useEvents<Name extends EventName>(
  name: Name,
  listener: (event: KernelEvents[Name]) => void,
): void {
  const { events } = usePorts()
  whileLive(() => events.on(name, listener))
}

/**
 * The wallets that a visitor can choose from: ordered, filtered, merged. `undefined` until the
 * kernel's late half is loaded, which this begins.
 */
export function useWallets(): ComputedRef<readonly WalletRow[] | undefined> {
  const wallets = createWalletList(useKernel())
  return observe([wallets], wallets.get, nothing)
}
