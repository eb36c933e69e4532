import type { Connection, LatchkeyError, Namespace } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { abortedError, disposedError, onAbort } from '../../support/time.js'
import type { Book } from './book.js'
import type { ConnectionEvent } from './machine.js'
import type { Links } from './links.js'
import type { Stored } from './stored.js'

/** An attempt to connect a wallet. At most one is under way. */
export interface Attempt {
  readonly connectorId: string
  readonly signal: AbortSignal
  /** Resolves when the attempt is over, whether it connected or not. */
  readonly over: Promise<void>
  isRunning(): boolean
  /** Ends the attempt at once; everything that waits for it rejects with the reason. */
  abort(reason: LatchkeyError): void
  /**
   * Ends the attempt.
   * @returns the events that the machine has to handle, none if the attempt was over already
   */
  finish(): readonly ConnectionEvent[]
}
export interface Attempts {
  begin(
    connectorId: string,
    namespaces: readonly Namespace[],
    outer: AbortSignal | undefined,
  ): Attempt
  /**
   * Aborts the attempt that is under way, if there is one.
   * @param why makes the reason: an error that nobody gets would cost a click on a wallet time
   */
  abort(why: () => LatchkeyError): void
  /**
   * Releases a connection that a wallet answered too late. It waits for a running attempt at the same
   * wallet, which may get that very connection.
   */
  discard(connection: Connection, connectorId: string): void
}

export function createAttempts(
  { onDispose }: KernelCore,
  book: Book,
  links: Links,
  stored: Stored,
): Attempts {
  let running: Attempt | undefined
  const abort: Attempts['abort'] = (why) => running?.abort(why())
  const discard: Attempts['discard'] = (connection, connectorId) => {
    if (running?.connectorId === connectorId)
      void running.over.then(() => discard(connection, connectorId))
    else links.discard(connection)
  }
  onDispose(() => abort(disposedError))
  return {
    abort,
    discard,
    begin(connectorId, namespaces, outer) {
      abort(() => abortedError('Another wallet is connected instead.'))
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
      const forget = onAbort(outer, () => attempt.abort(abortedError('The connect was cancelled.')))
      return attempt
    },
  }
}
