/**
 * The one place where the product's name lives: storage prefix, element prefix, token prefix and
 * documentation links follow from it.
 */
export const brand = {
  name: 'Latchkey',
  scope: '@latchkey',
  elementPrefix: 'latchkey',
  storagePrefix: 'latchkey',
  docs: 'https://latchkey.dev/docs',
} as const

/**
 * The repository of the sources, from which alone releases are made. The script
 * tools/checks/pack/manifests.mjs copies it into every manifest.
 * @public no page needs it, so the package does not export it
 */
export const REPOSITORY = 'https://github.com/latchkey-dev/latchkey'

/** major.minor of this contract: what a plugin's `kernelApi` range is compared with. */
export const KERNEL_API = '0.1'
