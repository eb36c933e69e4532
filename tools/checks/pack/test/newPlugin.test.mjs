// A plugin that moves in changes no file outside its folder: a chain and a feature made by
// create-plugin are put into a copy of this repository, everything that lists plugins runs there,
// and the files that had to change are counted. The lockfile is not among them: pnpm writes it with
// any package that comes, ours or not.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../run/lib/children.mjs'
import { at, bin, root } from '../../../run/lib/paths.mjs'
import { workspacePackages } from '../../../run/lib/workspace.mjs'
import { budgets } from '../../sizes/hosts.mjs'
import { allHosts } from '../../sizes/install.mjs'

/** From source; the rules read what the packages' own entries lead to, so the copy gets their dist. */
const { createPlugin } = await import(at('packages/create-plugin/src/index.ts'))

const NEW = { near: 'chain', swap: 'feature' }
/** Made by a command from what packages say of themselves: nobody writes in them. */
const GENERATED = ['README.md', 'apps/playground/package.json', 'docs/errors.md', 'llms.txt']
const PATIENCE_MS = 600_000

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const tracked = git('ls-files', '--cached', '--others', '--exclude-standard', '-z')
  .split('\0')
  .filter((path) => path && existsSync(at(path)))
const text = (path) => readFileSync(path, 'utf8')

let clone
let before
const inClone = (...parts) => join(clone, ...parts)
/** Runs a program of ours in the copy; answers what it said where it failed. */
const problemsOf = async (file, ...args) => {
  const options = { cwd: clone, quiet: true }
  const { code, output } = await run(process.execPath, [file, ...args], options)
  return code === 0 ? '' : `exit code ${code}: ${output}`
}
const vitest = (...files) =>
  problemsOf(bin('vitest'), 'run', '--project', 'unit', '--root', clone, ...files)

beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), 'latchkey-new-plugin-'))
  for (const path of tracked) cpSync(at(path), inClone(path))
  before = new Map(tracked.map((path) => [path, text(inClone(path))]))
  for (const path of ['', ...workspacePackages().map(({ path }) => path)])
    for (const made of ['node_modules', ...(path ? ['dist'] : [])])
      if (existsSync(at(path, made))) symlinkSync(at(path, made), inClone(path, made))
  for (const [name, kind] of Object.entries(NEW)) {
    const dir = inClone('plugins', name)
    await createPlugin({
      kind,
      name: `@latchkey/${name}`,
      dir,
      templates: inClone('plugins/_template'),
    })
    symlinkSync(at('plugins/_template', kind, 'node_modules'), join(dir, 'node_modules'))
  }
  for (const generator of ['tools/checks/pack/manifests.mjs', 'tools/checks/docs/generate.mjs'])
    expect(await problemsOf(inClone(generator))).toBe('')
}, PATIENCE_MS)

afterAll(() => rmSync(clone, { recursive: true, force: true }))

describe('A chain and a feature by create-plugin, moved into plugins/', () => {
  it('A new chain and a new feature change no file outside their folders except generated ones', () => {
    const changed = tracked.filter((path) => text(inClone(path)) !== before.get(path))
    expect(changed.filter((path) => !GENERATED.includes(path))).toEqual([])
    expect(changed).toEqual(expect.arrayContaining(['README.md', 'llms.txt']))
    for (const name of Object.keys(NEW))
      for (const file of ['README.md', 'apps/playground/package.json', 'llms.txt'])
        expect(text(inClone(file)), file).toContain(`@latchkey/${name}`)
  })

  it(
    'New plugins pass the import rules',
    async () =>
      expect(await problemsOf(inClone('tools/checks/rules/check.mjs'), '--root', clone)).toBe(''),
    PATIENCE_MS,
  )

  it(
    'New plugins leave nothing that knip calls unused',
    async () => expect(await problemsOf(bin('knip'), '--no-progress')).toBe(''),
    PATIENCE_MS,
  )

  it(
    'Sizes, documents and manifests find new plugins without an entry in a list',
    async () =>
      expect(
        await vitest(
          'tools/checks/sizes',
          'tools/checks/docs/test/packages',
          'tools/checks/pack/test/manifests',
        ),
      ).toBe(''),
    PATIENCE_MS,
  )

  it('New plugins are measured with the budget of their kind, and built before the playground', async () => {
    const code = `
      const { budgets } = await import('./tools/checks/sizes/hosts.mjs')
      const { allHosts } = await import('./tools/checks/sizes/install.mjs')
      const hosts = allHosts()
      const max = Object.fromEntries(budgets(hosts).map(({ part, max }) => [part, max]))
      const { near, swap, swapView, allHost } = max
      console.log(JSON.stringify({ near, swap, swapView, allHost, imports: hosts.files['near.jsx'] }))`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: clone })
    const { imports, ...max } = JSON.parse(said.toString())
    const here = budgets(allHosts()).find(({ part }) => part === 'allHost')
    const allHost = here.max + 1600 + 1000
    expect(max).toEqual({ near: 1600, swap: 1000, swapView: 8000, allHost })
    expect(imports).toContain("from '@latchkey/near'")
    const playground = JSON.parse(text(inClone('apps/playground/package.json')))
    expect(Object.keys(playground.dependencies)).toContain('@latchkey/swap')
  })
})
