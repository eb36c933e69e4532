import type { Kernel, WalletRow } from '@latchkey/kernel'
import {
  isLatchkeyError,
  type Caip2,
  type Connector,
  type Dispose,
  type Namespace,
} from '@latchkey/plugin-api'
import { createCell, type Cell } from './cell.js'

/** A connect that the visitor began here, and how it ended. What ends well leaves nothing behind. */
export interface Attempt {
  readonly walletId: string
  readonly connectorId: string
  readonly error?: unknown
}
/** A switch of networks that the visitor began here. */
export interface Switching {
  readonly network: Caip2
  readonly error?: unknown
}

/** What the views of one modal remember across each other, while it is open. */
export interface Session {
  readonly attempt: Cell<Attempt | undefined>
  readonly switching: Cell<Switching | undefined>
  readonly consent: Cell<boolean>
  /** Only wallets of this namespace are wanted. */
  readonly wanted: Cell<Namespace | undefined>
  /** Id of the account's tab that the visitor chose: going back from what it pushed leads there. */
  readonly tab: Cell<string | undefined>
  /** Called in the task of the click, so that a window may open. */
  connect(row: Pick<WalletRow, 'id'>, connector: Connector): void
  switchTo(network: Caip2): void
  /** Loads what connecting needs; touches no wallet. May be called often: what was made ready may be used up. */
  prepare(row: WalletRow): void
  /** Says it to screen readers: politely, or at once where it is an error. */
  announce(text: string, urgency?: 'polite' | 'assertive'): void
  dispose: Dispose
}

type Cells = Pick<Session, 'attempt' | 'switching' | 'consent' | 'wanted' | 'tab'>

/** Forgets what belongs to a view when the visitor has left it; a connect that is left is withdrawn. */
function forgetOnLeaving(
  { router, modal }: Kernel['ports'],
  { attempt, switching, wanted, tab }: Cells,
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
      if (open) return
      wanted.set(undefined)
      tab.set(undefined)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Begins connects one at a time: another one withdraws the one before. */
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

export function createSession({ ports }: Kernel, announce: Session['announce']): Session {
  const { activeNetwork, log } = ports
  const cells: Cells = {
    attempt: createCell<Attempt | undefined>(undefined),
    switching: createCell<Switching | undefined>(undefined),
    consent: createCell(false),
    wanted: createCell<Namespace | undefined>(undefined),
    tab: createCell<string | undefined>(undefined),
  }
  const { connect, withdraw } = createConnecting(ports, cells)
  const stop = forgetOnLeaving(ports, cells, withdraw)
  const life = new AbortController()
  return {
    ...cells,
    announce,
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
    prepare(row) {
      for (const connector of row.connectors)
        connector
          .prepare?.(life.signal)
          .catch((error: unknown) => log.debug('prepare', connector.id, error))
    },
    dispose() {
      stop()
      withdraw()
      life.abort()
    },
  }
}
