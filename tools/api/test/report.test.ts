import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedLines } from '../compare.mjs'
import { writeReport } from '../report.mjs'

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

  it('names what the entry exports and what it forgot to', () => {
    const { text, problems } = report({ 'dist/index.d.ts': SHAPE + ENTRY })
    expect(problems).toEqual([])
    expect(text).toContain('export function draw(shape: Shape): string;')
    expect(text).toContain('"Hidden" needs to be exported')
  })

  it('is the same whatever chunks the declarations were cut into and however lines end', () => {
    const whole = report({ 'dist/index.d.ts': SHAPE + ENTRY }).text
    const chunk = (name: string) =>
      report({
        [`dist/${name}.d.ts`]: `${SHAPE}export type { Shape as S };\n`,
        'dist/index.d.ts':
          `import { S as Shape } from './${name}.js';\nexport { S as Shape } from './${name}.js';\ndeclare function draw(shape: Shape): string;\nexport { draw };\n`.replaceAll(
            '\n',
            '\r\n',
          ),
      }).text
    expect(chunk('shape-AbCd1234')).toBe(whole)
    expect(chunk('shape-Zz9_y-X0')).toBe(whole)
  })

  it('changes when a signature does', () => {
    const before = report({ 'dist/index.d.ts': SHAPE + ENTRY }).text
    const after = report({ 'dist/index.d.ts': SHAPE + ENTRY.replace('string', 'Node') }).text
    expect(changedLines(before, after)).toEqual([
      '- export function draw(shape: Shape): string;',
      '+ export function draw(shape: Shape): Node;',
    ])
  })

  it('tells when the declarations cannot be read', () => {
    expect(
      report({ 'dist/index.d.ts': 'export { gone } from "./gone.js";' }).problems.join(),
    ).toContain('gone')
  })
})

describe('changedLines', () => {
  it('is empty for the same text', () => expect(changedLines('a\nb\n', 'a\nb\n')).toEqual([]))
  it('tells a line that went and one that came', () =>
    expect(changedLines('a\nb\nc', 'a\nc\nd')).toEqual(['- b', '+ d']))
  it('cuts what nobody reads', () =>
    expect(
      changedLines('', Array.from({ length: 99 }, (_, n) => `${n}`).join('\n')).at(-1),
    ).toMatch(/and \d+ lines more/))
})
