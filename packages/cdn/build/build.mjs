// Bundles the entries with everything they need, React included, cut at each import(); then declarations, the licences of what is inside, and the hash of each file.
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import { writeNotices } from '../../../tools/build/notices.mjs'
import { integrityTable } from './integrity.mjs'

/** The networks that a page names most often. */
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

/** @returns the bundler's account of it */
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
      options.legalComments = 'none' // they stand in NOTICE.md
    },
  })
  const metafile = await readJson(at('dist/metafile-esm.json'))
  await rm(at('dist/metafile-esm.json'))
  return metafile.outputs
}

/** The networks as plain data: the formatters and serializers that some bring along weigh ten times as much as all of them, and the plugin uses none. */
async function writeChains() {
  const chains = await import('viem/chains')
  await writeFile(
    at('dist/chains.js'),
    CHAINS.map((name) => `export const ${name}=${JSON.stringify(chains[name])};\n`).join(''),
  )
  await writeFile(
    at('dist/chains.d.ts'),
    `/** As viem describes them: what of that is data. */\nexport { ${CHAINS.join(', ')} } from 'viem/chains'\n`,
  )
}

/** What stands in dist, exact versions. */
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

/** The licences of what is inside, and of what those packages' own builds have taken in. */
async function notices(inputs) {
  await writeNotices(root, inputs)
  const inner = [
    ...new Set(
      inputs
        .map((path) => /^(.*\/dist)\//.exec(path)?.[1])
        .filter(
          (dist) => dist && !dist.includes('node_modules') && existsSync(at(dist, 'NOTICE.md')),
        ),
    ),
  ]
  const texts = await Promise.all(
    ['dist', ...inner].map((dist) => readFile(at(dist, 'NOTICE.md'), 'utf8')),
  )
  await writeFile(at('dist/NOTICE.md'), texts.join('\n'))
}

/** What each entry fetches at once. */
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
const doors = Object.entries(manifest.exports).filter(([, to]) => to.types)
await rm(at('dist'), { recursive: true, force: true })
const written = doors.filter(([, to]) => to['@latchkey/source'])
const outputs = await bundle(written.map(([, to]) => basename(to.default, '.js')))
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
// The entries are nothing but exports, and say the same as declarations.
for (const [, to] of written) await copyFile(at(to['@latchkey/source']), at(to.types))
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
    doors.map(([door, to]) => [manifest.name + door.slice(1), base + basename(to.default)]),
  ),
  integrity: Object.fromEntries(Object.entries(files).map(([name, hash]) => [base + name, hash])),
})
