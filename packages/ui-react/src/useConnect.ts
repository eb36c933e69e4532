import type { WalletRow } from '@latchkey/kernel'
import {
  isLatchkeyError,
  type ConnectionInfo,
  type Connector,
  type ConnectStep,
  type Namespace,
} from '@latchkey/plugin-api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useConnections, useWallets } from './hooks.js'
import { usePlainKernel } from './context.js'

interface Tried {
  readonly wallet: WalletRow
  readonly connector: Connector
  readonly namespace: Namespace | undefined
  readonly connection?: ConnectionInfo
  readonly error?: unknown
}

/** A connect that a page draws by itself; see {@link useConnect}. */
export interface ConnectFlow {
  /** What the visitor can choose from. `undefined` until it is known. */
  readonly wallets: readonly WalletRow[] | undefined
  /** `connected` for as long as the wallet that was connected here stays so. */
  readonly status: 'idle' | 'connecting' | 'connected' | 'failed'
  /** Who is asked, was connected, or did not connect. */
  readonly wallet: WalletRow | undefined
  /** By which of the wallet's connectors. */
  readonly connector: Connector | undefined
  /** Where an attempt stands: `opening`, `confirm`, `signing`, `uri`, or a name of the connector's own. A window that the browser blocked is no step but an `error`. */
  readonly step: ConnectStep['step'] | undefined
  /** The link to draw as a code, and when it ends (ms since 1970). A new one comes by itself before it does. */
  readonly pairing: { readonly uri: string; readonly expiresAt: number } | undefined
  readonly connection: ConnectionInfo | undefined
  /** Why it failed: a `LatchkeyError`. A visitor who says no is `wallet.user_rejected`, a window that the browser blocked `wallet.popup_blocked`: it opens in the click that calls `retry`. */
  readonly error: unknown
  /** Asks a wallet, in the task of the click; of several connectors the first that speaks for the namespace. Withdraws an attempt before it. Never throws: what comes of it is in here. */
  connect(wallet: WalletRow, namespace?: Namespace): void
  /** Asks the same wallet again. */
  retry(): void
  /** Withdraws an attempt, and forgets how the last one ended. */
  cancel(): void
  /** Loads what connecting will need: for a pointer over a row. */
  prepare(wallet: WalletRow): void
}

const connectorOf = (
  { connectors }: WalletRow,
  namespace: Namespace | undefined,
): Connector | undefined =>
  connectors.find(({ namespaces }) => namespace === undefined || namespaces.includes(namespace)) ??
  connectors[0]

/** A connector's own step may have members of its own. */
function pairingOf(step: ConnectStep): ConnectFlow['pairing'] {
  const { uri, expiresAt } = step as Partial<Extract<ConnectStep, { uri: string }>>
  return uri === undefined || expiresAt === undefined ? undefined : { uri, expiresAt }
}

function statusOf(
  tried: Tried | undefined,
  connections: readonly ConnectionInfo[],
): ConnectFlow['status'] {
  if (!tried) return 'idle'
  if (tried.error !== undefined) return 'failed'
  if (!tried.connection) return 'connecting'
  return connections.some(({ id }) => id === tried.connection?.id) ? 'connected' : 'idle'
}

/** Attempts of one component, one at a time; what is under way when it goes is withdrawn. */
function useAttempts(): Pick<ConnectFlow, 'connect' | 'cancel'> & { tried: Tried | undefined } {
  const { connections } = usePlainKernel().ports
  const [tried, setTried] = useState<Tried>()
  const running = useRef<AbortController>(undefined)
  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = undefined
    setTried(undefined)
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  const connect = useCallback(
    (wallet: WalletRow, namespace?: Namespace) => {
      cancel()
      const connector = connectorOf(wallet, namespace)
      if (!connector) return
      const mine = (running.current = new AbortController())
      const begun: Tried = { wallet, connector, namespace }
      setTried(begun)
      const end = (outcome: Partial<Tried> | undefined): void => {
        if (running.current !== mine) return
        running.current = undefined
        setTried(outcome && { ...begun, ...outcome })
      }
      const only =
        namespace !== undefined && connector.namespaces.includes(namespace)
          ? { namespaces: [namespace] }
          : {}
      connections.connect(connector.id, { ...only, chosen: true, signal: mine.signal }).then(
        (connection) => end({ connection }),
        (error: unknown) =>
          end(isLatchkeyError(error, 'kernel.aborted') ? undefined : { error: error ?? 'unknown' }),
      )
    },
    [connections, cancel],
  )
  return { tried, connect, cancel }
}

/**
 * The whole connect flow without our views: the wallets, one that is asked, where that stands, the code to scan, how it ended. Opens no modal.
 * @example const { wallets, connect, pairing } = useConnect()
 */
export function useConnect(): ConnectFlow {
  const wallets = useWallets()
  const { attempt, connections } = useConnections()
  const { log } = usePlainKernel().ports
  const { tried, connect, cancel } = useAttempts()
  const status = statusOf(tried, connections)
  const step =
    status === 'connecting' && attempt?.connectorId === tried?.connector.id
      ? attempt?.step
      : undefined
  const retry = useCallback(() => tried && connect(tried.wallet, tried.namespace), [tried, connect])
  const prepare = useCallback(
    (wallet: WalletRow) => {
      for (const connector of wallet.connectors)
        connector
          .prepare?.(new AbortController().signal)
          .catch((error: unknown) => log.debug('prepare', connector.id, error))
    },
    [log],
  )
  return {
    wallets,
    status,
    connect,
    cancel,
    retry,
    prepare,
    wallet: tried?.wallet,
    connector: tried?.connector,
    step: step?.step,
    pairing: step && pairingOf(step),
    connection: status === 'connected' ? tried?.connection : undefined,
    error: tried?.error,
  }
}
