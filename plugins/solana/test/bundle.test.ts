import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { beforeAll, expect, it } from 'vitest'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
type Chunk = Rollup.OutputChunk
let chunks: Chunk[] = []

/** A host that imports the plugin, built as it would ship. */
beforeAll(async () => {
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
        load: (id) =>
          id === `\0${host}`
            ? `import { solana, solanaMainnet } from ${JSON.stringify(file('../src/index.ts'))}\n` +
              'globalThis.host = solana({ networks: [solanaMainnet] })'
            : undefined,
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: {
        input: host,
        external: /^@latchkey\/plugin-api/,
        output: { codeSplitting: { groups: [{ name: 'preload-helper', test: /preload-helper/ }] } },
      },
    },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput
  chunks = output.filter((chunk) => chunk.type === 'chunk')
}, 120_000)

/** Chunks with everything that they import statically. */
const withImports = (roots: readonly Chunk[]): Chunk[] => {
  const found = new Set(roots)
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found]
}
const holding = (module: string): Chunk[] =>
  chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
const foreign = (list: readonly Chunk[]): string[] =>
  withImports(list)
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => id.includes('node_modules'))

it('A host carries at most 1.5 kB of the plugin with the page, and nothing of an SDK', () => {
  // Vite's own loader belongs to the host, which has it once.
  const eager = withImports(chunks.filter(({ isEntry }) => isEntry)).filter(
    ({ fileName }) => !fileName.includes('preload-helper'),
  )
  expect(eager.reduce((sum, { code }) => sum + gzipSync(code).length, 0)).toBeLessThanOrEqual(1_500)
  expect(foreign(eager)).toEqual([])
  if (process.env['LATCHKEY_SIZES'])
    for (const chunk of chunks)
      console.log(
        eager.includes(chunk) ? 'eager' : 'lazy ',
        chunk.fileName,
        gzipSync(chunk.code).length,
      )
})

it('No module of the main entry leads to an SDK, and nothing foreign loads before something is sent', () => {
  for (const module of [
    'src/late.ts',
    'src/wallet/connectors.ts',
    'src/adapter.ts',
    'src/wallet/provider.ts',
    'src/hostRequests.ts',
    'src/chain/watch.ts',
  ]) {
    expect(holding(module)).toHaveLength(1)
    expect([module, foreign(holding(module))]).toEqual([module, []])
  }
  expect(foreign(holding('src/transfer/transfer.ts')).length).toBeGreaterThan(0)
  expect(foreign(chunks).filter((id) => !id.includes('@noble/hashes'))).toEqual([])
})
