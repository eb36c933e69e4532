// What each package says of itself, for registries and for whoever opens its folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../../run/lib/paths.mjs'
import { publishedPackages, workspacePackages } from '../../run/lib/workspace.mjs'
import { anchorsOf, readDocument } from '../markdown.mjs'

const published = publishedPackages()
const llms = readFileSync(at('llms.txt'), 'utf8')

describe.each(published.map((each) => [each.name, each] as const))('%s', (name, { path, dir, manifest }) => {
  it('has a README that begins with its name', () => {
    expect(existsSync(join(dir, 'README.md'))).toBe(true)
    expect(readDocument(`${path}/README.md`).text.startsWith(`# ${name}\n`)).toBe(true)
    expect(anchorsOf(readDocument(`${path}/README.md`)).size).toBeGreaterThan(0)
  })
  it('has a description, keywords, a licence and its place in the repository', () => {
    expect(manifest.description).toMatch(/^\S.{30,160}\.$/)
    expect(manifest.keywords?.length ?? 0).toBeGreaterThan(2)
    expect(manifest).toMatchObject({ license: 'MIT', repository: { type: 'git', directory: path } })
  })
  it('is in llms.txt and in the README of the repository', () => {
    expect(llms).toContain(`(${path}/README.md)`)
    expect(readDocument('README.md').text).toContain(`](${path})`)
  })
})

it('nobody imports the inspector, which is for development', () => {
  const INSPECTOR = '@latchkey/inspector'
  const others = workspacePackages().filter(({ name }) => name !== INSPECTOR)
  expect(others.filter(({ uses }) => uses.includes(INSPECTOR)).map(({ name }) => name)).toEqual([])
  const importing = others.flatMap(({ dir }) => (existsSync(join(dir, 'src')) ? readdirSync(join(dir, 'src'), { recursive: true }).map((file) => join(dir, 'src', String(file))).filter((file) => /\.[jt]sx?$/.test(file)) : []))
    .filter((file) => new RegExp(`['"]${INSPECTOR}`).test(readFileSync(file, 'utf8')))
  expect(importing).toEqual([])
})
