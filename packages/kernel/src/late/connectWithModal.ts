import { LatchkeyError, type ConnectionInfo, type Dispose } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'

/**
 * Waits for a connection that was not there before, as long as the modal is open.
 * @param before what was connected when this was asked for
 * @throws `kernel.modal_closed`
 */
export function connectWithModal({ modal, events, connections, signal }: KernelCore, before: readonly ConnectionInfo[]): Promise<ConnectionInfo> {
  return new Promise((resolve, reject) => {
    const stops: Dispose[] = []
    const find = (established?: string): ConnectionInfo | undefined => connections.get().connections.find(({ id }) => id === established || !before.some((each) => each.id === id))
    const settle = (established?: string): void => {
      for (const stop of stops) stop()
      const made = find(established)
      if (made) resolve(made)
      else reject(new LatchkeyError('kernel.modal_closed', 'Modal closed'))
    }
    const end = (): void => settle()
    signal.addEventListener('abort', end)
    stops.push(
      events.on('connection:established', ({ connectionId, restored }) => {
        if (!restored) settle(connectionId)
      }),
      events.on('modal:closed', end),
      () => signal.removeEventListener('abort', end),
    )
    // It may have been closed, or somebody connected, while this chunk was on its way.
    if (!modal.get().open || find() || signal.aborted) settle()
  })
}
