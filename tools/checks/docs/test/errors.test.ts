// docs/errors.md says what the catalogue says, of every code. That an error's docsPath leads there
// is tested beside it, in plugin-api.
import { describe, expect, it } from 'vitest'
import { errorCatalogue } from '../errorCatalogue.mjs'
import { errorsPage } from '../errors.mjs'
import { anchorsOf, readDocument } from './documents.mjs'

const entries = errorCatalogue()
const page = readDocument('docs/errors.md')
const anchors = anchorsOf(page)

describe('The page of errors', () => {
  it('The catalogue holds the codes of all packages', () =>
    expect(entries.length).toBeGreaterThan(60))

  it.each(entries.map((entry) => [entry.code, entry] as const))(
    'The page says of %s what happened and what to do, under an anchor of its name',
    (code, { what, fix, text }) => {
      expect(what, `docstring of '${code}' in ErrorContexts`).toMatch(/\.$/)
      expect(fix, `@remarks of '${code}' in ErrorContexts`).toMatch(/\.$/)
      expect(text, `errors.${code} in an English catalogue`).toBeTruthy()
      expect(anchors).toContain(code)
      expect(page.text).toContain(`\n## ${code}\n`)
    },
  )

  it('The page would differ if a code came or went', () => {
    expect(errorsPage(entries.slice(1))).not.toBe(page.text)
    expect(
      errorsPage([
        ...entries,
        {
          code: 'hello.new',
          context: 'object',
          what: 'W.',
          fix: 'F.',
          text: undefined,
          package: '@latchkey/hello',
        },
      ]),
    ).toContain('<a id="hello.new"></a>')
  })
})
