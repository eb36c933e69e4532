import { LatchkeyError, type Namespace, type RpcClass } from '@latchkey/plugin-api'
import { networkOf, scopeOf, stateOf, type Picture } from '../connections/machine.js'
import { onAbort, unlessAborted } from '../steps.js'

/** To what a request is bound while a wallet thinks about it. */
export interface Bond {
  readonly cls: RpcClass
  readonly namespace: Namespace
  readonly connectionId?: string
}

export interface Pending {
  /**
   * Runs a request that settles once: with its answer, or as soon as one of the signals is aborted, or account, network or connection are no longer what they were;
   * what is answered after that is dropped.
   */
  run(
    bond: Bond,
    signals: readonly (readonly [AbortSignal | undefined, () => LatchkeyError])[],
    ask: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown>
  /** Rejects what is bound to something else than the picture shows. */
  check(picture: Picture): void
}

export const isBound = <B extends Pick<Bond, 'cls'>>(
  bond: B,
): bond is B & { cls: 'sign' | 'send' } => bond.cls === 'sign' || bond.cls === 'send'
/** Account and network that a wallet would act on. */
function boundTo(picture: Picture, { namespace, connectionId }: Bond): string {
  const { connectionId: current, ...state } = stateOf(picture, namespace)
  const { selected, network } = scopeOf(picture, connectionId, namespace) ?? {}
  return JSON.stringify(
    current === connectionId ? [state, networkOf(picture, namespace)] : [selected, network],
  )
}

export function createPending(read: () => Picture): Pending {
  const waiting = new Set<{ bond: Bond; to: string; controller: AbortController }>()
  return {
    async run(bond, signals, ask) {
      const entry = { bond, to: boundTo(read(), bond), controller: new AbortController() }
      const { controller } = entry
      const stops = signals.map(([signal, why]) => onAbort(signal, () => controller.abort(why())))
      if (isBound(bond)) waiting.add(entry)
      try {
        return await unlessAborted(controller.signal, () => ask(controller.signal))
      } finally {
        waiting.delete(entry)
        for (const stop of stops) stop()
      }
    },
    check(picture) {
      for (const { bond, to, controller } of [...waiting])
        if (boundTo(picture, bond) !== to)
          controller.abort(
            new LatchkeyError(
              'wallet.account_changed',
              'The account or the network changed while the wallet was asked.',
            ),
          )
    },
  }
}
