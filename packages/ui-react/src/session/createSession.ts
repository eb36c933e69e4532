import type { Cell, Kernel, WalletRow } from '@latchkey/kernel'
import {
  isLatchkeyError,
  type Caip2,
  type Connector,
  type Dispose,
  type Namespace,
} from '@latchkey/plugin-api'

/**
 * A connect that the visitor began in this modal, and its error if it failed. A connect that
 * succeeds is removed.
 */
export interface Attempt {
  readonly walletId: string
  readonly connectorId: string
  readonly error?: unknown
}
/** A network switch that the visitor began in this modal, and its error if it failed. */
export interface Switching {
  readonly network: Caip2
  readonly error?: unknown
}

/** The state that the views of one modal share while it is open. */
export interface Session {
  readonly attempt: Cell<Attempt | undefined>
  readonly switching: Cell<Switching | undefined>
  /** Whether the visitor has ticked that the site's terms are accepted. */
  readonly consent: Cell<boolean>
  /** Namespace to which the wallet list is limited. */
  readonly wanted: Cell<Namespace | undefined>
  /**
   * Whether the modal was opened. Views are drawn before that, and must neither ask nor fetch
   * anything until then.
   */
  readonly shown: Cell<boolean>
  /** Id of the account tab that the visitor chose, so that going back returns to it. */
  readonly tab: Cell<string | undefined>
  /**
   * Starts a connect. Must be called in the task of the click, or the browser blocks the wallet's
   * window.
   */
  connect(row: Pick<WalletRow, 'id'>, connector: Connector): void
  /** Starts a network switch; `switching` shows how it goes. */
  switchTo(network: Caip2): void
  /**
   * Loads what connecting needs, without asking the wallet. May be called often: a prepared link
   * may have been used.
   */
  prepare(row: WalletRow): void
  /** Call it when the visitor comes near a row: prepares it, and loads the adapters of its chains. */
  approach(row: WalletRow): void
  dispose: Dispose
}

type Cells = Pick<Session, 'attempt' | 'switching' | 'consent' | 'wanted' | 'shown' | 'tab'>

/**
 * Resets the state of a view when the visitor leaves it, and withdraws a connect that the visitor
 * leaves. Notes that the modal was opened.
 */
function forgetOnLeaving(
  { router, modal }: Kernel['ports'],
  { attempt, switching, wanted, shown, tab }: Cells,
  withdraw: () => void,
): Dispose {
  const isShown = (...names: readonly string[]): boolean =>
    router.get().some(({ view }) => names.includes(view))
  const stops = [
    router.subscribe(() => {
      if (!isShown('ConnectingExternal')) {
        withdraw()
        attempt.set(undefined)
      }
      if (!isShown('Connect')) wanted.set(undefined)
      if (!isShown('Account')) tab.set(undefined)
      if (!isShown('Networks', 'SwitchNetwork', 'UnsupportedChain')) switching.set(undefined)
    }),
    modal.subscribe(({ open }) => {
      if (open) return shown.set(true)
      wanted.set(undefined)
      tab.set(undefined)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs one connect at a time: a new one withdraws the one before. */
function createConnecting(
  { connections }: Kernel['ports'],
  { attempt, wanted }: Cells,
): { connect: Session['connect']; withdraw(): void } {
  let running: AbortController | undefined
  const withdraw = (): void => running?.abort()
  return {
    withdraw,
    connect(row, connector) {
      withdraw()
      const mine = new AbortController()
      running = mine
      const begun: Attempt = { walletId: row.id, connectorId: connector.id }
      attempt.set(begun)
      const end = (error?: unknown): void => {
        if (running === mine) running = undefined
        if (attempt.get() === begun)
          attempt.set(error === undefined ? undefined : { ...begun, error })
      }
      const namespace = wanted.get()
      const only =
        namespace !== undefined && connector.namespaces.includes(namespace)
          ? { namespaces: [namespace] }
          : {}
      connections.connect(connector.id, { ...only, chosen: true, signal: mine.signal }).then(
        () => end(),
        (error: unknown) => {
          const isWithdrawn = mine.signal.aborted || isLatchkeyError(error, 'kernel.modal_closed')
          end(isWithdrawn ? undefined : (error ?? 'unknown'))
        },
      )
    },
  }
}

/** Makes the state of one modal. Dispose it together with the modal. */
export function createSession({ ports }: Kernel): Session {
  const { activeNetwork, late, log, modal, state } = ports
  const cells: Cells = {
    attempt: state.cell<Attempt | undefined>(undefined),
    switching: state.cell<Switching | undefined>(undefined),
    consent: state.cell(false),
    wanted: state.cell<Namespace | undefined>(undefined),
    shown: state.cell(modal.get().open),
    tab: state.cell<string | undefined>(undefined),
  }
  const { connect, withdraw } = createConnecting(ports, cells)
  const stop = forgetOnLeaving(ports, cells, withdraw)
  const life = new AbortController()
  const prepare = (row: WalletRow): void => {
    for (const connector of row.connectors)
      connector
        .prepare?.(life.signal)
        .catch((error: unknown) => log.debug('prepare', connector.id, error))
  }
  return {
    ...cells,
    connect,
    switchTo(network) {
      const begun: Switching = { network }
      const { switching } = cells
      switching.set(begun)
      activeNetwork.switch(network).then(
        () => switching.get() === begun && switching.set(undefined),
        (error: unknown) =>
          switching.get() === begun && switching.set({ network, error: error ?? 'unknown' }),
      )
    },
    prepare,
    approach(row) {
      prepare(row)
      late.now()?.warm?.(row.connectors.flatMap(({ namespaces }) => namespaces))
    },
    dispose() {
      stop()
      withdraw()
      life.abort()
    },
  }
}
