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
  Namespace,
  Network,
  ThemePort,
  ThemeState,
} from '@latchkey/plugin-api'
import { onMount } from 'svelte'
import { useKernel, usePorts } from './kernel.js'
import { observe, type Current } from './observe.js'

/**
 * A namespace, or a function that gives one, which may read runes. `undefined` means the active
 * one, or all.
 */
export type NamespaceSource = Namespace | undefined | (() => Namespace | undefined)

/** The state on a server. */
const NOTHING = { current: undefined }
export const toNamespace = (source: NamespaceSource): Namespace | undefined =>
  typeof source === 'function' ? source() : source
const ofNamespace = <T extends { namespace: Namespace }>(
  all: readonly T[],
  source: NamespaceSource,
): readonly T[] => {
  const namespace = toNamespace(source)
  return namespace ? all.filter((each) => each.namespace === namespace) : all
}

/**
 * The account in use in a namespace, the active one if none is named. `undefined` while no wallet
 * is connected or stored connections are being restored.
 * @example const account = useAccount() // {account.current?.address}
 */
export function useAccount(namespace?: NamespaceSource): Current<ConnectedAccount | undefined> {
  const { accounts, activeNetwork } = usePorts()
  return observe<Current<ConnectedAccount | undefined>>(
    [accounts, activeNetwork],
    () => ({ current: accounts.active(toNamespace(namespace)) }),
    NOTHING,
  )
}

/**
 * The accounts of all connected wallets, of one namespace if one is named, and a function that
 * selects one.
 */
export function useAccounts(namespace?: NamespaceSource): {
  readonly accounts: readonly ConnectedAccount[]
  readonly select: AccountsPort['select']
} {
  const { accounts } = usePorts()
  return observe(
    [accounts],
    () => ({ accounts: ofNamespace(accounts.all(), namespace) }),
    { accounts: [] },
    { select: accounts.select },
  )
}

/** The network in use in a namespace, the active one if none is named. */
export function useNetwork(
  namespace?: NamespaceSource,
): Current<(Network & { supported: boolean }) | undefined> {
  const { activeNetwork, networks } = usePorts()
  return observe<Current<(Network & { supported: boolean }) | undefined>>(
    [activeNetwork, networks],
    () => ({ current: activeNetwork.current(toNamespace(namespace)) }),
    NOTHING,
  )
}

/**
 * The networks of this site, of one namespace if one is named, and a function that switches to one.
 */
export function useNetworks(namespace?: NamespaceSource): {
  readonly networks: readonly Network[]
  readonly switchNetwork: ActiveNetworkPort['switch']
} {
  const { activeNetwork, networks } = usePorts()
  const get = () => ({
    networks: ofNamespace(
      networks.get().map(({ value }) => value),
      namespace,
    ),
  })
  return observe([networks], get, get(), { switchNetwork: activeNetwork.switch })
}

/**
 * The connected wallets, whether stored ones are still being restored, the attempt under way, and
 * functions that connect and disconnect.
 */
export function useConnections(): ConnectionsState &
  Pick<ConnectionsPort, 'connect' | 'disconnect'> {
  const { connections } = usePorts()
  const server = { restoring: true, connections: [], namespaces: {}, attempt: undefined }
  const { connect, disconnect } = connections
  return observe<ConnectionsState, Pick<ConnectionsPort, 'connect' | 'disconnect'>>(
    [connections],
    connections.get,
    server,
    { connect, disconnect },
  )
}

/** Whether the modal is open, whether it is loading, and functions that open and close it. */
export function useModal(): { readonly isOpen: boolean; readonly loading: boolean } & Pick<
  ModalPort,
  'open' | 'close'
> {
  const { modal } = usePorts()
  const { open, close } = modal
  return observe(
    [modal],
    () => ({ isOpen: modal.get().open, loading: modal.get().loading }),
    { isOpen: false, loading: false },
    { open, close },
  )
}

/** Mode and tokens of the theme, and a function that changes them. */
export function useTheme(): Readonly<ThemeState> & Pick<ThemePort, 'set'> {
  const { theme } = usePorts()
  return observe([theme], theme.get, theme.get(), { set: theme.set })
}

/** Calls `listener` for each event of that name while the component is mounted. */
export function useEvents<Name extends EventName>(
  name: Name,
  listener: (event: KernelEvents[Name]) => void,
): void {
  const { events } = usePorts()
  onMount(() => events.on(name, listener))
}

/**
 * The wallets that a visitor can choose from: ordered, filtered, merged. `undefined` until the
 * kernel's late half is loaded, which the first reading in a page begins.
 */
export function useWallets(): Current<readonly WalletRow[] | undefined> {
  const wallets = createWalletList(useKernel())
  return observe<Current<readonly WalletRow[] | undefined>>(
    [wallets],
    () => ({ current: wallets.get() }),
    NOTHING,
  )
}
