/**
 * The connect button before anything else: two kilobytes that draw it, with the address of a remembered wallet, and load the kernel when somebody wants it.
 * @packageDocumentation
 */
export { startButton } from './startButton.js'
export type { StartOptions } from './startButton.js'
