import { createError, type CreateError } from './CreateError.js'

/**
 * The templates. `chain`: a chain family whose wallet is a property of `window`.
 * `chain-wallet-standard`: a chain family whose wallets announce themselves by the Wallet Standard.
 * `feature`: a view and an account action.
 */
export const KINDS = ['chain', 'chain-wallet-standard', 'feature'] as const
export type Kind = (typeof KINDS)[number]
/** Whether a text names a template. */
export const isKind = (text: unknown): text is Kind => KINDS.some((kind) => kind === text)

/** The names that a new plugin uses. They all derive from the one that its author chose. */
export interface PluginNames {
  /** `latchkey-plugin-hello-world`; a name with a scope stays as it is. */
  packageName: string
  /** The package name without its scope. */
  folder: string
  /** `hello-world` */
  id: string
  /** `helloWorld` */
  camel: string
  /** `HelloWorld` */
  pascal: string
  /** `Hello World` */
  title: string
  /** `hellowor`: CAIP-2 requires three to eight characters. */
  namespace: string
}

const PREFIX = 'latchkey-plugin-'
/** An optional scope, then words of small letters and digits with single hyphens between them. */
const NAME = /^(?:@([a-z0-9][a-z0-9._-]*)\/)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/
/** Bounds of the id; the lower one counts without hyphens. */
const MAX_LENGTH = 50
const MIN_LENGTH = 3
const NAMESPACE_LENGTH = 8

const invalidName = (name: string, why: string): CreateError =>
  createError(
    'create.invalid_name',
    `"${name.slice(0, 80)}" cannot be the name of a plugin: ${why}. Expected small letters, digits and ` +
      'single hyphens, beginning with a letter, such as my-plugin or @my-scope/my-plugin.',
  )

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Derives all names from the one that the author chose, with or without `latchkey-plugin-`.
 * @throws CreateError `create.invalid_name`
 */
export function toNames(name: string): PluginNames {
  const [, scope, unscoped = ''] = NAME.exec(name) ?? []
  if (!unscoped) throw invalidName(name, 'npm or the test kit would refuse it')
  const id = unscoped.startsWith(PREFIX) ? unscoped.slice(PREFIX.length) : unscoped
  if (!/^[a-z]/.test(id)) throw invalidName(name, 'it does not begin with a letter')
  if (id.startsWith('latchkey'))
    throw invalidName(name, 'names that begin with latchkey are reserved')
  if (id.length > MAX_LENGTH || id.replaceAll('-', '').length < MIN_LENGTH)
    throw invalidName(name, `it has less than ${MIN_LENGTH} or more than ${MAX_LENGTH} letters`)
  const words = id.split('-')
  const pascal = words.map(capital).join('')
  return {
    packageName: scope === undefined ? PREFIX + id : `@${scope}/${unscoped}`,
    folder: scope === undefined ? PREFIX + id : unscoped,
    id,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    title: words.map(capital).join(' '),
    namespace: id.replaceAll('-', '').slice(0, NAMESPACE_LENGTH),
  }
}
