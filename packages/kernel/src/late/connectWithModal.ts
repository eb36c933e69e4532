import { LatchkeyError, type ConnectionInfo, type Dispose } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { onAbort } from './steps.js'

/**
 * Waits for a connection that was not there before, as long as the modal is open.
 * @throws `kernel.modal_closed`
 */
export function connectWithModal({ modal, events, connections, signal }: KernelCore): Promise<ConnectionInfo> {
  return new Promise((resolve, reject) => {
    const before = connections.get().connections.map(({ id }) => id)
    const stops: Dispose[] = []
    const settle = (established?: string): void => {
      for (const stop of stops) stop()
      const made = connections.get().connections.find(({ id }) => id === established || !before.includes(id))
      if (made) resolve(made)
      else reject(new LatchkeyError('kernel.modal_closed', 'Modal closed'))
    }
    stops.push(
      events.on('connection:established', ({ connectionId, restored }) => {
        if (!restored) settle(connectionId)
      }),
      events.on('modal:closed', () => settle()),
      onAbort(signal, () => settle()),
    )
    // It may have been closed while this chunk was on its way.
    if (!modal.get().open) settle()
  })
}
