export { latchkey } from './connector.js'
export type { LatchkeyConnectorParameters } from './connector.js'
export type { EvmKernel } from './evmKernel.js'
