import { contentSecurityPolicy, type PolicySources } from '@latchkey/kernel'
import react from '@vitejs/plugin-react'
import type { Connect, Plugin } from 'vite'
import { defineConfig, runnerImport } from 'vite'
import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import { ALL_FEATURES } from './src/features.js'
import { pages } from './src/site/pages.js'
import type { World } from './src/world/world.js'

/** The policy of a strict host: no inline scripts and styles, no eval, Trusted Types enforced. */
const policy = ({ connect, frame, image }: PolicySources): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' https: ${image.join(' ')}`,
    // The studio's stage and the phone are pages of this site.
    `frame-src 'self' ${frame.join(' ')}`,
    `connect-src 'self' ${connect.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/**
 * The origins that the page's kernel declares: only servers of the local world. Vite has to load
 * that module, because it finds plugins by a glob.
 */
async function reached(world: World): Promise<PolicySources> {
  const { module } = await runnerImport<typeof import('./src/kernels.js')>(
    fileURLToPath(new URL('src/kernels.ts', import.meta.url)),
  )
  const kernel = module.makeKernel('policy', 'Playground', world, ALL_FEATURES)
  try {
    return contentSecurityPolicy(kernel)
  } finally {
    void kernel.dispose()
  }
}

/** Serves the local world's description, and the strict policy over the built page. */
const localWorld = (): Plugin => {
  const world = process.env['LATCHKEY_LOCALNET'] ?? '{"chains":[],"accounts":[]}'
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url?.split('?')[0] !== '/localnet.json') return next()
    response.setHeader('content-type', 'application/json')
    response.end(world)
  }
  return {
    name: 'latchkey-local-world',
    configureServer: ({ middlewares }) => void middlewares.use(answer),
    async configurePreviewServer({ middlewares }) {
      const sent = policy(await reached(JSON.parse(world) as World))
      middlewares.use((_request, response, next) => {
        response.setHeader('content-security-policy', sent)
        next()
      })
      middlewares.use(answer)
    },
  }
}

/** Draws the pages into their files, so that they stand before any script runs. */
const drawnPages = (): Plugin => ({
  name: 'latchkey-drawn-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) => {
      const page = pages[path]
      return page ? html.replace('<!--page-->', () => renderToStaticMarkup(page())) : html
    },
  },
})

const PAGES = ['', 'ar/', 'studio/', 'stage/', 'game/', 'phone/', 'lab/']

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), drawnPages(), localWorld()],
  build: {
    target: 'es2022',
    // Colours by `light-dark()` follow the `color-scheme` of an element only where they are not rewritten.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { input: PAGES.map((path) => `${path}index.html`) },
  },
})
