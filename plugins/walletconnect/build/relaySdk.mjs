// Bundles the session client into the lazy chunk, without what nobody here uses, and its licences with it.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Whole packages that are imported and never called: algorand's and polkadot's hashes of transactions, which this plugin does not tell the relay (blakejs, msgpack),
 * the client's own storage (this plugin brings one), and the socket for Node (a page has its own).
 */
const UNUSED = /^(blakejs|@msgpack\/msgpack|@walletconnect\/keyvaluestorage|ws)$/
/** Throws where one is called after all. */
const EMPTY = 'module.exports = new Proxy({}, { get: (_, name) => (name === "__esModule" ? false : () => { throw new Error(`${String(name)} is not in this bundle`) }) })'

const folderOf = (path) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

/** The licence of each package that went in, with its copyright notice. */
async function notices(inputs) {
  const folders = [...new Set(inputs.map((path) => folderOf(path)).filter(Boolean))].sort()
  const parts = await Promise.all(folders.map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return `## ${name} ${version} (${license})\n\n${texts.join('\n\n').trim() || `Published as ${license} without a text of its own.`}\n`
  }))
  return `dist contains these packages, each under its own licence:\n\n${parts.join('\n')}`
}

/** @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]} */
export const relaySdk = () => ({
  name: 'relay-sdk',
  setup(build) {
    // With its packages' own replacements for pages.
    build.initialOptions.platform = 'browser'
    build.initialOptions.mainFields = ['browser', 'module', 'main']
    build.initialOptions.conditions = ['browser', 'module', 'import', 'default']
    build.initialOptions.metafile = true
    build.initialOptions.define = { ...build.initialOptions.define, global: 'globalThis' }
    build.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused', sideEffects: false }))
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: EMPTY }))
    build.onEnd(async ({ metafile }) => {
      const folder = fileURLToPath(new URL('../dist/', import.meta.url))
      const root = dirname(fileURLToPath(new URL('../package.json', import.meta.url)))
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'NOTICE.md'), await notices(Object.keys(metafile?.inputs ?? {}).map((path) => join(root, path))))
    })
  },
})
