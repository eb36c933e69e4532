// Every sample of docs/ and of the READMEs compiles, or is marked `ignore` on its fence.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../../../run/lib/paths.mjs'
import { documents, samplesOf, type Sample } from './documents.mjs'
import { ownEntries, ownImports, problemsOf } from './snippets.mjs'

const LIFTED = /^\/\/ ((?:chain|feature)\/\S+)\n([\s\S]*)$/
const all = documents()
  .flatMap((document) => samplesOf(document))
  .filter(({ language }) => language === 'ts' || language === 'tsx')
const lifted = all.filter(({ text }) => LIFTED.test(text))
const entries = ownEntries()
const standing = all.filter(
  (sample) => !lifted.includes(sample) && !sample.words.includes('ignore'),
)

/** Code without its layout and its comments: documents and the formatter lay it out differently. */
const flat = (text: string): string =>
  text
    .replace(/(?:^|\s)\/\/ .*$/gm, '')
    .replace(/\s+/g, '')
    .replace(/,(?=[)\]}])/g, '')
const place = ({ path, line }: Sample): string => `${path}:${line}`

describe('Samples of the documentation', () => {
  it.each(lifted.map((sample) => [place(sample), sample] as const))(
    'A sample repeats the template that it names: %s',
    (_, { text }) => {
      const [, path = '', body = ''] = LIFTED.exec(text) ?? []
      expect(flat(readFileSync(at('plugins/_template', path), 'utf8'))).toContain(flat(body))
    },
  )

  it('Every sample compiles, and one that does not is noticed', () => {
    expect(standing.length).toBeGreaterThan(50)
    const wrong = [
      'ctx.router.push(7)',
      'ctx.slices({})',
      "import { nobody } from '@latchkey/kernel'",
    ].map((text, index) => ({ path: 'wrong.md', line: index + 1, language: 'ts', words: [], text }))
    const problems = problemsOf([...standing, ...wrong])
    expect(problems.filter((problem) => !problem.startsWith('wrong.md'))).toEqual([])
    expect(problems).toHaveLength(wrong.length)
  }, 600_000)

  it('Every sample is compiled or marked, and imports only what exists', () => {
    expect(all.filter(({ words }) => words.some((word) => word !== 'ignore')).map(place)).toEqual(
      [],
    )
    expect(
      all.flatMap((sample) =>
        ownImports(sample)
          .filter((entry) => !entries.has(entry))
          .map((entry) => `${place(sample)}: ${entry}`),
      ),
    ).toEqual([])
  })
})
