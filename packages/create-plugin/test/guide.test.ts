// Samples of docs/plugin-authors.md: those that name a file of a template stand there word by word, the others compile.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { TEMPLATES } from './support.js'

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url))
const GUIDE = readFileSync(join(DOCS, 'plugin-authors.md'), 'utf8').replaceAll('\r\n', '\n')
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const HERE = fileURLToPath(new URL('./samples/', import.meta.url))

const samples = [...GUIDE.matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
const lifted = samples.flatMap((text) => {
  const [, path, body] = /^\/\/ ((?:chain|feature)\/\S+)\n([\s\S]*)$/.exec(text) ?? []
  return path !== undefined && body !== undefined ? [{ path, body }] : []
})
const standing = samples.filter((text) => !/^\/\/ (chain|feature)\//.test(text))

const flat = (text: string): string => text.split('\n').map((line) => line.trim()).filter(Boolean).join('\n')

/** What samples take for granted. */
const AMBIENT = `declare const ctx: import('@latchkey/plugin-api').PluginContext<Record<never, never>, 'hello'>`

/** Compiles texts as files beside this one, against the sources of our packages. */
function problemsOf(files: ReadonlyMap<string, string>): readonly string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const host = ts.createCompilerHost({ ...options, noUnusedLocals: false })
  const { fileExists, readFile, getSourceFile } = host
  const normal = (path: string): string => path.replaceAll('\\', '/')
  const virtual = new Map([...files].map(([path, text]) => [normal(path), text]))
  host.fileExists = (path) => virtual.has(normal(path)) || fileExists(path)
  host.readFile = (path) => virtual.get(normal(path)) ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const text = virtual.get(normal(path))
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  }
  host.directoryExists = (path) => normal(path).startsWith(normal(dirname(HERE))) || ts.sys.directoryExists(path)
  const program = ts.createProgram([...virtual.keys()], { ...options, noUnusedLocals: false }, host)
  return [...virtual.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ messageText }) => `${path.slice(path.lastIndexOf('/') + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}\n${virtual.get(path)}`)
  })
}

const asModule = (text: string): string => `${text}\nexport {}\n`
const asFiles = (texts: readonly string[]): ReadonlyMap<string, string> => new Map([
  [join(HERE, 'ambient.d.ts'), AMBIENT],
  [join(HERE, 'hello.ts'), texts[0] ?? ''],
  ...texts.slice(1).map((text, at) => [join(HERE, `sample${at + 1}.ts`), asModule(text)] as const),
])

describe('the guide for plugin authors', () => {
  it.each(lifted.map((one, at) => [`${at + 1}, of ${one.path}`, one] as const))('shows what stands in a template: sample %s', (_, { path, body }) => {
    expect(flat(readFileSync(join(TEMPLATES, path), 'utf8'))).toContain(flat(body))
  })

  it('has samples that compile', () => {
    expect(standing.length).toBeGreaterThan(8)
    expect(problemsOf(asFiles(standing))).toEqual([])
  }, 120_000)

  it('would notice one that does not', () => {
    expect(problemsOf(asFiles([standing[0] ?? '', 'ctx.router.push(7)', 'ctx.slices({})']))).toHaveLength(2)
  }, 120_000)

  it('leads to places that are there', () => {
    const headings = [...GUIDE.matchAll(/^##+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replace(/[^\w\s-]/g, '').replaceAll(' ', '-'))
    for (const [, target = ''] of GUIDE.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (target.startsWith('#')) expect(headings).toContain(target.slice(1))
      else if (!target.startsWith('https:')) expect(existsSync(join(DOCS, target)), target).toBe(true)
    }
  })
})
