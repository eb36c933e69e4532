/**
 * The one place where the product's name lives: storage prefix, element prefix, token prefix and
 * documentation links follow from it. `pnpm rename` carries a change of this file to all others.
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

/**
 * The team that reviews changes (`@owner/team`), and where misconduct is reported. They are
 * placeholders until the owner of the project names people; `pnpm rename` carries them to
 * CODEOWNERS and CODE_OF_CONDUCT.md.
 * @public no page needs it, so the package does not export it
 */
export const CONTACTS = {
  maintainers: '@PLACEHOLDER-OWNER/PLACEHOLDER-MAINTAINERS',
  conduct: 'PLACEHOLDER-CONDUCT-CONTACT',
} as const

/** major.minor of this contract: what a plugin's `kernelApi` range is compared with. */
export const KERNEL_API = '0.1'
