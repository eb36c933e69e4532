import { LatchkeyError } from '@latchkey/plugin-api'
import type { CreateLate, KernelCore, LateHalf } from '../core.js'
import { checkNetwork } from '../modal/lateRules.js'
import type { LatePorts } from '../types.js'
import { createAttempts } from './connections/attempts.js'
import { createBook } from './connections/book.js'
import { createConnecting } from './connections/connect.js'
import { createDisconnect } from './connections/disconnect.js'
import { createLinks } from './connections/links.js'
import type { MachineState } from './connections/machine.js'
import { createRestore } from './connections/restore.js'
import { createSelect } from './connections/select.js'
import { createStored } from './connections/stored.js'
import { createSwitching } from './network/switch.js'
import { createDoor } from './rpc/door.js'
import { createPending } from './rpc/pending.js'
import { createServices } from './services/createServices.js'

/** Connections, networks and requests: what happens between the page and its wallets. */
function createFlows(core: KernelCore): {
  half: Omit<LateHalf, 'ports' | 'http'>
  endsTogetherWith: LatePorts['endsTogetherWith']
} {
  const read = (): MachineState => ({
    connections: core.connections.get(),
    active: core.activeNetwork.get(),
  })
  // Requests that a wallet has not answered yet. They are rejected when their account changes.
  const pending = createPending(read)
  // The only writer of the connections and of the networks in use.
  const book = createBook(core, pending.check)
  // The connections in the storage. `fresh` are those that another tab has made.
  const stored = createStored(core, (fresh) => {
    // In a chunk of its own, because most tabs never need it.
    if (fresh.length && core.options.get().reconnect)
      import('./connections/takeOver.js')
        .then(({ takeOver }) => takeOver({ core, links, stored, prepareFinish }, fresh))
        .catch((error: unknown) => core.log.warn(error))
  })
  // The live connections: what their wallets report is written into the book.
  const links = createLinks(core, book, stored, {
    onMoved: (namespace) => checkNetwork(core, namespace),
    originOf: (namespace) => switching.originOf(namespace),
  })
  const switching = createSwitching(core, book, links)
  // The attempt to connect that is under way, at most one.
  const attempts = createAttempts(core, book, links, stored)
  const { connect, prepareFinish } = createConnecting({
    core,
    book,
    links,
    attempts,
  })
  const { disconnect, endsTogetherWith } = createDisconnect({
    core,
    book,
    links,
    stored,
    attempts,
  })
  const half: Omit<LateHalf, 'ports' | 'http'> = {
    connect,
    disconnect,
    select: createSelect({ core, book, links, stored, connect }),
    restore: createRestore({ core, book, links, stored, prepareFinish }),
    switchNetwork: switching.switchNetwork,
    abortAttempt: () =>
      attempts.abort(() => new LatchkeyError('kernel.modal_closed', 'Modal closed')),
    ...createDoor(core, links, pending, read),
  }
  return { half, endsTogetherWith }
}

/**
 * Makes the late half of the kernel: connections, requests, and services such as balances and the
 * wallet directory. It is fetched when the modal opens, a wallet connects or a session is restored.
 */
export const createLate: CreateLate = (core) => {
  const { half, endsTogetherWith } = createFlows(core)
  const { ports, http } = createServices(core)
  return { ...half, http, ports: { ...ports, endsTogetherWith } }
}
