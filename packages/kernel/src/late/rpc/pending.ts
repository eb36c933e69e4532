import { LatchkeyError, type Namespace, type RpcClass } from '@latchkey/plugin-api'
import { networkOf, scopeOf, stateOf, type MachineState } from '../connections/machine.js'
import { onAbort, unlessAborted } from '../../support/time.js'

/** Connection and class that a request depends on while its wallet has not answered. */
export interface Bond {
  readonly cls: RpcClass
  readonly namespace: Namespace
  readonly connectionId?: string
}

export interface Pending {
  /**
   * Runs a request. It settles with its answer, or rejects as soon as one of the signals is aborted
   * or its account, network or connection change; an answer after that is dropped.
   * @param ask calls `submitted` once the wallet is carrying the request out: it is not bound any more
   */
  run(
    bond: Bond,
    signals: readonly (readonly [AbortSignal | undefined, () => LatchkeyError])[],
    ask: (signal: AbortSignal, submitted: () => void) => Promise<unknown>,
  ): Promise<unknown>
  /** Rejects the requests whose account or network is different in the new state. */
  check(machineState: MachineState): void
}

/** Whether a request acts for an account, and so must not outlive a change of it. */
export const isBound = <B extends Pick<Bond, 'cls'>>(
  bond: B,
): bond is B & { cls: 'sign' | 'send' } => bond.cls === 'sign' || bond.cls === 'send'

/** Account and network that the wallet would act on, as a text to compare. */
function boundTo(machineState: MachineState, { namespace, connectionId }: Bond): string {
  const { connectionId: current, ...state } = stateOf(machineState, namespace)
  const { selected, network } = scopeOf(machineState, connectionId, namespace) ?? {}
  return JSON.stringify(
    current === connectionId ? [state, networkOf(machineState, namespace)] : [selected, network],
  )
}

export function createPending(read: () => MachineState): Pending {
  const waiting = new Set<{ bond: Bond; to: string; controller: AbortController }>()
  return {
    async run(bond, signals, ask) {
      const entry = { bond, to: boundTo(read(), bond), controller: new AbortController() }
      const { controller } = entry
      const stops = signals.map(([signal, why]) => onAbort(signal, () => controller.abort(why())))
      if (isBound(bond)) waiting.add(entry)
      const submitted = (): void => void waiting.delete(entry)
      try {
        return await unlessAborted(controller.signal, () => ask(controller.signal, submitted))
      } finally {
        waiting.delete(entry)
        for (const stop of stops) stop()
      }
    },
    check(machineState) {
      for (const { bond, to, controller } of [...waiting])
        if (boundTo(machineState, bond) !== to)
          controller.abort(
            new LatchkeyError(
              'wallet.account_changed',
              'The account or the network changed while the wallet was being asked.',
            ),
          )
    },
  }
}
