// What a file imports, in every form the compiler knows, read from its syntax tree.
import ts from 'typescript'
import { foldText, readConstants } from './constants.mjs'

/**
 * @typedef {'eager' | 'lazy' | 'type'} When
 *   eager: evaluated before the importing module; lazy: when asked for; type: gone from the output
 * @typedef {object} RawImport
 * @property {string | undefined} specifier undefined: computed at run time, the compiler cannot read it
 * @property {When} when
 * @property {string} form how it is written, for messages: `import`, `export from`, `import()`, `require()` …
 * @property {boolean} star everything is taken: `export * from`
 * @property {boolean} commonjs resolved with the `require` condition
 * @property {number} line from 1
 */

/**
 * @param {ts.SourceFile} source
 * @param {ts.CompilerOptions} options
 * @returns {RawImport[]}
 */
export const readImports = (source, options) => {
  const found = [...tripleSlash(source), ...jsxRuntime(source, options)]
  const constants = readConstants(source)
  const requires = requireNames(constants)
  const visit = (node, ambient) => {
    const read =
      fromStatement(node, options) ?? fromType(node) ?? fromCall(node, constants, requires)
    if (read)
      found.push({
        star: false,
        commonjs: false,
        line: lineOf(source, node),
        ...read,
        ...(ambient && { when: 'type' }),
      })
    const inner = ambient || isAmbientModule(node)
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(source, source.isDeclarationFile)
  return found
}

/** Nothing declared in `declare module 'x' { … }` reaches the output. */
const isAmbientModule = (node) => ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)

const lineOf = (source, node) =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
const textOf = (node) => (node && ts.isStringLiteralLike(node) ? node.text : undefined)
const erasedOr = (erased) => (erased ? 'type' : 'eager')

/** `import …`, `export … from`, `import x = require()`, `declare module 'x'`. */
const fromStatement = (node, options) => {
  if (ts.isImportDeclaration(node)) {
    return {
      specifier: textOf(node.moduleSpecifier),
      when: erasedOr(isImportErased(node.importClause, options)),
      form: 'import',
    }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    const star = !node.exportClause || ts.isNamespaceExport(node.exportClause)
    const erased = node.isTypeOnly || (!star && allInlineTypes(node.exportClause.elements, options))
    return {
      specifier: textOf(node.moduleSpecifier),
      when: erasedOr(erased),
      form: 'export from',
      star,
    }
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return {
      specifier: textOf(node.moduleReference.expression),
      when: erasedOr(node.isTypeOnly),
      form: 'import = require()',
      commonjs: true,
    }
  }
  if (isAmbientModule(node)) {
    return { specifier: node.name.text, when: 'type', form: 'declare module' }
  }
  return undefined
}

/**
 * Under `verbatimModuleSyntax` an import whose names are all marked `type` inline stays in the output as `import 'x'`;
 * only `import type` is gone. Without that option both are.
 */
const isImportErased = (clause, options) => {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const named = clause.namedBindings
  return (
    !clause.name &&
    Boolean(named) &&
    ts.isNamedImports(named) &&
    allInlineTypes(named.elements, options)
  )
}
const allInlineTypes = (elements, options) =>
  !options.verbatimModuleSyntax &&
  elements.length > 0 &&
  elements.every((element) => element.isTypeOnly)

/** `import('x').Name` in a type. */
const fromType = (node) => {
  if (!ts.isImportTypeNode(node)) return undefined
  const literal = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  return { specifier: textOf(literal), when: 'type', form: "import('…') type" }
}

/** `import()`, `require()`, `require.resolve()`, `import.meta.resolve()`, `new URL('x', import.meta.url)`. */
const fromCall = (node, constants, requires) => {
  if (ts.isNewExpression(node)) return fromUrl(node, constants)
  if (!ts.isCallExpression(node)) return undefined
  const specifier = node.arguments[0] && foldText(node.arguments[0], constants)
  const callee = node.expression
  if (callee.kind === ts.SyntaxKind.ImportKeyword)
    return { specifier, when: 'lazy', form: 'import()' }
  if (ts.isIdentifier(callee) && requires.has(callee.text))
    return { specifier, when: 'eager', form: 'require()', commonjs: true }
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'resolve') {
    if (ts.isIdentifier(callee.expression) && requires.has(callee.expression.text)) {
      return { specifier, when: 'lazy', form: 'require.resolve()', commonjs: true }
    }
    if (ts.isMetaProperty(callee.expression))
      return { specifier, when: 'lazy', form: 'import.meta.resolve()' }
  }
  return undefined
}

const fromUrl = (node, constants) => {
  const [path, base] = node.arguments ?? []
  if (!path || !base || !ts.isIdentifier(node.expression) || node.expression.text !== 'URL')
    return undefined
  if (
    !ts.isPropertyAccessExpression(base) ||
    !ts.isMetaProperty(base.expression) ||
    base.name.text !== 'url'
  )
    return undefined
  const specifier = foldText(path, constants)
  return specifier?.startsWith('.') ? { specifier, when: 'lazy', form: 'new URL()' } : undefined
}

/** `require` itself and what `createRequire()` gave. */
const requireNames = (constants) =>
  new Set([
    'require',
    ...[...constants]
      .filter(
        ([, value]) => value && ts.isCallExpression(value) && calleeName(value) === 'createRequire',
      )
      .map(([name]) => name),
  ])
const calleeName = (call) =>
  ts.isIdentifier(call.expression) ? call.expression.text : call.expression.name?.text

const tripleSlash = (source) =>
  [
    ...source.referencedFiles.map((file) => ({
      ...file,
      specifier: file.fileName.startsWith('.') ? file.fileName : `./${file.fileName}`,
    })),
    ...source.typeReferenceDirectives.map((file) => ({ ...file, specifier: file.fileName })),
  ].map(({ specifier, pos }) => ({
    specifier,
    when: 'type',
    form: '/// <reference>',
    star: false,
    commonjs: false,
    line: source.getLineAndCharacterOfPosition(pos).line + 1,
  }))

/** Markup imports its runtime without a word in the file. */
const jsxRuntime = (source, options) => {
  if (options.jsx !== ts.JsxEmit.ReactJSX && options.jsx !== ts.JsxEmit.ReactJSXDev) return []
  const element = findMarkup(source)
  if (!element) return []
  const base = ts.getJSXImplicitImportBase?.(options, source) ?? options.jsxImportSource ?? 'react'
  return [
    {
      specifier: `${base}/jsx-runtime`,
      when: 'eager',
      form: 'markup',
      star: false,
      commonjs: false,
      line: lineOf(source, element),
    },
  ]
}

const findMarkup = (node) =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)
    ? node
    : ts.forEachChild(node, findMarkup)
