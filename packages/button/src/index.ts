/**
 * The connect button before the rest of the page: two kilobytes that draw it, with the address of a
 * remembered wallet, and load the kernel when a visitor needs it.
 * @packageDocumentation
 */
export { startButton } from './startButton.js'
export type { Loaded, StartOptions } from './startButton.js'
