import type { Caip2 } from '@latchkey/plugin-api'
import type { CreateLate, FullLate, KernelCore } from '../core.js'
import { format } from './format.js'
import { rehearseWhenIdle } from './connections/rehearsal.js'
import { createLate } from './index.js'
import { unknownNetwork } from './network/unknownNetwork.js'

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

const createAll = complete(createLate)
export const createFullLate = (core: KernelCore): FullLate => {
  // A rehearsal does not rehearse.
  rehearseWhenIdle(core, () => Promise.resolve({ createFullLate: createAll }))
  return createAll(core)
}
