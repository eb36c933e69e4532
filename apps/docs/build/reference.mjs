// The API reference: what each entry of each published package exports, read from its types by the
// compiler, with the comments that stand beside them.
import { posix, relative } from 'node:path'
import ts from 'typescript'
import { at, root } from '../../../tools/run/lib/paths.mjs'
import { publishedPackages } from '../../../tools/run/lib/workspace.mjs'
import { writtenType } from './declarations.mjs'
import { sourceUrl } from './pages.mjs'
import { harmless } from './text.mjs'

/** @typedef {{ name: string, door: string, file: string, path: string }} Entry */

const SOURCE = '@latchkey/source'

/** The entries of the published packages that have types. @returns {Entry[]} */
export const entries = () =>
  publishedPackages().flatMap(({ name, path, dir, manifest }) =>
    Object.entries(manifest.exports ?? {})
      .filter(([, { types, [SOURCE]: source } = {}]) => types && /\.tsx?$/.test(source ?? ''))
      .map(([door, { [SOURCE]: source }]) => ({
        name,
        path,
        door: posix.join(name, door),
        file: posix.join(dir.replaceAll('\\', '/'), source),
      })),
  )

/** @param {Entry[]} all */
function programOf(all) {
  const { config } = ts.readConfigFile(at('tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  return ts.createProgram(
    all.map(({ file }) => file),
    { ...options, types: [] },
  )
}

const KINDS = [
  [ts.SymbolFlags.Function, 'function'],
  [ts.SymbolFlags.Class, 'class'],
  [ts.SymbolFlags.Interface, 'interface'],
  [ts.SymbolFlags.TypeAlias, 'type'],
  [ts.SymbolFlags.Enum, 'enum'],
  [ts.SymbolFlags.Variable, 'value'],
]
const kindOf = (symbol) => KINDS.find(([flag]) => symbol.flags & flag)?.[1] ?? 'value'

const inText = (parts) => ts.displayPartsToString(parts).trim()
/** `{@link Name}` is written as code: its target may be on another page. */
const prose = (text) => text.replace(/\{@link\s+([^}\s|]+)[^}]*\}/g, '`$1`')
const TAGS = { throws: 'Throws', see: 'See', deprecated: 'Deprecated', returns: 'Returns' }
function commentOf(symbol, checker) {
  const tags = symbol.getJsDocTags(checker)
  const textOf = (tag) => inText(tag.text ?? [])
  const examples = tags.filter(({ name }) => name === 'example').map(textOf)
  const parameters = tags
    .filter(({ name }) => name === 'param')
    .map((tag) => textOf(tag).replace(/^(\S+)\s*-?\s*/, '- `$1`: '))
    .filter((line) => !/`: $/.test(line))
  return [
    harmless(prose(inText(symbol.getDocumentationComment(checker)))),
    harmless(prose(parameters.join('\n'))),
    ...tags
      .filter(({ name, text }) => TAGS[name] && text)
      .map((tag) => `**${TAGS[tag.name]}** ${harmless(prose(textOf(tag)))}`),
    ...examples.map((text) => (text.includes('```') ? text : `\`\`\`ts\n${text}\n\`\`\``)),
  ].filter(Boolean)
}

/** One exported name, in Markdown. */
function exported(symbol, checker, path, published) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const [declaration] = target.declarations ?? []
  if (!declaration) return undefined
  const file = relative(root, declaration.getSourceFile().fileName).replaceAll('\\', '/')
  const isForeign = !file.startsWith(`${path}/`)
  const origin = file.includes('node_modules/')
    ? /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(file)?.[1]
    : published.find((one) => file.startsWith(`${one.path}/`))?.name
  if (isForeign) return { name: symbol.name, text: [origin ?? file], kind: 'passed on' }
  const code = writtenType(target, symbol.name, checker)
  return {
    name: symbol.name,
    kind: kindOf(target),
    text: [
      ...commentOf(target, checker),
      `\`\`\`ts\n${code}\n\`\`\``,
      `[${file}](${sourceUrl(file)})`,
    ],
  }
}

const slug = ({ door }) => door.replace(/^@[^/]+\//, '').replaceAll('/', '-')

/** The page of an entry. */
function entryPage(entry, program, published) {
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry.file))
  const all = (module ? checker.getExportsOfModule(module) : [])
    .map((symbol) => exported(symbol, checker, entry.path, published))
    .filter(Boolean)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const own = all.filter(({ kind }) => kind !== 'passed on')
  const passed = all.filter(({ kind }) => kind === 'passed on')
  const text = [
    `# ${entry.door}`,
    `\`import { … } from '${entry.door}'\``,
    ...own.flatMap(({ name, kind, text: parts }) => [`## ${name}`, `*${kind}*`, ...parts]),
    ...(passed.length ? ['## Passed on', 'Other packages declare these.'] : []),
    passed.map(({ name, text: [origin] }) => `- \`${name}\` of \`${origin}\``).join('\n'),
  ]
  const path = `api/${slug(entry)}.md`
  return {
    page: {
      path,
      from: `the types of ${entry.door}`,
      isFinal: true,
      text: `${text.filter(Boolean).join('\n\n')}\n`,
    },
    names: all.map(({ name }) => name),
    entry,
  }
}

/** @returns {{ pages: import('./pages.mjs').Page[], groups: import('./contents.mjs').Group[] }} */
export function reference(all = entries()) {
  const program = programOf(all)
  const published = publishedPackages()
  const made = all
    .map((entry) => entryPage(entry, program, published))
    .filter(({ names }) => names.length)
  const row = ({ page, names, entry }) =>
    `| [\`${entry.door}\`](./${page.path.slice('api/'.length)}) | ${names.length} |`
  const index = {
    path: 'api/index.md',
    from: 'the types of all packages',
    isFinal: true,
    text: `# API reference

Every name that a package exports, with its type and the comment beside it in the source.
A name that is not here is not public.

| import from | names |
|---|---|
${made.map(row).join('\n')}
`,
  }
  const links = made.map(({ page, entry }) => ({ text: entry.door, link: page.path }))
  return {
    pages: [index, ...made.map(({ page }) => page)],
    groups: [{ text: 'API', entries: [{ text: 'All entries', link: 'api/index.md' }, ...links] }],
  }
}
