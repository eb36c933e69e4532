// The table of packages in the README, from what each says of itself in its package.json.
import { plugins } from '../pack/plugins.mjs'
import { readFileSync } from 'node:fs'
import { at } from '../../run/lib/paths.mjs'
import { publishedPackages } from '../../run/lib/workspace.mjs'

const BEGIN = '<!-- packages: written by `node tools/checks/docs/generate.mjs` -->'
const END = '<!-- /packages -->'

const row = ({ name, path, manifest }) => `| [\`${name}\`](${path}) | ${manifest.description} |`
const table = (title, packages) => [`| ${title} | |`, '|---|---|', ...packages.map(row)].join('\n')

/** @param {import('../../run/lib/workspace.mjs').WorkspacePackage[]} published @returns {string} */
export function packagesTable(published = publishedPackages()) {
  const all = plugins(published)
  const of = (kind) => all.filter(({ field }) => field.kind === kind)
  const below = (folder) => published.filter(({ path }) => path.startsWith(`${folder}/`))
  return [
    table('Core and tools', below('packages')),
    table('Chain families', of('family')),
    table('Wallets on other devices', of('connector')),
    table('Features', of('feature')),
    table('Servers to host yourself', below('services')),
  ].join('\n\n')
}

/** The README with the table as it has to be. @param {string} [text] @returns {string} */
export function readme(text = readFileSync(at('README.md'), 'utf8')) {
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined)
    throw new Error(`${at('README.md')} lacks the marks ${BEGIN} and ${END} around its table.`)
  return `${before}${BEGIN}\n\n${packagesTable()}\n\n${END}${after}`
}
