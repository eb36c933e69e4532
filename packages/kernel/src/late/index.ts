import { LatchkeyError } from '@latchkey/plugin-api'
import type { CreateLate, KernelCore, LateHalf } from '../core.js'
import type { LatePorts } from '../types.js'
import { createAttempts } from './connections/attempts.js'
import { createBook } from './connections/book.js'
import { createConnecting } from './connections/connect.js'
import { createDisconnect } from './connections/disconnect.js'
import { createLinks } from './connections/links.js'
import type { Picture } from './connections/machine.js'
import { createRestore } from './connections/restore.js'
import { createSelect } from './connections/select.js'
import { createStored } from './connections/stored.js'
import { createSwitching } from './network/switch.js'
import { createNetworkCheck } from './network/unsupported.js'
import { createDoor } from './rpc/door.js'
import { createPending } from './rpc/pending.js'
import { createServices } from './services/index.js'

/** Connections, networks and requests: what happens between the page and its wallets. */
function createFlows(core: KernelCore): {
  half: Omit<LateHalf, 'ports' | 'http'>
  endsWith: LatePorts['endsWith']
} {
  const read = (): Picture => ({
    connections: core.connections.get(),
    active: core.activeNetwork.get(),
  })
  const pending = createPending(read)
  const book = createBook(core, pending.check)
  const stored = createStored(core, (fresh) => {
    // A chunk of its own: most tabs never need it.
    if (fresh.length && core.options.get().reconnect)
      import('./connections/takeOver.js')
        .then(({ takeOver }) => takeOver({ core, links, stored, finisher }, fresh))
        .catch((error: unknown) => core.log.warn(error))
  })
  const checkNetwork = createNetworkCheck(core, read)
  const links = createLinks(core, book, stored, {
    moved: checkNetwork,
    originOf: (namespace) => switching.originOf(namespace),
  })
  const switching = createSwitching(core, book, links)
  const attempts = createAttempts(core, book, links, stored)
  const { connect, finisher } = createConnecting({ core, book, links, attempts, checkNetwork })
  const { disconnect, endsWith } = createDisconnect({ core, book, links, stored, attempts })
  const half: Omit<LateHalf, 'ports' | 'http'> = {
    connect,
    disconnect,
    select: createSelect({ core, book, links, stored, connect, checkNetwork }),
    restore: createRestore({ core, book, links, stored, finisher }),
    switchNetwork: switching.switchNetwork,
    abortAttempt: () => attempts.abort(new LatchkeyError('kernel.modal_closed', 'Modal closed')),
    ...createDoor(core, links, pending, read),
  }
  return { half, endsWith }
}

/** The second half of the kernel. */
export const createLate: CreateLate = (core) => {
  const { half, endsWith } = createFlows(core)
  const { ports, http } = createServices(core)
  return { ...half, http, ports: { ...ports, endsWith } }
}
