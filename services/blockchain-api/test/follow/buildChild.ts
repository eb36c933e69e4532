import { fileURLToPath } from 'node:url'
import { build, defaultServerConditions } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the follower's thread as it is shipped, and a process that starts it.
 * @param name of its folder, so that tests which run together do not build over each other
 * @returns its file
 */
export async function buildChild(name: string): Promise<string> {
  const outDir = at(`../../.tmp/follower-${name}`)
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
      emptyOutDir: true,
      rollupOptions: {
        input: { child: at('child.ts'), followWorker: at('../../src/follow/followWorker.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return `${outDir}/child.js`
}
