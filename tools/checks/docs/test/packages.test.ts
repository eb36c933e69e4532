// Each package describes itself, for registries and for readers of its folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../../../run/lib/paths.mjs'
import { publishedPackages, workspacePackages } from '../../../run/lib/workspace.mjs'
import { anchorsOf, documents, readDocument, samplesOf, type Sample } from './documents.mjs'

const published = publishedPackages()
const llms = readFileSync(at('llms.txt'), 'utf8')

describe.each(published.map((each) => [each.name, each] as const))(
  '%s',
  (name, { path, dir, manifest }) => {
    it('Its README begins with its name', () => {
      expect(existsSync(join(dir, 'README.md'))).toBe(true)
      expect(readDocument(`${path}/README.md`).text.startsWith(`# ${name}\n`)).toBe(true)
      expect(anchorsOf(readDocument(`${path}/README.md`)).size).toBeGreaterThan(0)
    })
    it('Its manifest has a description, keywords, a licence and its place in the repository', () => {
      expect(manifest.description).toMatch(/^\S.{30,160}\.$/)
      expect(manifest.keywords?.length ?? 0).toBeGreaterThan(2)
      expect(manifest).toMatchObject({
        license: 'MIT',
        repository: { type: 'git', directory: path },
      })
    })
    it('It is listed in llms.txt and in the README of the repository', () => {
      expect(llms).toContain(`(${path}/README.md)`)
      expect(readDocument('README.md').text).toContain(`](${path})`)
    })
  },
)

/** Packages of our name that a shell sample installs, creates or runs. */
const askedFor = ({ text }: Pick<Sample, 'text'>): readonly string[] =>
  [...text.matchAll(/^(npx|npm (?:install|create|pack))\b([^\n#]*)/gm)].flatMap(
    ([, command = '', words = '']) =>
      words
        .split(/\s+/)
        .filter((word) => word.includes('latchkey') && !word.startsWith('latchkey-plugin-'))
        .map((word) => (command === 'npm create' ? word.replace('/', '/create-') : word)),
  )

it('Every package name of ours in a shell sample is a package of ours, and not a name that anybody can take', () => {
  const names = new Set(published.map(({ name }) => name))
  const asked = documents().flatMap((document) =>
    samplesOf(document).flatMap((sample) =>
      askedFor(sample).map((name) => ({ name, path: document.path })),
    ),
  )
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter(({ name }) => !names.has(name))).toEqual([])
  expect(
    askedFor({
      text: 'npx latchkey-relay   # here\nnpm create @latchkey/plugin\nnpm install latchkey-plugin-pebble viem',
    }),
  ).toEqual(['latchkey-relay', '@latchkey/create-plugin'])
})

it('No package imports the inspector, which is for development', () => {
  const INSPECTOR = '@latchkey/inspector'
  const others = workspacePackages().filter(({ name }) => name !== INSPECTOR)
  const named = others.filter(({ manifest }) =>
    JSON.stringify(manifest).includes(`"${INSPECTOR}":`),
  )
  expect(named.map(({ name }) => name)).toEqual([])
  const importing = others
    .flatMap(({ dir }) =>
      existsSync(join(dir, 'src'))
        ? readdirSync(join(dir, 'src'), { recursive: true })
            .map((file) => join(dir, 'src', String(file)))
            .filter((file) => /\.[jt]sx?$/.test(file))
        : [],
    )
    .filter((file) => new RegExp(`['"]${INSPECTOR}`).test(readFileSync(file, 'utf8')))
  expect(importing).toEqual([])
})
