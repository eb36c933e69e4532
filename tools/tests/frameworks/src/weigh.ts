import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Bytes of a package's own code, minified, gzip level 9. The framework and our other packages are
 * left out.
 * @param entry of the package, below the repository's root
 */
export async function weigh(entry: string): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: {
        input: fileURLToPath(new URL(`../../../../${entry}`, import.meta.url)),
        preserveEntrySignatures: 'strict',
        external: [/^[^./]/],
      },
    },
  })
  if (!('output' in built)) throw new Error('The build has more than one output.')
  return gzipSync(built.output[0].code, { level: 9 }).length
}
