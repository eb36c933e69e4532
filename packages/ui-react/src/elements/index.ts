/**
 * For pages of any make: the buttons and the modal as custom elements, and the modal alone. Nothing here imports React: it is loaded with the modal, when that is first needed.
 * @packageDocumentation
 */
export { defineElements } from './defineElements.js'
export type { ElementsOptions, KernelElement } from './defineElements.js'
export { mountModal } from '../mount/mountModal.js'
export type { MountOptions } from '../mount/mountModal.js'
