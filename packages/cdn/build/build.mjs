// Writes dist in four steps:
// 1. bundles each entry of package.json with all its dependencies, React included; every import()
//    becomes a chunk of its own that a page fetches only when it needs it
// 2. writes the type declarations of each entry
// 3. collects the licences of all bundled packages in NOTICE.md
// 4. writes the hash of each file: integrity.json, and importmap.json for jsDelivr
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import { writeNotices } from '../../../tools/build/notices.mjs'
import { integrityTable } from './integrity.mjs'

/** Exports of `viem/chains` that `chains.js` offers: the networks that pages name most often. */
const CHAINS = [
  'arbitrum',
  'avalanche',
  'base',
  'baseSepolia',
  'bsc',
  'gnosis',
  'linea',
  'mainnet',
  'optimism',
  'polygon',
  'scroll',
  'sepolia',
  'zksync',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))
const write = (name, value) =>
  writeFile(at('dist', name), `${JSON.stringify(value, undefined, 2)}\n`)

/**
 * Bundles `src/<name>.ts` for each name into dist.
 * @returns the outputs of esbuild's metafile: inputs, imports and size of each file
 */
async function bundle(names) {
  await build({
    config: false,
    silent: true,
    entry: names.map((name) => `src/${name}.ts`),
    format: ['esm'],
    target: 'es2022',
    platform: 'browser',
    noExternal: [/.*/],
    splitting: true,
    treeshake: false,
    minify: true,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    esbuildOptions(options) {
      options.chunkNames = 'chunks/[name]-[hash]'
      options.legalComments = 'none' // NOTICE.md has all licences.
    },
  })
  const metafile = await readJson(at('dist/metafile-esm.json'))
  await rm(at('dist/metafile-esm.json'))
  return metafile.outputs
}

/**
 * Writes the networks as plain data. viem adds formatters and serializers to some of them: these
 * weigh ten times as much as the data of all networks, and our EVM plugin does not use them.
 */
async function writeChains() {
  const chains = await import('viem/chains')
  await writeFile(
    at('dist/chains.js'),
    CHAINS.map((name) => `export const ${name}=${JSON.stringify(chains[name])};\n`).join(''),
  )
  await writeFile(
    at('dist/chains.d.ts'),
    `/** The chain objects of viem, without their functions. */\nexport { ${CHAINS.join(', ')} } from 'viem/chains'\n`,
  )
}

/**
 * Every package that is bundled into dist, as `name@version`.
 * @param inputs paths of all bundled sources
 */
function contents(inputs) {
  const folders = new Set(
    inputs
      .map(
        (path) =>
          /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+|.*\/(?:packages|plugins)\/[^/]+|\.\.\/[^/]+)\//.exec(
            path,
          )?.[1],
      )
      .filter(Boolean),
  )
  return [...folders]
    .map((folder) => JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8')))
    .map(({ name, version }) => `${name}@${version}`)
    .sort()
}

/**
 * Writes NOTICE.md: the licences of all bundled packages, of the packages that our own packages have
 * bundled into their dist before, and of the drawings that they hold.
 */
async function notices(inputs) {
  await writeNotices(root, inputs)
  const own = inputs
    .map((path) => /^(.*)\/dist\//.exec(path)?.[1])
    .filter((folder) => folder && !folder.includes('node_modules'))
  const inner = [...new Set(own)]
    .flatMap((folder) => [join(folder, 'NOTICE.md'), join(folder, 'dist/NOTICE.md')])
    .filter((path) => existsSync(at(path)))
  const texts = await Promise.all(
    ['dist/NOTICE.md', ...inner].map((path) => readFile(at(path), 'utf8')),
  )
  await writeFile(at('dist/NOTICE.md'), texts.join('\n'))
}

/** The files that each entry imports, directly or not, and that a page thus fetches with it. */
const reach = (outputs) =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint?.startsWith('src/'))
      .map(([file]) => {
        const seen = new Set([file])
        for (const name of seen)
          for (const { path, kind } of outputs[name].imports)
            if (kind === 'import-statement') seen.add(path)
        return [file, [...seen].slice(1)].map((part) =>
          Array.isArray(part)
            ? part.map((path) => path.slice('dist/'.length))
            : part.slice('dist/'.length),
        )
      }),
  )

process.chdir(root)
const manifest = await readJson(at('package.json'))
const entries = Object.entries(manifest.exports).filter(([, to]) => to.types)
await rm(at('dist'), { recursive: true, force: true })
const bundled = entries.filter(([, to]) => to['@latchkey/source'])
const outputs = await bundle(bundled.map(([, to]) => basename(to.default, '.js')))
await writeChains()
const inputs = [
  ...new Set(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([path]) => path),
    ),
  ),
]
await notices(inputs)
// A source of an entry holds only re-exports, which are valid as its declaration file too.
for (const [, to] of bundled) await copyFile(at(to['@latchkey/source']), at(to.types))
const files = integrityTable(at('dist'))
await write('integrity.json', {
  version: manifest.version,
  contains: contents(inputs),
  files,
  imports: { ...reach(outputs), 'chains.js': [] },
})
const base = `https://cdn.jsdelivr.net/npm/${manifest.name}@${manifest.version}/dist/`
await write('importmap.json', {
  imports: Object.fromEntries(
    entries.map(([entry, to]) => [manifest.name + entry.slice(1), base + basename(to.default)]),
  ),
  integrity: Object.fromEntries(Object.entries(files).map(([name, hash]) => [base + name, hash])),
})
