// The tests that mutants of the contract and the kernel have to get past: those of both packages,
// without those that try thousands of histories or count what a thousand kernels leave.
import { fileURLToPath } from 'node:url'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCE = '@latchkey/source'

export default defineConfig({
  root,
  // The mutated contract, not the one that node_modules links to.
  resolve: { alias: { '@latchkey/plugin-api': `${root}packages/plugin-api/src/index.ts` } },
  ssr: {
    resolve: {
      conditions: [SOURCE, ...defaultServerConditions],
      externalConditions: [SOURCE, 'node'],
    },
  },
  test: {
    environment: 'node',
    include: ['packages/{kernel,plugin-api}/{src,test}/**/*.test.ts'],
    exclude: [
      'packages/kernel/test/{histories,interleavings,isolation,reflect*}.test.ts',
      '**/node_modules/**',
    ],
    // The kernel has no module state: one worker is enough for all.
    isolate: false,
    testTimeout: 60_000,
  },
})
