import { mkdir, mkdtemp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, defaultServerConditions } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the follower's thread as it is shipped, and a process that starts it.
 * @returns its file, in a folder of its own that the caller removes
 */
export const buildChild = (): Promise<string> =>
  buildProgram({ child: at('child.ts'), followWorker: at('../../src/follow/followWorker.ts') })

/**
 * Builds programs of this package, one of which is called `child`.
 * @returns its file, in a folder of its own that the caller removes
 */
export async function buildProgram(input: Record<string, string>): Promise<string> {
  // Inside the package, where its dependencies are found.
  await mkdir(at('../../.tmp'), { recursive: true })
  const outDir = await mkdtemp(at('../../.tmp/follower-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: at('../..'),
    ssr: {
      noExternal: [/^@latchkey\//],
      resolve: { conditions: ['@latchkey/source', ...defaultServerConditions] },
    },
    build: {
      ssr: true,
      outDir,
      rollupOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return `${outDir}/child.js`
}
