import {
  isLatchkeyError,
  type ConnectionInfo,
  type Connector,
  type ConnectionsState,
  type ConnectStep,
  type Namespace,
} from '@latchkey/plugin-api'
import type { Kernel, WalletRow } from '../types.js'
import { subscribeAll, type Followed } from './followed.js'

/** Where a connect flow stands. */
export interface ConnectFlowState {
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
}

/** The attempts of one connect page, one at a time. Cancel it when the page goes. */
export interface ConnectFlow extends Followed<ConnectFlowState> {
  /**
   * Asks a wallet. Call it in the task of the click. Of several connectors it uses the first that
   * serves the namespace. An attempt under way is withdrawn. Never throws: the outcome is in the
   * state.
   */
  connect(wallet: WalletRow, namespace?: Namespace): void
  /** Repeats the last attempt with the same wallet. */
  retry(): void
  /** Withdraws the attempt under way and clears the last outcome. */
  cancel(): void
  /** Loads what connecting needs, for example when the pointer is over a row. */
  prepare(wallet: WalletRow): void
}

interface Tried {
  readonly wallet: WalletRow
  readonly connector: Connector
  readonly namespace: Namespace | undefined
  readonly connection?: ConnectionInfo
  readonly error?: unknown
}

/** A step that only one connector has may carry further members. */
type AnyStep = Pick<ConnectStep, 'step'> & { readonly uri?: string; readonly expiresAt?: number }

function statusOf(
  tried: Tried | undefined,
  connection: ConnectionInfo | undefined,
): ConnectFlowState['status'] {
  if (tried?.error !== undefined) return 'failed'
  if (tried && !tried.connection) return 'connecting'
  return connection ? 'connected' : 'idle'
}

function stateOf(
  tried: Tried | undefined,
  { attempt, connections }: ConnectionsState,
): ConnectFlowState {
  const connection = connections.find(({ id }) => id === tried?.connection?.id)
  const status = statusOf(tried, connection)
  const isOurs = status === 'connecting' && attempt?.connectorId === tried?.connector.id
  const { step, uri, expiresAt }: Partial<AnyStep> = (isOurs && attempt?.step) || {}
  return {
    status,
    wallet: tried?.wallet,
    connector: tried?.connector,
    step,
    pairing: uri === undefined || expiresAt === undefined ? undefined : { uri, expiresAt },
    connection,
    error: tried?.error,
  }
}

/**
 * The whole connect flow without our views: an attempt and its step, the link to scan, and the
 * outcome. Does not open the modal.
 * @param kernel of `createKernel`
 * @example
 * const flow = createConnectFlow(kernel)
 * flow.subscribe(() => draw(flow.get()))
 */
export function createConnectFlow({ ports }: Pick<Kernel, 'ports'>): ConnectFlow {
  const { connections, log } = ports
  const tried = ports.state.cell<Tried | undefined>(undefined)
  let running: AbortController | undefined
  let known: { of: readonly [unknown, unknown]; state: ConnectFlowState } | undefined

  const get = (): ConnectFlowState => {
    const [last, all] = [tried.get(), connections.get()]
    if (known?.of[0] !== last || known?.of[1] !== all || !known)
      known = { of: [last, all], state: stateOf(last, all) }
    return known.state
  }
  const cancel = (): void => {
    running?.abort()
    running = undefined
    tried.set(undefined)
  }
  const connect = (wallet: WalletRow, namespace?: Namespace): void => {
    cancel()
    const only = namespace === undefined ? [] : [namespace]
    const serves = ({ namespaces }: Connector): boolean =>
      only.some((each) => namespaces.includes(each))
    const connector = wallet.connectors.find(serves) ?? wallet.connectors[0]
    if (!connector) return
    const mine = (running = new AbortController())
    const begun: Tried = { wallet, connector, namespace }
    tried.set(begun)
    const end = (outcome: Partial<Tried> | undefined): void => {
      if (running !== mine) return
      running = undefined
      tried.set(outcome && { ...begun, ...outcome })
    }
    connections
      .connect(connector.id, {
        ...(serves(connector) && { namespaces: only }),
        chosen: true,
        signal: mine.signal,
      })
      .then(
        (connection) => end({ connection }),
        (error: unknown) =>
          end(isLatchkeyError(error, 'kernel.aborted') ? undefined : { error: error ?? 'unknown' }),
      )
  }
  return {
    get,
    subscribe: (listener) => subscribeAll([connections, tried], listener),
    connect,
    cancel,
    retry() {
      const last = tried.get()
      if (last) connect(last.wallet, last.namespace)
    },
    prepare({ connectors }) {
      for (const connector of connectors)
        connector
          .prepare?.(new AbortController().signal)
          .catch((error: unknown) => log.debug('prepare', connector.id, error))
    },
  }
}
