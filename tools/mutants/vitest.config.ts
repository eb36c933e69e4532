// The tests that mutants of the contract and the kernel have to get past: those of both packages, without those that try thousands of random histories.
import { fileURLToPath } from 'node:url'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = '@latchkey/source'

export default defineConfig({
  root,
  // The mutated contract, not the one that node_modules links to.
  resolve: { alias: { '@latchkey/plugin-api': `${root}packages/plugin-api/src/index.ts` } },
  ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions], externalConditions: [SOURCE, 'node'] } },
  test: {
    environment: 'node',
    include: ['packages/{kernel,plugin-api}/{src,test}/**/*.test.ts'],
    exclude: ['packages/kernel/test/histories.test.ts', 'packages/kernel/test/reflect*.test.ts', '**/node_modules/**'],
  },
})
