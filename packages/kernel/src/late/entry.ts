import type { ConnectionInfo } from '@latchkey/plugin-api'
import type { CreateLate, KernelCore, LateHalf } from '../core.js'
import { connectWithModal } from './connectWithModal.js'
import { createLate } from './index.js'

/** The late half, and what the host's side of the kernel keeps in its chunk. */
export interface FullLate extends LateHalf {
  connectWithModal(): Promise<ConnectionInfo>
}

export const complete = (create: CreateLate) => (core: KernelCore): FullLate => Object.assign(create(core), { connectWithModal: () => connectWithModal(core) })
export const createFullLate = complete(createLate)
