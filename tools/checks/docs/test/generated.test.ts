// Files that are made of the packages and their sources are as their command writes them.
import { expect, it } from 'vitest'
import { publishedPackages } from '../../../run/lib/workspace.mjs'
import { COMMAND, GENERATED } from '../generate.mjs'
import { readDocument } from './documents.mjs'
import { packagesTable, readme } from '../readme.mjs'

it.each(Object.entries(GENERATED))(`%s is what "${COMMAND}" writes`, (file, make) =>
  expect(readDocument(file).text, `run ${COMMAND}`).toBe(make()),
)

it('The README names every published package once, plugins by what they are', () => {
  const table = packagesTable()
  for (const { path } of publishedPackages()) expect(table.split(`](${path})`)).toHaveLength(2)
  expect(table.indexOf('plugins/cosmos')).toBeLessThan(table.indexOf('plugins/feature-send'))
})

it('A README without the marks of its table is refused', () =>
  expect(() => readme('# Latchkey\n')).toThrow('lacks the marks'))
