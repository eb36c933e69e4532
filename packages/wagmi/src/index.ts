export { latchkey } from './connector.js'
export type { LatchkeyConnectorParameters, EvmKernel } from './connector.js'
