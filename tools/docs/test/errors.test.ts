// docs/errors.md says what the catalogue says, of every code. That an error's docsPath leads there is tested beside it, in plugin-api.
import { describe, expect, it } from 'vitest'
import { errorCatalogue } from '../errorCatalogue.mjs'
import { COMMAND, errorsPage, FILE } from '../errors.mjs'
import { anchorsOf, readDocument } from '../markdown.mjs'

const entries = errorCatalogue()
const page = readDocument(FILE)

describe('the page of errors', () => {
  it(`is what "${COMMAND}" makes of the catalogue`, () => {
    expect(entries.length).toBeGreaterThan(60)
    expect(page.text, `${FILE} differs from the catalogue: run ${COMMAND}`).toBe(
      errorsPage(entries),
    )
  })

  it.each(entries.map((entry) => [entry.code, entry] as const))(
    '%s says what happened and what to do, under an anchor of its name',
    (code, { what, fix, text }) => {
      expect(what, `docstring of '${code}' in ErrorContexts`).toMatch(/\.$/)
      expect(fix, `@remarks of '${code}' in ErrorContexts`).toMatch(/\.$/)
      expect(text, `errors.${code} in an English catalogue`).toBeTruthy()
      expect(anchorsOf(page)).toContain(code)
      expect(page.text).toContain(`\n## ${code}\n`)
    },
  )

  it('would differ if a code came or went', () => {
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
