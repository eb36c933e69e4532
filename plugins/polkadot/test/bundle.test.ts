import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { expect, it } from 'vitest'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** A host that imports this, as it would ship it. */
async function bundle(entry: string): Promise<Rollup.OutputChunk[]> {
  const host = 'virtual:host'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: file('..'),
    resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'host',
        resolveId: (id) => (id === host ? `\0${host}` : undefined),
        load: (id) => (id === `\0${host}` ? entry : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: {
        input: host,
        external: /^@latchkey\/plugin-api/,
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput
  return output.filter((chunk) => chunk.type === 'chunk')
}
const path = (name: string): string => file(`../src/${name}`)

it('A host loads at most 1.5 kB of the plugin with the page, and no GPL package at all', async () => {
  const chunks = await bundle(`export { polkadot } from ${JSON.stringify(path('index.ts'))}`)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reach = (chunk: Rollup.OutputChunk): Rollup.OutputChunk[] => [
    chunk,
    ...chunk.imports.flatMap((name) => byName.get(name) ?? []).flatMap(reach),
  ]
  // Vite's own loader is the host's, once for all it loads.
  const eager = [...new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(reach))].filter(
    ({ fileName }) => !fileName.includes('preload-helper'),
  )
  expect(eager.reduce((sum, { code }) => sum + gzipSync(code).length, 0)).toBeLessThanOrEqual(1_500)
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(modules.some((id) => id.includes('@polkadot/api'))).toBe(true)
  expect(modules.filter((id) => /node_modules\/(@substrate\/connect|smoldot)/.test(id))).toEqual([])
  expect(
    eager.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.includes('node_modules')),
  ).toEqual([])
  if (process.env['LATCHKEY_SIZES'])
    for (const chunk of chunks)
      console.log(
        eager.includes(chunk) ? 'eager' : 'lazy ',
        chunk.fileName,
        gzipSync(chunk.code).length,
      )
}, 120_000)

it('A host bundles only the networks that it names', async () => {
  const [chunk] = await bundle(
    `import { polkadotHub } from ${JSON.stringify(path('chain/networks.ts'))}; console.log(polkadotHub)`,
  )
  expect(chunk!.code).toContain('Polkadot Asset Hub')
  for (const name of ['Kusama', 'Westend']) expect(chunk!.code).not.toContain(name)
}, 60_000)
