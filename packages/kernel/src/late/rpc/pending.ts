import { LatchkeyError, type Caip2, type Namespace, type RpcClass } from '@latchkey/plugin-api'
import { own } from '../../support/own.js'
import { infoOf, stateOf, type Picture } from '../connections/machine.js'

/** To what a request is bound while a wallet thinks about it. */
export interface Bond {
  readonly cls: RpcClass
  readonly namespace: Namespace
  readonly connectionId: string
}
interface Waiting extends Bond {
  readonly to: string
  reject(error: LatchkeyError): void
}

export interface Pending {
  /**
   * Runs a request that settles once: with its answer, or as soon as one of the signals is aborted. With a bond also when account, network or connection are no longer
   * what they were, and when pending requests are rejected; what is answered after that is dropped.
   */
  run(bond: Bond | undefined, signals: Signals, ask: (signal: AbortSignal) => Promise<unknown>): Promise<unknown>
  /** Rejects what is bound to something else than the picture shows. */
  check(picture: Picture): void
  rejectAll(reason: LatchkeyError): void
}
/** Signals, each with what its abort means. */
type Signals = readonly (readonly [AbortSignal | undefined, () => LatchkeyError])[]

/** Account and network that a wallet would act on. The classes that act on neither are bound to nothing. */
function bondOf(picture: Picture, { cls, namespace, connectionId }: Bond): string {
  if (cls !== 'sign' && cls !== 'send') return ''
  const { connectionId: current, accountKey, address } = stateOf(picture, namespace) ?? {}
  const scope = own(infoOf(picture, connectionId)?.scopes, namespace)
  const network: Caip2 | undefined = own(picture.active.networks, namespace)
  return JSON.stringify(current === connectionId ? [connectionId, accountKey, address, network] : scope ? [scope.selected, scope.network] : [])
}

const changed = (): LatchkeyError => new LatchkeyError('wallet.account_changed', 'The account or the network changed while the wallet was asked: its answer belongs to neither. Ask again.')

export function createPending(read: () => Picture): Pending {
  const waiting = new Set<Waiting>()
  const reject = (isMeant: (each: Waiting) => boolean, why: () => LatchkeyError): void => {
    for (const each of [...waiting]) if (isMeant(each)) each.reject(why())
  }
  return {
    run: (bond, signals, ask) => new Promise((resolve, fail) => {
      const controller = new AbortController()
      const stops = signals.map(([signal, why]) => [signal, () => giveUp(why())] as const)
      const end = (): void => {
        if (entry) waiting.delete(entry)
        for (const [signal, stop] of stops) signal?.removeEventListener('abort', stop)
      }
      const giveUp = (error: LatchkeyError): void => {
        end()
        fail(error)
        controller.abort(error)
      }
      const entry = bond && { ...bond, to: bondOf(read(), bond), reject: giveUp }
      const over = signals.find(([signal]) => signal?.aborted)
      if (over) return giveUp(over[1]())
      if (entry) waiting.add(entry)
      for (const [signal, stop] of stops) signal?.addEventListener('abort', stop)
      // Asked in this very task.
      void new Promise((settle) => settle(ask(controller.signal))).then(resolve, fail).finally(end)
    }),
    check: (picture) => reject((each) => bondOf(picture, each) !== each.to, changed),
    rejectAll: (reason) => reject(({ cls }) => cls === 'sign' || cls === 'send', () => reason),
  }
}
