// The declaration of an exported name as a reader wants it: types as they stand in the source with
// their comments, functions without their bodies, values with their types.
import ts from 'typescript'

const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.MultilineObjectLiterals |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope

/** The source of a node without the indentation that it has there, and without its own comment. */
function sourceOf(node) {
  const file = node.getSourceFile()
  const { character } = file.getLineAndCharacterOfPosition(node.getStart())
  const text = node.getText().replaceAll('\r\n', '\n')
  return text.replaceAll(`\n${' '.repeat(character)}`, '\n')
}
const signatureOf = (node) => {
  const whole = sourceOf(node)
  if (!node.body) return whole
  return whole.slice(0, node.body.getStart() - node.getStart()).trimEnd()
}
const typeOf = (symbol, checker) =>
  checker.typeToString(
    checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration),
    symbol.valueDeclaration,
    FORMAT,
  )

/** A function's head, with the type of its result also where the source leaves it to the compiler. */
function functionHead(node, checker) {
  const head = signatureOf(node).replace(/^export\s+(default\s+)?/, '')
  if (node.type) return head
  const signature = checker.getSignatureFromDeclaration(node)
  const result = signature && checker.typeToString(signature.getReturnType(), node, FORMAT)
  return result ? `${head}: ${result}` : head
}

const isHidden = (member) =>
  ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private ||
  (member.name && ts.isPrivateIdentifier(member.name))

/** A class with the heads of its public members. */
function classHead(node, checker) {
  const members = node.members.filter((member) => !isHidden(member))
  const lines = members.map((member) => {
    if (member.body)
      return ts.isConstructorDeclaration(member)
        ? signatureOf(member)
        : functionHead(member, checker)
    if (!ts.isPropertyDeclaration(member) || member.type || !member.initializer)
      return sourceOf(member)
    const type = checker.typeToString(checker.getTypeAtLocation(member), member, FORMAT)
    return `${member.name.getText()}: ${type}`
  })
  const head = sourceOf(node)
    .replace(/\{[^]*$/, '')
    .replace(/^export\s+(default\s+)?/, '')
  return `${head}{\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`
}

const renamed = (text, from, to) => (from === to ? text : text.replace(from, to))

/**
 * @param {ts.Symbol} symbol that is declared in a package
 * @param {string} name under which it is exported
 * @param {ts.TypeChecker} checker
 * @returns {string} TypeScript
 */
export function writtenType(symbol, name, checker) {
  const parts = (symbol.declarations ?? []).map((node) => {
    if (ts.isFunctionDeclaration(node)) return functionHead(node, checker)
    if (ts.isClassDeclaration(node)) return classHead(node, checker)
    if (ts.isVariableDeclaration(node)) return `const ${name}: ${typeOf(symbol, checker)}`
    if (
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isEnumDeclaration(node)
    )
      return sourceOf(node).replace(/^export\s+(default\s+)?/, '')
    return symbol.valueDeclaration ? `${name}: ${typeOf(symbol, checker)}` : sourceOf(node)
  })
  // Overloads are the declarations without a body; the one with it is not for callers.
  const heads = (symbol.declarations ?? []).some(
    (node) => ts.isFunctionDeclaration(node) && !node.body,
  )
    ? parts.filter((_, index) => !symbol.declarations[index].body)
    : parts
  return heads.map((text) => renamed(text, symbol.name, name)).join('\n\n')
}
