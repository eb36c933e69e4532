/**
 * The one place where the product's name lives: storage prefix, element prefix, token prefix and documentation links follow from it.
 */
export const brand = {
  name: 'Latchkey',
  scope: '@latchkey',
  elementPrefix: 'latchkey',
  storagePrefix: 'latchkey',
  docs: 'https://latchkey.dev/docs',
} as const

/** major.minor of this contract: what a plugin's `kernelApi` range is compared with. */
export const KERNEL_API = '0.1'
