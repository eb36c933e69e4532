import type { Kind, PluginNames } from './names.js'

/**
 * The words of a template and their replacements. `factory` names the function that makes the
 * plugin.
 */
function wordsOf(
  kind: Kind,
  names: PluginNames,
  factory: string,
): Readonly<Record<string, string>> {
  const common = { [`@latchkey/template-${kind}`]: names.packageName }
  return kind.startsWith('chain')
    ? {
        ...common,
        'sample-chain': names.id,
        sampleChain: factory,
        SampleChain: names.pascal,
        'Sample Chain': names.title,
        samplech: names.namespace,
      }
    : {
        ...common,
        'sample-feature': names.id,
        sampleFeature: factory,
        SampleFeature: names.pascal,
        'Sample Feature': names.title,
      }
}

/** Words that a factory cannot have as its name. */
const RESERVED = `
  arguments await break case catch class const continue debugger default delete do else enum
  eval export extends false finally for function if implements import in interface let new
  null package private protected public return static super switch this throw true try typeof
  undefined var void while with yield window document globalThis any bigint boolean never
  number object string symbol type unknown
`
  .trim()
  .split(/\s+/)

/**
 * The name of the factory: the plugin's name in camel case, followed by `Plugin` where JavaScript
 * or the template already uses that word.
 */
export function toFactory({ camel }: PluginNames, texts: readonly string[]): string {
  const used = new Set([
    ...RESERVED,
    ...texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []),
  ])
  return used.has(camel) ? `${camel}Plugin` : camel
}

/**
 * Makes the function that renames a text of the template. It replaces all words in one pass, so
 * that no replacement is replaced again.
 */
export function renamer(kind: Kind, names: PluginNames, factory: string): (text: string) => string {
  const words = wordsOf(kind, names, factory)
  const pattern = new RegExp(
    Object.keys(words)
      .map((word) => word.replace(/[/-]/g, '\\$&'))
      .join('|'),
    'g',
  )
  return (text) => text.replace(pattern, (word) => words[word] ?? word)
}
