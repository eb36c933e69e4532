import type { Caip2, ConnectionInfo, MessageParams, Network } from '@latchkey/plugin-api'
import type { CreateLate, KernelCore, LateHalf } from '../core.js'
import { format } from './format.js'
import { createLate } from './index.js'
import { unknownNetwork } from './unknownNetwork.js'

/** The late half, and what the eager half keeps in its chunk. */
export interface FullLate extends LateHalf {
  connectWithModal(): Promise<ConnectionInfo>
  format(text: string, params: MessageParams, locale: string): string
  unknownNetwork(id: Caip2): Network
}

export const complete =
  (create: CreateLate) =>
  (core: KernelCore): FullLate =>
    Object.assign(create(core), {
      // By its own chunk, for the hosts that call it. What is connected meanwhile counts.
      connectWithModal() {
        const made: string[] = []
        const stop = core.events.on(
          'connection:established',
          ({ connectionId, restored }) => restored || made.push(connectionId),
        )
        return import('./connectWithModal.js')
          .then((module) => module.connectWithModal(core, made))
          .finally(stop)
      },
      format,
      unknownNetwork: (id: Caip2) => unknownNetwork(core.adapters, id),
    })
export const createFullLate = complete(createLate)
