import { LatchkeyError, type ConnectionInfo, type Dispose } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'

/**
 * Waits for what the visitor connects, as long as the modal is open. A stored connection that comes back meanwhile, or another tab's that comes over, is none that was made here.
 * @param made ids that were established since this was asked for; whoever gives them goes on
 * @throws `kernel.modal_closed`
 */
export function connectWithModal(
  { modal, events, connections, signal }: KernelCore,
  made: readonly string[],
): Promise<ConnectionInfo> {
  return new Promise((resolve, reject) => {
    const stops: Dispose[] = []
    const { attempt, connections: before } = connections.get()
    // What is tried here, unless it failed: it is connected before the steps after it let it be told.
    const tried = new Set(attempt && [attempt.connectorId])
    const find = (): ConnectionInfo | undefined =>
      connections
        .get()
        .connections.findLast(
          ({ id, connectorId }) =>
            made.includes(id) || (tried.has(connectorId) && !before.some((each) => each.id === id)),
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
    // It may have been closed, or somebody connected, while this chunk was on its way.
    if (!modal.get().open || find() || signal.aborted) settle()
  })
}
