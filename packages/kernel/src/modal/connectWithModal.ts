import { LatchkeyError, type ConnectionInfo, type Dispose } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'

/**
 * Waits until the visitor has connected a wallet in the open modal. A stored connection that comes
 * back while the modal is open, or one that another tab hands over, does not count.
 * @param established ids of connections that were made since the caller asked; it goes on adding to
 * the list
 * @throws `kernel.modal_closed`
 */
export function connectWithModal(
  { modal, events, connections, signal }: KernelCore,
  established: readonly string[],
): Promise<ConnectionInfo> {
  return new Promise((resolve, reject) => {
    const stops: Dispose[] = []
    const { attempt, connections: before } = connections.get()
    // Connectors that were tried here and did not fail. Their connection stands before the plugins'
    // steps after it are done, and `connection:established` comes only then.
    const tried = new Set(attempt && [attempt.connectorId])
    const find = (): ConnectionInfo | undefined =>
      connections
        .get()
        .connections.findLast(
          ({ id, connectorId }) =>
            established.includes(id) ||
            (tried.has(connectorId) && !before.some((each) => each.id === id)),
        )
    const settle = (): void => {
      for (const stop of stops) stop()
      const found = find()
      if (found) resolve(found)
      else reject(new LatchkeyError('kernel.modal_closed', 'Modal closed'))
    }
    signal.addEventListener('abort', settle)
    stops.push(
      events.on('connection:started', ({ connectorId }) => tried.add(connectorId)),
      events.on('connection:failed', ({ connectorId }) => tried.delete(connectorId)),
      events.on('connection:established', ({ restored }) => restored || settle()),
      events.on('modal:closed', settle),
      () => signal.removeEventListener('abort', settle),
    )
    // The modal may have been closed, or a wallet connected, while this chunk was loading.
    if (!modal.get().open || find() || signal.aborted) settle()
  })
}
