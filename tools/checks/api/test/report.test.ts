import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedLines, surfacesOf, writeReport } from '../report.mjs'

const SHAPE = 'interface Shape { area: bigint; hidden: Hidden }\ninterface Hidden { x: 1 }\n'
const ENTRY = 'declare function draw(shape: Shape): string;\nexport { type Shape, draw };\n'

describe('an API report', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-report-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const report = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries({
      'package.json': '{"name":"@latchkey/x","version":"0.1.0"}',
      ...files,
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return writeReport({ name: 'x', folder, entry: join(folder, 'dist/index.d.ts') })
  }

  it('An API report names what the entry exports and what it forgot to export', () => {
    const { text, problems } = report({ 'dist/index.d.ts': SHAPE + ENTRY })
    expect(problems).toEqual([])
    expect(text).toContain('export function draw(shape: Shape): string;')
    expect(text).toContain('"Hidden" needs to be exported')
  })

  it('An API report does not depend on chunks or line endings', () => {
    const whole = report({ 'dist/index.d.ts': SHAPE + ENTRY }).text
    const chunk = (name: string) =>
      report({
        [`dist/${name}.d.ts`]: `${SHAPE}export type { Shape as S };\n`,
        'dist/index.d.ts': [
          `import { S as Shape } from './${name}.js';`,
          `export { S as Shape } from './${name}.js';`,
          'declare function draw(shape: Shape): string;',
          'export { draw };',
          '',
        ].join('\r\n'),
      }).text
    expect(chunk('shape-AbCd1234')).toBe(whole)
    expect(chunk('shape-Zz9_y-X0')).toBe(whole)
  })

  it('An API report changes when a signature does', () => {
    const before = report({ 'dist/index.d.ts': SHAPE + ENTRY }).text
    const after = report({ 'dist/index.d.ts': SHAPE + ENTRY.replace('string', 'Node') }).text
    writeFileSync(join(folder, 'x.api.md'), before)
    expect(changedLines(join(folder, 'x.api.md'), after)).toEqual([
      '-export function draw(shape: Shape): string;',
      '+export function draw(shape: Shape): Node;',
    ])
  })

  it('An API report tells when the declarations cannot be read', () => {
    expect(
      report({ 'dist/index.d.ts': 'export { gone } from "./gone.js";' }).problems.join(),
    ).toContain('gone')
  })
})

describe('changedLines', () => {
  let file: string
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'latchkey-lines-')), 'old.md')
  })
  afterEach(() => rmSync(dirname(file), { recursive: true, force: true }))
  const changes = (before: string, after: string) => {
    writeFileSync(file, before)
    return changedLines(file, after)
  }

  it('The same text has no changed lines', () => expect(changes('a\nb\n', 'a\nb\n')).toEqual([]))
  it('A line that went and one that came are both told', () =>
    expect(changes('a\nb\nc\n', 'a\nc\nd\n')).toEqual(['-b', '+d']))
  it('A long difference is cut', () =>
    expect(changes('', Array.from({ length: 99 }, (_, n) => `${n}`).join('\n')).at(-1)).toMatch(
      /and \d+ lines more/,
    ))
})

describe('surfacesOf', () => {
  it('Every entry with declarations has a report of its own', () => {
    const exports = {
      '.': { types: './dist/index.d.ts' },
      './kit': { types: './dist/kit/index.d.ts' },
      './package.json': './package.json',
    }
    const names = surfacesOf({ dir: '/x', path: 'packages/x', manifest: { exports } })
    expect(names.map(({ name }: { name: string }) => name)).toEqual(['x', 'x-kit'])
  })
})
