/**
 * The kernel, the modal and the custom elements, for `<script type="module">`.
 * @packageDocumentation
 */
export { contentSecurityPolicy, createKernel } from '@latchkey/kernel'
export type { Kernel, KernelOptions } from '@latchkey/kernel'
export { isLatchkeyError } from '@latchkey/plugin-api'
export { defineElements, mountModal } from '@latchkey/ui-react/elements'
export type { KernelElement } from '@latchkey/ui-react/elements'
