/**
 * The buttons and the modal as custom elements, for pages of any make. React is loaded with the modal, when it is first needed.
 * @packageDocumentation
 */
export { defineElements } from './defineElements.js'
export type { ElementsOptions, KernelElement } from './defineElements.js'
