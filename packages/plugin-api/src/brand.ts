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

/**
 * Where the sources live. What manifests say of it is written from here by tools/pack/manifests.mjs, and releases come from there only.
 * @public no page needs it, so the package does not export it
 */
export const REPOSITORY = 'https://github.com/latchkey-dev/latchkey'

/** major.minor of this contract: what a plugin's `kernelApi` range is compared with. */
export const KERNEL_API = '0.1'
