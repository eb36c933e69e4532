import type { Connection, LatchkeyError, Namespace } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { aborted, disposed, onAbort } from '../steps.js'
import type { Book } from './book.js'
import type { ConnectionEvent } from './machine.js'
import type { Links } from './links.js'
import type { Stored } from './stored.js'

/** One try to connect a wallet. There is one at a time. */
export interface Attempt {
  readonly connectorId: string
  readonly signal: AbortSignal
  /** Settles when it is over, well or badly. */
  readonly over: Promise<void>
  isRunning(): boolean
  /** Goes back, at once, and gives the reason to all that wait. */
  abort(reason: LatchkeyError): void
  /** It is over. Answers what the machine has to handle, if it was not over before. */
  finish(): readonly ConnectionEvent[]
}
export interface Attempts {
  begin(
    connectorId: string,
    namespaces: readonly Namespace[],
    outer: AbortSignal | undefined,
  ): Attempt
  /** Aborts what is under way. */
  abort(reason: LatchkeyError): void
  /** Lets an answer go that came too late. Another attempt at the same wallet may still want it. */
  discard(connection: Connection, connectorId: string): void
}

export function createAttempts(
  { onDispose }: KernelCore,
  book: Book,
  links: Links,
  stored: Stored,
): Attempts {
  let running: Attempt | undefined
  const abort: Attempts['abort'] = (reason) => running?.abort(reason)
  const discard: Attempts['discard'] = (connection, connectorId) => {
    if (running?.connectorId === connectorId)
      void running.over.then(() => discard(connection, connectorId))
    else links.discard(connection)
  }
  onDispose(() => abort(disposed()))
  return {
    abort,
    discard,
    begin(connectorId, namespaces, outer) {
      abort(aborted('Another wallet is connected instead.'))
      const controller = new AbortController()
      let settle = (): void => undefined
      const attempt: Attempt = {
        connectorId,
        signal: controller.signal,
        over: new Promise((resolve) => (settle = resolve)),
        isRunning: () => running === attempt,
        abort(reason) {
          controller.abort(reason)
          book.apply(...attempt.finish())
        },
        finish() {
          if (running !== attempt) return []
          running = undefined
          forget()
          settle()
          return [{ type: 'rested', awaited: stored.awaited(), attempt: 'over' }]
        },
      }
      running = attempt
      book.apply({ type: 'begun', connectorId, namespaces })
      const forget = onAbort(outer, () => attempt.abort(aborted('The connect was cancelled.')))
      return attempt
    },
  }
}
