import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RULES } from '../config.mjs'
import { checkRules } from '../cruise.mjs'
import { GENERAL_FIXTURES } from '../fixtures/everywhere.mjs'
import { repositoryFiles } from '../fixtures/repository.mjs'
import { PACKAGE_FIXTURES } from '../fixtures/packages.mjs'
import { PLUGIN_FIXTURES } from '../fixtures/plugins.mjs'

type Files = Record<string, string | { link: string } | undefined>
interface Fixture {
  title: string
  files: Files
  and?: Files
  at?: string[]
}
interface Violation {
  rule: string
  file: string
  line: number
  what: string
  mend: string
}

const FIXTURES = { ...PACKAGE_FIXTURES, ...PLUGIN_FIXTURES, ...GENERAL_FIXTURES } as Record<
  string,
  { breaks: Fixture[]; allows: Fixture[] }
>

let folder: string
let count = 0
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'latchkey-rules-')))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const write = async (files: Files) => {
  const root = join(folder, String((count += 1)))
  for (const [path, text] of Object.entries<string | { link: string }>(repositoryFiles(files))) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    if (typeof text === 'string') await writeFile(join(root, path), text)
    else await symlink(join(root, text.link), join(root, path), 'junction')
  }
  return root
}
const check = async (rule: string, fixture?: Fixture): Promise<Violation[]> => {
  const { violations } = await checkRules(await write({ ...fixture?.files, ...fixture?.and }))
  return violations.filter((violation: Violation) => violation.rule === rule)
}
const places = (violations: Violation[]) =>
  violations.map(({ file, line }) => `${file}:${line}`).sort()

describe.each(RULES.map(({ name }) => name))('rule %s', (rule) => {
  const { breaks, allows } = FIXTURES[rule] ?? { breaks: [], allows: [] }

  it(`${rule} has a fixture that breaks it and one that does not`, () => {
    expect(breaks.length).toBeGreaterThan(0)
    expect(allows.length).toBeGreaterThan(0)
  })

  it(`${rule} holds in the small repository`, async () => expect(await check(rule)).toEqual([]))

  it.each(breaks)(`${rule} is broken by $title`, async (fixture) => {
    const violations = await check(rule, fixture)
    expect(places(violations)).toEqual([...new Set(fixture.at)].sort())
    for (const { what, mend } of violations)
      expect(Math.min(what.length, mend.length)).toBeGreaterThan(10)
  })

  it.each(allows)(`${rule} allows $title`, async (fixture) =>
    expect(await check(rule, fixture)).toEqual([]),
  )
})
