import { fileURLToPath } from 'node:url'

// Its package.json exports neither this file nor itself, so that Node cannot be asked for it.
const PROGRAM = './node_modules/@pimlico/alto/esm/cli/alto.js'

/** @type {typeof import('./index.d.mts').altoProgram} */
export const altoProgram = fileURLToPath(new URL(PROGRAM, import.meta.url))
