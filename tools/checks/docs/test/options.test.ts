// docs/options.md names every option, with a default and an example; docs/theming.md every token.
// That the defaults are right is tested beside them, in the kernel.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { at } from '../../../run/lib/paths.mjs'
import { readDocument, samplesOf } from './documents.mjs'

/** Names of an interface's members. */
function membersOf(file: string, name: string): readonly string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(at(file), 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  )
  const found = source.statements.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === name,
  )
  return found?.members.map((member) => member.name?.getText() ?? '') ?? []
}
/** Rows of its tables that begin with code: first cell to second. */
const rowsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^\| ([^|]*`[^|]*) \| ([^|]*) \|/gm)].flatMap(([, first = '', second = '']) =>
      [...first.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => [name, second] as const),
    ),
  )

const options = membersOf('packages/kernel/src/options/types.ts', 'KernelOptions')
const page = readDocument('docs/options.md')
const rows = rowsOf(page.text)
const code = samplesOf(page)
  .map(({ text }) => text)
  .join('\n')

describe('The page of options', () => {
  it('The options of createKernel are found', () => expect(options.length).toBeGreaterThan(30))

  it.each(options)('The option %s has a row with its default, and an example', (option) => {
    expect(rows.get(option), `a row for ${option}`).toBeTruthy()
    expect(code, `${option} in an example`).toMatch(new RegExp(`\\b${option}(:|,| \\})`))
  })
})

describe('The page of looks', () => {
  it.each(membersOf('packages/plugin-api/src/contract/services.ts', 'ThemeTokens'))(
    'The theme token %s has a row',
    (token) => expect(rowsOf(readDocument('docs/theming.md').text).has(token)).toBe(true),
  )
})
