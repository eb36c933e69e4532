// Every sample of docs/ and of the READMEs compiles, or says on its fence why it cannot: `ignore`.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../../run/lib/paths.mjs'
import { documents, samplesOf, type Sample } from '../markdown.mjs'
import { ownDoors, ownImports, problemsOf } from '../snippets.mjs'

const LIFTED = /^\/\/ ((?:chain|feature)\/\S+)\n([\s\S]*)$/
const all = documents()
  .flatMap((document) => samplesOf(document))
  .filter(({ language }) => language === 'ts' || language === 'tsx')
const lifted = all.filter(({ text }) => LIFTED.test(text))
const doors = ownDoors()
const standing = all.filter(
  (sample) => !lifted.includes(sample) && !sample.words.includes('ignore'),
)

const flat = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
const place = ({ path, line }: Sample): string => `${path}:${line}`

describe('samples of the documentation', () => {
  it.each(lifted.map((sample) => [place(sample), sample] as const))(
    'show what stands in a template: %s',
    (_, { text }) => {
      const [, path = '', body = ''] = LIFTED.exec(text) ?? []
      expect(flat(readFileSync(at('plugins/_template', path), 'utf8'))).toContain(flat(body))
    },
  )

  it('compile, and one that does not is noticed', () => {
    expect(standing.length).toBeGreaterThan(50)
    const wrong = [
      'ctx.router.push(7)',
      'ctx.slices({})',
      "import { nobody } from '@latchkey/kernel'",
    ].map((text, line) => ({ path: 'wrong.md', line, language: 'ts', words: [], text }))
    const problems = problemsOf([...standing, ...wrong])
    expect(problems.filter((problem) => !problem.startsWith('wrong.md'))).toEqual([])
    expect(problems).toHaveLength(wrong.length)
  }, 600_000)

  it('leave nothing out without saying so, and import nothing that does not exist', () => {
    expect(all.filter(({ words }) => words.some((word) => word !== 'ignore')).map(place)).toEqual(
      [],
    )
    expect(
      all.flatMap((sample) =>
        ownImports(sample)
          .filter((door) => !doors.has(door))
          .map((door) => `${place(sample)}: ${door}`),
      ),
    ).toEqual([])
  })
})
