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

const RESTORING: ConnectionsState = { restoring: true, connections: [], namespaces: {} }
const NO_WALLETS: readonly WalletRow[] = []
const NO_ACCOUNTS: readonly ConnectedAccount[] = []
const noAccounts = (): readonly ConnectedAccount[] => NO_ACCOUNTS
const onServer = (): ConnectionsState => RESTORING
const CLOSED: ModalState = { open: false, loading: false, shakes: 0 }
const closed = (): ModalState => CLOSED
const nothing = (): undefined => undefined
const never = () => () => undefined

/** The account in use, of the active namespace where none is named. `undefined` while stored connections are being restored. */
export function useAccount(namespace?: Namespace): ConnectedAccount | undefined {
  const { accounts, activeNetwork } = usePlainKernel().ports
  useObservable(activeNetwork)
  return useSyncExternalStore(accounts.subscribe, () => accounts.active(namespace), nothing)
}

/** The network in use, of the active namespace where none is named. */
export function useNetwork(namespace?: Namespace): (Network & { supported: boolean }) | undefined {
  const { activeNetwork, networks } = usePlainKernel().ports
  useObservable(networks)
  const subscribed = useObservable(
    { subscribe: activeNetwork.subscribe, get: activeNetwork.get as () => unknown },
    nothing,
  )
  return subscribed ? activeNetwork.current(namespace) : undefined
}

/** The networks of this site, of one namespace where one is named, and how to move to one. */
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

/** Every account of every connected wallet, of one namespace where one is named, and how to use another. */
export function useAccounts(namespace?: Namespace): {
  accounts: readonly ConnectedAccount[]
  select: AccountsPort['select']
} {
  const { accounts } = usePlainKernel().ports
  const all = useSyncExternalStore(accounts.subscribe, () => accounts.all(), noAccounts)
  return {
    accounts:
      namespace === undefined ? all : all.filter((account) => account.namespace === namespace),
    select: accounts.select,
  }
}

/** Wallets that are connected, whether stored ones are still on their way back, and how to add or end one. */
export function useConnections(): ConnectionsState &
  Pick<ConnectionsPort, 'connect' | 'disconnect'> {
  const { connections } = usePlainKernel().ports
  return {
    ...useObservable(connections, onServer),
    connect: connections.connect,
    disconnect: connections.disconnect,
  }
}

/** Whether the modal is open, and how to open and close it. */
export function useModal(): Pick<ModalPort, 'open' | 'close'> &
  Pick<ModalState, 'loading'> & { isOpen: boolean } {
  const { modal } = usePlainKernel().ports
  const { open: isOpen, loading } = useObservable(modal, closed)
  return { isOpen, loading, open: modal.open, close: modal.close }
}

/** Mode and tokens of the theme, and how to change them. */
export function useTheme(): ThemeState & Pick<ThemePort, 'set'> {
  const { theme } = usePlainKernel().ports
  return { ...useObservable(theme), set: theme.set }
}

/** Calls back on each event of that name for as long as the component lives. */
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

/** The kernel's second half: loaded when a component that needs it appears. `error` if it could not be; `retry` tries again. */
export function useLate(): { late: LatePorts | undefined; error: unknown; retry(): void } {
  const { late: half } = usePlainKernel().ports
  // A server's HTML knows nothing of it, even where it is here before that HTML is taken over.
  const late = useSyncExternalStore(never, half.now, nothing)
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

/** The wallets that a visitor can choose from: ordered, filtered, merged. `undefined` until they are known. */
export function useWallets(): readonly WalletRow[] | undefined {
  const { late } = useLate()
  const rows = useObservable(
    late?.wallets ?? { subscribe: never, get: () => NO_WALLETS },
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

/** Native balance of the account in use, kept for 30 s, or until something says that it changed. `undefined` amount and no error: on its way, or nobody is connected. */
export function useBalance(namespace?: Namespace): BalanceState {
  const { late, events } = usePlainKernel().ports
  const account = useAccount(namespace)
  const network = useNetwork(account?.namespace)
  const [turn, setTurn] = useState(0)
  const [answer, setAnswer] = useState<Asked>()
  const address = account?.address
  const id = network?.id
  const key = `${id} ${address}`
  useEffect(() => {
    if (!address || !id) return
    const { signal, abort } = aborter()
    late
      .load()
      .then((ports) => ports.balance({ network: id, address, fresh: turn > 0, signal }))
      .then(
        (amount) => signal.aborted || setAnswer({ key, turn, amount }),
        (error: unknown) => signal.aborted || setAnswer({ key, turn, error }),
      )
    return abort
  }, [late, address, id, turn, key])
  // What was read stands until it is read anew.
  const now = answer?.key === key ? answer : undefined
  const refresh = useCallback(() => setTurn((count) => count + 1), [])
  useEffect(
    () => events.onAny((name) => name.endsWith(':balance-changed') && refresh()),
    [events, refresh],
  )
  return {
    amount: now?.amount,
    error: now?.error,
    loading: !!address && now?.turn !== turn,
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

/** What most hosts need, in one. */
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
