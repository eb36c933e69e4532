// Which names a module takes from which others, and which of them it only passes on.

/** One name of another module. */
export interface Binding {
  /** The other module. */
  readonly id: string
  /** Its export: `*` for all. */
  readonly name: string
}

/** The imports of a module and their use. */
export interface Bindings {
  /** Exports that only pass on another module's, by the name under which it does; `*` for `export * from`. */
  readonly passed: readonly { readonly as: string; readonly from: Binding }[]
  /**
   * The names that its own code takes when this of its exports is used; `*` for all. Code that runs
   * when the module is imported is part of every answer.
   */
  taken(name: string): readonly Binding[]
}

/** A node of ESTree, of which only some members are read. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
}
interface Specifier extends Node {
  readonly local?: Node
  readonly imported?: Node
  readonly exported?: Node
}
interface Declarator extends Node {
  readonly id: Node
  readonly init?: Node | null
}
interface Statement extends Node {
  readonly id?: Node | null
  readonly declaration?: Statement | null
  readonly declarations?: readonly Declarator[]
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly Specifier[]
  readonly exported?: Node | null
}

/** `a` of `import { a }` and of `import { 'a' as b }`. */
const nameOf = (node: Node | null | undefined) => String(node?.name ?? node?.value ?? 'default')

const importedName = (specifier: Specifier) =>
  specifier.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(specifier.imported)

/** Every identifier in a tree. */
function mentionsIn(tree: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(tree)) for (const item of tree) mentionsIn(item, found)
  else if (typeof tree === 'object' && tree !== null) {
    const { type, name } = tree as Node
    if (type === 'Identifier' && name) found.add(name)
    for (const child of Object.values(tree)) mentionsIn(child, found)
  }
  return found
}

/** A piece of a module's own code: what it declares and what it mentions. */
interface Part {
  /** Undefined for code that runs when the module is imported, used or not. */
  readonly declares?: string
  readonly mentions: ReadonlySet<string>
}

/** Making these runs nothing, so that a bundler leaves them out where nobody mentions them. */
const IDLE = /^(?:ArrowFunctionExpression|FunctionExpression|Literal)$/

function partsOf(statement: Statement): Part[] {
  const inner = statement.declaration ?? statement
  if (inner.type === 'FunctionDeclaration')
    return [{ declares: nameOf(inner.id), mentions: mentionsIn(inner, new Set()) }]
  if (inner.type !== 'VariableDeclaration') return [{ mentions: mentionsIn(inner, new Set()) }]
  return (inner.declarations ?? []).map((declarator) => ({
    ...(IDLE.test(declarator.init?.type ?? '') && { declares: nameOf(declarator.id) }),
    mentions: mentionsIn(declarator, new Set()),
  }))
}

/** Every name that code mentions, directly or through what it calls. */
function reachable(parts: readonly Part[], starts: Iterable<string>): ReadonlySet<string> {
  const found = new Set(starts)
  for (const { declares, mentions } of parts)
    if (declares === undefined) for (const name of mentions) found.add(name)
  for (const name of found)
    for (const { declares, mentions } of parts)
      if (declares === name) for (const mentioned of mentions) found.add(mentioned)
  return found
}

/** The names of imports, and what a statement passes on without using it. */
function readImports(body: readonly Statement[], idOf: (statement: Statement) => string) {
  const locals = new Map<string, Binding>()
  for (const statement of body)
    if (statement.type === 'ImportDeclaration')
      for (const specifier of statement.specifiers ?? [])
        locals.set(nameOf(specifier.local), { id: idOf(statement), name: importedName(specifier) })
  const passed: { as: string; from: Binding }[] = []
  const exported = new Map<string, string>()
  for (const statement of body) {
    const id = idOf(statement)
    if (statement.type === 'ExportAllDeclaration')
      passed.push({
        as: statement.exported ? nameOf(statement.exported) : '*',
        from: { id, name: '*' },
      })
    if (statement.type === 'ExportDefaultDeclaration')
      exported.set('default', nameOf(statement.declaration?.id))
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const { local, exported: outer } of statement.specifiers ?? []) {
      const from = statement.source ? { id, name: nameOf(local) } : locals.get(nameOf(local))
      if (from) passed.push({ as: nameOf(outer), from })
      else exported.set(nameOf(outer), nameOf(local))
    }
  }
  return { locals, passed, exported }
}

/** Statements that only connect modules. */
const isLink = ({ type, declaration }: Statement) =>
  type === 'ImportDeclaration' ||
  type === 'ExportAllDeclaration' ||
  (type === 'ExportNamedDeclaration' && !declaration)

/**
 * Reads the statements of a module.
 * @param program from the bundler's parser, ESTree
 * @param ids what the bundler resolved the module's imports to, in the order of the statements;
 * helpers that a bundler adds come behind
 * @returns undefined where a bundler lists a module once that the statements name twice
 */
export function readBindings(program: object, ids: readonly string[]): Bindings | undefined {
  const { body } = program as { readonly body: readonly Statement[] }
  const sources = [...new Set(body.flatMap(({ source }) => source?.value ?? []))]
  if (ids.length < sources.length) return undefined
  const idOf = ({ source }: Statement) => (source && ids[sources.indexOf(source.value)]) ?? ''
  const { locals, passed, exported } = readImports(body, idOf)
  const parts = body.filter((statement) => !isLink(statement)).flatMap(partsOf)
  const everything = parts.flatMap(({ declares }) => declares ?? [])
  return {
    passed,
    taken(name) {
      const starts = name === '*' ? everything : [exported.get(name) ?? name]
      const names = reachable(parts, starts)
      return [...locals].flatMap(([local, binding]) => (names.has(local) ? [binding] : []))
    },
  }
}
