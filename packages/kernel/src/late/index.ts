import type { CreateLate } from '../core.js'
import { createFlows } from './flows.js'
import { createServices } from './services/index.js'

/** The second half of the kernel. */
export const createLate: CreateLate = (core) => ({ ...createFlows(core), ...createServices(core) })
