// `pnpm release:check`: gives a clone another name and another scope, builds it, and runs the unit
// tests of the kernel. It takes too long for `npm test`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { node } from '../../../../run/lib/children.mjs'
import { readJson } from '../../../../run/lib/paths.mjs'
import { publishedPackages } from '../../../../run/lib/workspace.mjs'
import { BRAND_FILE, readBrand } from '../../../../release/lib/rename.mjs'
import { temporary } from '../../lib/rehearsal.mjs'
import { buildIn, cloneSources, install } from '../lib/clone.mjs'

// In parts, because a name that stands in a file is refused as a new one.
const NAME = ['Lantern', 'wick'].join('')
const SCOPE = '@wick-works'
const REPOSITORY = 'https://github.com/wick-works/lamp'

const clone = temporary('rename')
const brandFile = join(clone, BRAND_FILE)
let old

/** Runs a program of the clone to its end. */
async function runThere(path, ...args) {
  const { code, output } = await node(join(clone, path), args, { cwd: clone, quiet: true })
  expect(code, output.slice(-4000)).toBe(0)
  return output
}

beforeAll(async () => {
  await cloneSources(clone)
  await install(clone)
  const text = readFileSync(brandFile, 'utf8')
  old = await readBrand(text)
  const changes = [
    [old.name, NAME],
    [old.scope, SCOPE],
    [old.docs, 'https://wick.example/docs'],
    [old.repository, REPOSITORY],
    [old.maintainers, '@wick-works/keepers'],
    [old.conduct, 'conduct@wick.example'],
  ]
  writeFileSync(
    brandFile,
    changes.reduce((now, [from, to]) => now.replace(`'${from}'`, () => `'${to}'`), text),
  )
})

describe('another name', () => {
  beforeEach(({ task, skip }) => {
    const hasFailed = task.suite.tasks.some(({ result }) => result?.state === 'fail')
    skip(hasFailed, 'It needs a step that failed.')
  })

  it('One command leaves nothing of the old name, in texts and in paths', async () => {
    expect(await runThere('tools/release/rename.mjs')).toContain('Renamed in ')
    const git = (...args) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' })
    const listed = git('ls-files', '--cached', '--others', '--exclude-standard')
    const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(clone, path)))
    const word = old.name.toLowerCase()
    const holding = paths.filter(
      (path) =>
        path.toLowerCase().includes(word) ||
        readFileSync(join(clone, path), 'latin1').toLowerCase().includes(word),
    )
    expect(holding).toEqual([])
  })

  it('Every package is in the new scope and in the new repository', () => {
    const packages = publishedPackages(clone)
    expect(packages.length).toBeGreaterThan(30)
    for (const { name, path, manifest } of packages) {
      expect(name).toBe(`${SCOPE}/${path.split('/').pop()}`)
      expect(manifest.repository.url).toBe(`git+${REPOSITORY}.git`)
    }
    expect(readJson(join(clone, 'package.json')).name).toBe(`${NAME.toLowerCase()}-workspace`)
  })

  it('The lock file still fits, and everything builds', async () => {
    await install(clone)
    await buildIn(clone)
    for (const { path, manifest } of publishedPackages(clone))
      if (manifest.files.includes('dist'))
        expect(existsSync(join(clone, path, 'dist')), path).toBe(true)
  })

  it('The unit tests of the kernel pass', async () => {
    const vitest = 'node_modules/vitest/vitest.mjs'
    const output = await runThere(vitest, 'run', '--project', 'unit', 'packages/kernel')
    expect(output).toMatch(/Tests +.*[1-9]\d* passed/)
  })

  it('Contacts, workflows and first releases are as they have to be', () =>
    runThere('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'tools/release/test'))
})
