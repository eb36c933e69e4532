// Where a package comes from, as every manifest must say it; derived from the file with our name.
import { readFileSync } from 'node:fs'
import { at } from '../../run/lib/paths.mjs'

const AUTHOR = 'Latchkey contributors'
/** Registries find plugins by this keyword, ours and others'. */
export const PLUGIN_KEYWORD = 'latchkey-plugin'

const BRAND = readFileSync(at('packages/plugin-api/src/brand.ts'), 'utf8')
const [, REPOSITORY] = /REPOSITORY = '(.*)'/.exec(BRAND)

/** `https://github.com/owner/name` */
export const repositoryUrl = REPOSITORY

/** @param {string} path of the package below the root: `plugins/evm` */
export const isPlugin = (path) => path.startsWith('plugins/')

/**
 * The fields that the manifest of a published package must have.
 * @param {string} path of the package below the root
 * @param {{ keywords?: string[] }} manifest its own keywords stay
 */
export const factsOf = (path, { keywords = [] }) => ({
  keywords:
    isPlugin(path) && !keywords.includes(PLUGIN_KEYWORD) ? [...keywords, PLUGIN_KEYWORD] : keywords,
  homepage: `${REPOSITORY}/tree/main/${path}#readme`,
  bugs: `${REPOSITORY}/issues`,
  author: AUTHOR,
  repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: path },
  publishConfig: { access: 'public', provenance: true },
})

const told = (value) => (value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`)

/**
 * Complaints about fields that differ. @param {string} path @param {any} manifest
 */
export const factComplaints = (path, manifest) =>
  Object.entries(factsOf(path, manifest))
    .filter(([field, value]) => JSON.stringify(manifest[field]) !== JSON.stringify(value))
    .map(
      ([field, value]) =>
        `"${field}" ${told(manifest[field])}, not ${JSON.stringify(value)}: ` +
        'node tools/checks/pack/manifests.mjs writes it',
    )
