import type { Caip2 } from '@latchkey/plugin-api'
import type { CreateLate, FullLate, KernelCore } from '../core.js'
import type { AssembleKernel } from '../services/lateLoader.js'
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
/**
 * @param assemble makes the kernel of a rehearsal. It is handed in: with an import of it bundlers would
 * cut the page's first file into several
 */
export const createFullLate = (core: KernelCore, assemble: AssembleKernel): FullLate => {
  // A rehearsal does not rehearse.
  rehearseWhenIdle(core, assemble, () => Promise.resolve({ createFullLate: createAll }))
  return createAll(core)
}
