import type { WalletRow } from '@latchkey/kernel'
import {
  isLatchkeyError,
  type ConnectionInfo,
  type Connector,
  type ConnectStep,
  type Namespace,
} from '@latchkey/plugin-api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePlainKernel } from './context.js'
import { useConnections, useWallets } from './hooks.js'

interface Tried {
  readonly wallet: WalletRow
  readonly connector: Connector
  readonly namespace: Namespace | undefined
  readonly connection?: ConnectionInfo
  readonly error?: unknown
}

/** The state and functions of a connect flow that a page draws itself; see {@link useConnect}. */
export interface ConnectFlow {
  /** The wallets to choose from. `undefined` until they are known. */
  readonly wallets: readonly WalletRow[] | undefined
  /** `connected` as long as the wallet that was connected here stays connected. */
  readonly status: 'idle' | 'connecting' | 'connected' | 'failed'
  /** The wallet of the current or last attempt. */
  readonly wallet: WalletRow | undefined
  /** The connector of that wallet. */
  readonly connector: Connector | undefined
  /**
   * Step of the attempt: `opening`, `confirm`, `signing`, `uri`, or a name of the connector's own.
   * A window that the browser blocked is an `error` and not a step.
   */
  readonly step: ConnectStep['step'] | undefined
  /**
   * The link to draw as a QR code, and the time at which it expires (ms since 1970). A new one
   * follows before that.
   */
  readonly pairing: { readonly uri: string; readonly expiresAt: number } | undefined
  readonly connection: ConnectionInfo | undefined
  /**
   * The error of the attempt, a `LatchkeyError`. `wallet.user_rejected` means that the visitor
   * declined. `wallet.popup_blocked` means that the browser blocked the window; it opens in a click
   * that calls `retry`.
   */
  readonly error: unknown
  /**
   * Asks a wallet. Call it in the task of the click. Of several connectors it uses the first that
   * serves the namespace. An attempt under way is withdrawn. Never throws: the outcome is in this
   * object.
   */
  connect(wallet: WalletRow, namespace?: Namespace): void
  /** Repeats the last attempt with the same wallet. */
  retry(): void
  /** Withdraws the attempt under way and clears the last outcome. */
  cancel(): void
  /** Loads what connecting needs, for example when the pointer is over a row. */
  prepare(wallet: WalletRow): void
}

const connectorOf = (
  { connectors }: WalletRow,
  namespace: Namespace | undefined,
): Connector | undefined =>
  connectors.find(({ namespaces }) => namespace === undefined || namespaces.includes(namespace)) ??
  connectors[0]

/** A step that only one connector has may carry further members. */
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

/**
 * Runs the attempts of one component, one at a time, and withdraws the attempt under way when the
 * component unmounts.
 */
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
 * The whole connect flow without our views: the wallets, the attempt and its step, the link to
 * scan, and the outcome. Does not open the modal.
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
