import type { LatePorts, WalletRow } from '@latchkey/kernel'
import type {
  AccountsPort,
  ActiveNetworkPort,
  Amount,
  ConnectedAccount,
  ConnectionInfo,
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
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePlainKernel } from './context.js'
import { useObservable } from './useObservable.js'

// A server renders without wallets, and the first client render over its HTML must do the same.
const RESTORING: ConnectionsState = { restoring: true, connections: [], namespaces: {} }
const NO_WALLETS: readonly WalletRow[] = []
const NO_ACCOUNTS: readonly ConnectedAccount[] = []
const serverAccounts = (): readonly ConnectedAccount[] => NO_ACCOUNTS
const serverConnections = (): ConnectionsState => RESTORING
const CLOSED: ModalState = { open: false, loading: false, shakes: 0 }
const serverModal = (): ModalState => CLOSED
const serverNothing = (): undefined => undefined
const neverChanges = () => () => undefined

/**
 * The account in use in a namespace, the active one if none is named. `undefined` while no wallet
 * is connected or stored connections are being restored.
 */
export function useAccount(namespace?: Namespace): ConnectedAccount | undefined {
  const { accounts, activeNetwork } = usePlainKernel().ports
  useObservable(activeNetwork)
  return useSyncExternalStore(accounts.subscribe, () => accounts.active(namespace), serverNothing)
}

/** The network in use in a namespace, the active one if none is named. */
export function useNetwork(namespace?: Namespace): (Network & { supported: boolean }) | undefined {
  const { activeNetwork, networks } = usePlainKernel().ports
  useObservable(networks)
  const subscribed = useObservable(
    { subscribe: activeNetwork.subscribe, get: activeNetwork.get as () => unknown },
    serverNothing,
  )
  return subscribed ? activeNetwork.current(namespace) : undefined
}

/**
 * The networks of this site, of one namespace if one is named, and a function that switches to one.
 */
export function useNetworks(namespace?: Namespace): {
  networks: readonly Network[]
  switchNetwork: ActiveNetworkPort['switch']
} {
  const { activeNetwork, networks } = usePlainKernel().ports
  const all = useObservable(networks).map(({ value }) => value)
  return {
    networks:
      namespace === undefined ? all : all.filter((network) => network.namespace === namespace),
    switchNetwork: activeNetwork.switch,
  }
}

/**
 * The accounts of all connected wallets, of one namespace if one is named, and a function that
 * selects one.
 */
export function useAccounts(namespace?: Namespace): {
  accounts: readonly ConnectedAccount[]
  select: AccountsPort['select']
} {
  const { accounts } = usePlainKernel().ports
  const all = useSyncExternalStore(accounts.subscribe, () => accounts.all(), serverAccounts)
  return {
    accounts:
      namespace === undefined ? all : all.filter((account) => account.namespace === namespace),
    select: accounts.select,
  }
}

/**
 * The connected wallets, whether stored ones are still being restored, and functions that connect
 * and disconnect.
 */
export function useConnections(): ConnectionsState &
  Pick<ConnectionsPort, 'connect' | 'disconnect'> {
  const { connections } = usePlainKernel().ports
  return {
    ...useObservable(connections, serverConnections),
    connect: connections.connect,
    disconnect: connections.disconnect,
  }
}

/** Whether the modal is open, and functions that open and close it. */
export function useModal(): Pick<ModalPort, 'open' | 'close'> &
  Pick<ModalState, 'loading'> & { isOpen: boolean } {
  const { modal } = usePlainKernel().ports
  const { open: isOpen, loading } = useObservable(modal, serverModal)
  return { isOpen, loading, open: modal.open, close: modal.close }
}

/** Mode and tokens of the theme, and a function that changes them. */
export function useTheme(): ThemeState & Pick<ThemePort, 'set'> {
  const { theme } = usePlainKernel().ports
  return { ...useObservable(theme), set: theme.set }
}

/** Calls `listener` for each event of that name while the component is mounted. */
export function useEvents<Name extends EventName>(
  name: Name,
  listener: (event: KernelEvents[Name]) => void,
): void {
  const { events } = usePlainKernel().ports
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => events.on(name, (event) => latest.current(event)), [events, name])
}

/**
 * The kernel's late half, loaded when a component that needs it is mounted. `error` is set if
 * loading failed; `retry` tries again.
 */
export function useLate(): { late: LatePorts | undefined; error: unknown; retry(): void } {
  const { late: half } = usePlainKernel().ports
  // The first client render must match the server's HTML, which never has the late half, even if it
  // is loaded already.
  const late = useSyncExternalStore(neverChanges, half.now, serverNothing)
  const [error, setError] = useState<unknown>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (late) return
    let gone = false
    half.load().then(
      () => gone || (setError(undefined), setTurn((now) => now + 1)),
      (reason: unknown) => gone || setError(reason),
    )
    return () => {
      gone = true
    }
  }, [half, late, turn])
  const retry = useCallback(() => setTurn((now) => now + 1), [])
  return { late, error, retry }
}

/**
 * The wallets that a visitor can choose from: ordered, filtered, merged. `undefined` until the late
 * half is loaded.
 */
export function useWallets(): readonly WalletRow[] | undefined {
  const { late } = useLate()
  const rows = useObservable(
    late?.wallets ?? { subscribe: neverChanges, get: () => NO_WALLETS },
    () => NO_WALLETS,
  )
  return late ? rows : undefined
}

export interface BalanceState {
  amount: Amount | undefined
  error: unknown
  loading: boolean
  refresh(): void
}
interface Asked {
  key: string
  turn: number
  amount?: Amount
  error?: unknown
}

/**
 * Native balance of the account in use, cached for 30 s or until the chain reports a change.
 * Without `amount` and `error` it is being read, no wallet is connected, or the adapter lacks the
 * ability `balance`: then nothing is read.
 */
export function useBalance(namespace?: Namespace): BalanceState {
  const { adapters, late, events } = usePlainKernel().ports
  const account = useAccount(namespace)
  const network = useNetwork(account?.namespace)
  const canRead = useObservable(adapters).some(
    ({ value }) => value.namespace === account?.namespace && value.abilities.includes('balance'),
  )
  const [turn, setTurn] = useState(0)
  const [answer, setAnswer] = useState<Asked>()
  const address = account?.address
  const id = network?.id
  const key = `${id} ${address}`
  useEffect(() => {
    if (!address || !id || !canRead) return
    const { signal, abort } = aborter()
    late
      .load()
      .then((ports) => ports.balance({ network: id, address, fresh: turn > 0, signal }))
      .then(
        (amount) => signal.aborted || setAnswer({ key, turn, amount }),
        (error: unknown) => signal.aborted || setAnswer({ key, turn, error }),
      )
    return abort
  }, [late, address, id, turn, key, canRead])
  // The last balance stays on screen until the new one is read.
  const now = answer?.key === key ? answer : undefined
  const refresh = useCallback(() => setTurn((count) => count + 1), [])
  useEffect(
    () => events.onAny((name) => name.endsWith(':balance-changed') && refresh()),
    [events, refresh],
  )
  return {
    amount: now?.amount,
    error: now?.error,
    loading: canRead && now?.turn !== turn,
    refresh,
  }
}

function aborter(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

export interface Latchkey {
  status: 'restoring' | 'disconnected' | 'connecting' | 'connected'
  account: ConnectedAccount | undefined
  network: (Network & { supported: boolean }) | undefined
  connections: readonly ConnectionInfo[]
  open: ModalPort['open']
  close: ModalPort['close']
  disconnect: ConnectionsPort['disconnect']
}

/** Account, network and modal functions in one hook: what most hosts need. */
export function useLatchkey(): Latchkey {
  const { restoring, attempt, connections, disconnect } = useConnections()
  const account = useAccount()
  const network = useNetwork()
  const { open, close } = usePlainKernel().ports.modal
  const status = account
    ? 'connected'
    : restoring
      ? 'restoring'
      : attempt
        ? 'connecting'
        : 'disconnected'
  return { status, account, network, connections, open, close, disconnect }
}
