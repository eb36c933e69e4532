// Copied into the throw-away host and run there, so that Vite and everything else is what npm installed for it.
// node hostBuild.mjs OUT '[{"name":"evm","entry":"evm","grouped":true}]' builds into OUT/<name>, with each chunk described in OUT/<name>.json.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const [, , out, jobs] = process.argv

/** React and the host's own chain definitions in chunks of their own: they are told apart, not counted. */
const GROUPS = [
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
  {
    name: 'host-chains',
    test: /[\\/]node_modules[\\/]viem[\\/]_esm[\\/](?:chains[\\/]|utils[\\/]chain[\\/]defineChain)/,
    priority: 1,
  },
]

const describe = (bundle) =>
  Object.values(bundle)
    .filter((chunk) => chunk.type === 'chunk')
    .map((chunk) => ({
      file: chunk.fileName,
      name: chunk.name,
      entry: chunk.isEntry,
      lazyEntry: chunk.isDynamicEntry,
      imports: chunk.imports,
      lazyImports: chunk.dynamicImports,
      modules: Object.fromEntries(
        Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id, renderedLength]),
      ),
    }))

/** Follows our packages' own maps, so that an explanation names what was written, not what was published. */
const ownMaps = {
  name: 'own-maps',
  async load(id) {
    if (!/[\\/]@latchkey[\\/][^\\/]+[\\/]dist[\\/].*\.js$/.test(id) || !existsSync(`${id}.map`))
      return undefined
    return {
      code: await readFile(id, 'utf8'),
      map: JSON.parse(await readFile(`${id}.map`, 'utf8')),
      moduleSideEffects: false,
    }
  },
}

for (const { name, entry, grouped, explained = false } of JSON.parse(jobs)) {
  let chunks
  await build({
    configFile: false,
    root: process.cwd(),
    logLevel: 'error',
    plugins: [
      react(),
      explained && ownMaps,
      {
        name: 'describe',
        generateBundle: (_, bundle) => {
          chunks = describe(bundle)
        },
      },
    ],
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      outDir: join(out, name),
      emptyOutDir: true,
      sourcemap: explained,
      rolldownOptions: {
        input: `${entry}.html`,
        ...(grouped && { output: { codeSplitting: { groups: GROUPS } } }),
      },
    },
  })
  await writeFile(join(out, `${name}.json`), JSON.stringify(chunks))
}
