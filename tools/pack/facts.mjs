// What every manifest says of where a package comes from, derived from the one file that holds the name.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { at } from '../run/lib/paths.mjs'

const AUTHOR = 'Latchkey contributors'
/** Registries find plugins by it, ours and others'. */
export const PLUGIN_KEYWORD = 'latchkey-plugin'

const compiled = (code) =>
  ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  }).outputText
const { REPOSITORY } = await import(
  `data:text/javascript,${encodeURIComponent(compiled(readFileSync(at('packages/plugin-api/src/brand.ts'), 'utf8')))}`
)

/** `https://github.com/owner/name` */
export const repositoryUrl = REPOSITORY

/** @param {string} path of the package below the root: `plugins/evm` */
export const isPlugin = (path) => path.startsWith('plugins/')

/**
 * What stands in the manifest of a published package, field by field.
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

/** Complaints about a manifest that says something else. @param {string} path @param {any} manifest */
export const factComplaints = (path, manifest) =>
  Object.entries(factsOf(path, manifest))
    .filter(([field, value]) => JSON.stringify(manifest[field]) !== JSON.stringify(value))
    .map(
      ([field, value]) =>
        `"${field}" ${told(manifest[field])}, not ${JSON.stringify(value)}: node tools/pack/manifests.mjs writes it`,
    )
