// The build of the frame's page: modules and styles that are named by their hash, and a manifest with
// the hash of each, by which the service writes the page and its content security policy.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { inlined } from '../../../tools/build/inlined.mjs'

const OUT = 'dist/page'
/** Small modules of the first screen that later parts use too: a file of their own is a request more. */
const INLINED = [
  'src/keys/checksum.ts',
  'src/page/link/errors.ts',
  'src/page/approval/ready.ts',
  'src/page/translations/index.ts',
  'src/page/translations/language.ts',
  '@latchkey/plugin-api/languages',
]

/** @param {string} file */
const integrityOf = (file) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(`${OUT}/${file}`))
    .digest('base64')}`

/**
 * The modules that others import statically, each once.
 * @param {string} entry
 */
function importsOf(entry) {
  const found = new Set([entry])
  for (const file of found)
    for (const [, other] of readFileSync(`${OUT}/${file}`, 'utf8').matchAll(
      /(?:^|[;}\s])(?:import|export)\b[^;"'()]*["']\.\/([^"']+)["']/g,
    ))
      found.add(other)
  return [...found].filter((file) => file !== entry)
}

/** Writes dist/page/manifest.json. */
function writeManifest() {
  const files = readdirSync(OUT).filter((file) => /\.(?:js|css)$/.test(file))
  const entry = files.find((file) => /^main-\w+\.js$/.test(file))
  if (!entry) throw new Error(`${OUT} has no module main.`)
  const manifest = {
    entry,
    styles: files.filter((file) => file.endsWith('.css')),
    preload: importsOf(entry),
    files: Object.fromEntries(files.map((file) => [file, integrityOf(file)])),
  }
  writeFileSync(`${OUT}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * The settings of tsup for the page. Everything is bundled: the page loads nothing of other hosts.
 * @param {{ entry: string[] }} options
 */
export const pageBuild = ({ entry }) =>
  defineConfig({
    entry,
    outDir: OUT,
    format: ['esm'],
    target: 'es2022',
    platform: 'browser',
    noExternal: [/.*/],
    splitting: true,
    minify: true,
    clean: false,
    dts: false,
    treeshake: false,
    esbuildPlugins: [inlined(INLINED)],
    esbuildOptions(options) {
      options.entryNames = '[name]-[hash]'
      options.chunkNames = 'part-[hash]'
      options.conditions = ['@latchkey/source', 'browser', 'module', 'import']
      options.legalComments = 'none'
    },
    plugins: [
      { name: 'manifest', buildStart: () => rmSync(OUT, { recursive: true, force: true }) },
    ],
    onSuccess: async () => writeManifest(),
  })
