/**
 * For pages without React: the buttons and the modal as custom elements, and `mountModal` for the
 * modal alone.
 * Nothing here imports React: it is loaded with the modal, when the modal is first needed.
 * @packageDocumentation
 */
export { defineElements } from './defineElements.js'
export type { ElementsOptions, KernelElement } from './defineElements.js'
export { mountModal, preload } from '../mount/mountModal.js'
export type { MountOptions } from '../mount/mountModal.js'
