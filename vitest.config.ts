// Ten projects: `unit` (Node, or happy-dom where a file asks for it), `server` (those of them
// that concern what hosts run on servers, for another Node), `localnet`, `redis` and `postgres`
// (the same, with a service of their own to ask), `indexers` (engines that are installed apart, by
// `pnpm indexers`), `rehearsal` (what takes minutes: examples and
// releases, from packed tarballs), `browser` (Chromium), `browser-react18` (the same with React 18,
// for what depends on it), `types`.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { fileURLToPath } from 'node:url'
import {
  defaultClientConditions,
  defaultServerConditions,
  type Plugin,
  type UserConfig,
} from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { sourceCssText } from './tools/build/cssText.mjs'
import { plugins } from './tools/checks/pack/plugins.mjs'
import { LAUNCH_ARGS, existingBrowser } from './tools/run/lib/browser.mjs'

// Workspace packages are taken from their source, so that tests need no build.
const SOURCE = '@latchkey/source'
const resolve = { conditions: [SOURCE, ...defaultClientConditions] }
/** Compiles the components of the tests of `@latchkey/svelte`. */
const svelteComponents = () => svelte({ configFile: false })
const cssPlugins = [sourceCssText()]
const ssr = {
  resolve: {
    conditions: [SOURCE, ...defaultServerConditions],
    externalConditions: [SOURCE, 'node'],
  },
}

const SHIPPED = ['packages', 'plugins', 'services']
const below = (pattern: string, folders = [...SHIPPED, 'tools', 'apps']) =>
  folders.map((folder) => `${folder}/*/**/${pattern}`)
const exclude = [...configDefaults.exclude, '**/dist/**', '**/.tmp/**', '**/fixtures/**']
const notUnit = ['browser', 'localnet', 'redis', 'postgres', 'indexers', 'rehearsal'].map(
  (name) => `**/*.${name}.test.*`,
)
/** Of plugins that no server runs, what every plugin must pass; each plugin says which it is. */
const notOnServers = plugins()
  .filter(({ field }) => !field.server)
  .map(({ path }) => `**/${path}/**/!(contract).test.ts`)
/** Node 25 has a `localStorage` of its own, in the way of the one that tests of a page bring. */
const hasOwnStorage = Number.parseInt(process.versions.node) >= 25
const executablePath = (await existingBrowser())?.path

/**
 * These limits find tests that hang. They measure nothing: on a machine that builds six other
 * things a test takes ten times as long (docs/adr/0032).
 */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [fileURLToPath(new URL('tools/tests/patience.mjs', import.meta.url))],
}

/** The packages that a host with React 18 has in the place of ours. */
const REACT_18 = ['react', 'react-dom'].map((name) => ({
  find: new RegExp(`^${name}(?=/|$)`),
  replacement: fileURLToPath(new URL(`node_modules/${name}-18`, import.meta.url)),
}))

/**
 * The service of a secure frame says that a site may embed it: it is asked where the frame loads slowly.
 * A provider's page has the headers of one.
 */
const frameCheck: Plugin = {
  name: 'frame-check',
  configureServer({ middlewares }) {
    middlewares.use('/plugins/embedded-wallet/test/frame/check', (_request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.end('{ "allowed": true }')
    })
    // Some providers have their pages in a browsing context group of their own.
    middlewares.use(
      '/plugins/embedded-wallet/test/windows/severing',
      (_request, response, next) => {
        response.setHeader('cross-origin-opener-policy', 'same-origin')
        next()
      },
    )
  },
}

const browserProject = (
  name: string,
  react: string,
  include: string[],
  resolution: UserConfig['resolve'],
) => ({
  plugins: [...cssPlugins, svelteComponents(), frameCheck],
  ...(resolution && { resolve: resolution }),
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react-dom/server.browser',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      '@guidepup/virtual-screen-reader',
      '@testing-library/react',
      'axe-core',
      'vue',
    ],
  },
  test: {
    ...patience,
    name,
    include,
    exclude,
    provide: { react },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' as const }],
      provider: playwright({
        launchOptions: { args: LAUNCH_ARGS, ...(executablePath && { executablePath }) },
      }),
    },
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [...cssPlugins, svelteComponents()],
        resolve,
        ssr,
        test: {
          ...patience,
          name: 'unit',
          environment: 'node',
          include: below('*.test.{ts,tsx,mjs}'),
          exclude: [...exclude, ...notUnit],
        },
      },
      // Waits for a relay and orders of events are the same on any Node, and wallets are met in a
      // page.
      {
        plugins: cssPlugins,
        resolve,
        ssr,
        test: {
          ...patience,
          name: 'server',
          environment: 'node',
          include: below('*.test.{ts,tsx,mjs}', SHIPPED),
          exclude: [
            ...exclude,
            ...notUnit,
            '**/walletconnect/test/{faults,pairing,session}.test.ts',
            '**/interleavings.test.ts',
            '**/connectors.contract.test.ts',
            ...notOnServers,
            // They count tries, and are the same on any Node.
            '**/*.{attacks,random}.test.ts',
            ...(hasOwnStorage ? ['**/kernel/test/tabs.test.ts', '**/storage/storage.test.ts'] : []),
          ],
        },
      },
      ...['localnet', 'redis', 'postgres', 'indexers', 'rehearsal'].map((name) => ({
        plugins: cssPlugins,
        resolve,
        ssr,
        test: {
          ...patience,
          name,
          environment: 'node',
          include: below(`*.${name}.test.{ts,mjs}`),
          exclude,
        },
      })),
      browserProject('browser', '19', below('*.browser.test.{ts,tsx}'), resolve),
      browserProject('browser-react18', '18', ['packages/ui-react/src/server.browser.test.tsx'], {
        ...resolve,
        alias: REACT_18,
      }),
      {
        resolve,
        ssr,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: below('*.test-d.ts'),
            exclude,
            tsconfig: 'tsconfig.json',
          },
        },
      },
    ],
  },
})
