import { CreateError } from './CreateError.js'

/** A chain family with its wallets, or a view with something to do. */
export const KINDS = ['chain', 'feature'] as const
export type Kind = (typeof KINDS)[number]
export const isKind = (text: unknown): text is Kind => KINDS.some((kind) => kind === text)

/** All that is called after the plugin. */
export interface PluginNames {
  /** `latchkey-plugin-hello-world`, or what was asked for where that has a scope. */
  packageName: string
  /** Last part of the package's name. */
  folder: string
  /** `hello-world` */
  id: string
  /** `helloWorld` */
  camel: string
  /** `HelloWorld` */
  pascal: string
  /** `Hello World` */
  title: string
  /** CAIP-2 wants three to eight letters and digits: `hellowor`. */
  namespace: string
}

const PREFIX = 'latchkey-plugin-'
const NAME = /^(?:@([a-z0-9][a-z0-9._-]*)\/)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/
const LONGEST = 50
const SHORTEST = 3
const NAMESPACE_LENGTH = 8

const refused = (name: string, why: string): CreateError =>
  new CreateError(
    'create.invalid_name',
    `"${name.slice(0, 80)}" cannot be the name of a plugin: ${why}. Expected small letters, digits and single hyphens, beginning with a letter, such as my-plugin or @my-scope/my-plugin.`,
  )

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Derives every name from the one that the author chose; `latchkey-plugin-` may stand before it.
 * @throws CreateError `create.invalid_name`
 */
export function toNames(name: string): PluginNames {
  const [, scope, last = ''] = NAME.exec(name) ?? []
  if (!last) throw refused(name, 'npm or the kit would not take it')
  const id = last.startsWith(PREFIX) ? last.slice(PREFIX.length) : last
  if (!/^[a-z]/.test(id)) throw refused(name, 'it does not begin with a letter')
  if (id.startsWith('latchkey')) throw refused(name, 'names that begin with latchkey are its own')
  if (id.length > LONGEST || id.replaceAll('-', '').length < SHORTEST)
    throw refused(name, `it has less than ${SHORTEST} or more than ${LONGEST} letters`)
  const words = id.split('-')
  const pascal = words.map(capital).join('')
  return {
    packageName: scope === undefined ? PREFIX + id : `@${scope}/${last}`,
    folder: scope === undefined ? PREFIX + id : last,
    id,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    title: words.map(capital).join(' '),
    namespace: id.replaceAll('-', '').slice(0, NAMESPACE_LENGTH),
  }
}
