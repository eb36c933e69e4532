// Six projects: `unit` (Node, or happy-dom where a file asks for it), `server` (those of them that concern what hosts run on servers, for another Node), `localnet` and `redis` (the same, with a service of their own to ask), `browser` (Chromium), `types`.
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { LAUNCH_ARGS, existingBrowser } from './tools/run/lib/browser.mjs'

// Workspace packages are taken from their source, so that tests need no build.
const SOURCE = '@latchkey/source'
const resolve = { conditions: [SOURCE, ...defaultClientConditions] }
const ssr = { resolve: { conditions: [SOURCE, ...defaultServerConditions], externalConditions: [SOURCE, 'node'] } }

const SHIPPED = ['packages', 'plugins', 'services']
const below = (pattern: string, folders = [...SHIPPED, 'tools', 'apps']) => folders.map((folder) => `${folder}/*/**/${pattern}`)
const exclude = [...configDefaults.exclude, '**/dist/**', '**/.tmp/**', '**/fixtures/**']
const notUnit = ['**/*.browser.test.*', '**/*.localnet.test.*', '**/*.redis.test.*']
const executablePath = (await existingBrowser())?.path

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          environment: 'node',
          include: below('*.test.{ts,tsx,mjs}'),
          exclude: [...exclude, ...notUnit],
        },
      },
      // The relay's faults are waits, the same on any Node.
      { resolve, ssr, test: { name: 'server', environment: 'node', include: below('*.test.{ts,tsx,mjs}', SHIPPED), exclude: [...exclude, ...notUnit, '**/walletconnect/test/faults.test.ts'] } },
      ...['localnet', 'redis'].map((name) => ({ resolve, ssr, test: { name, environment: 'node', include: below(`*.${name}.test.ts`), exclude } })),
      {
        resolve,
        optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime', '@testing-library/react', 'axe-core'] },
        test: {
          name: 'browser',
          include: below('*.browser.test.{ts,tsx}'),
          exclude,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({ launchOptions: { args: LAUNCH_ARGS, ...(executablePath && { executablePath }) } }),
          },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'types',
          include: [],
          typecheck: { enabled: true, only: true, include: below('*.test-d.ts'), exclude, tsconfig: 'tsconfig.json' },
        },
      },
    ],
  },
})
