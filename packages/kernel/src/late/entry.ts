import type { Caip2, ConnectionInfo, MessageParams, Network } from '@latchkey/plugin-api'
import type { CreateLate, KernelCore, LateHalf } from '../core.js'
import { format } from './format.js'
import { createLate } from './index.js'
import { unknownNetwork } from './network/unknownNetwork.js'

/** The late half with what the eager half reaches through the same chunk. */
export interface FullLate extends LateHalf {
  connectWithModal(): Promise<ConnectionInfo>
  format(text: string, params: MessageParams, locale: string): string
  unknownNetwork(id: Caip2): Network
}

export const complete =
  (create: CreateLate) =>
  (core: KernelCore): FullLate =>
    Object.assign(create(core), {
      // In a chunk of its own for the hosts that call it. Connections made while it loads count.
      connectWithModal() {
        const established: string[] = []
        const stop = core.events.on(
          'connection:established',
          ({ connectionId, restored }) => restored || established.push(connectionId),
        )
        return import('../modal/connectWithModal.js')
          .then((module) => module.connectWithModal(core, established))
          .finally(stop)
      },
      format,
      unknownNetwork: (id: Caip2) => unknownNetwork(core.adapters, id),
    })
export const createFullLate = complete(createLate)
