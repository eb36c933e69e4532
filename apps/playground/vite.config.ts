import { contentSecurityPolicy } from '@latchkey/kernel'
import react from '@vitejs/plugin-react'
import type { Connect, Plugin } from 'vite'
import { defineConfig } from 'vite'
import { EVERYTHING } from './src/features.js'
import { makeKernel } from './src/kernels.js'
import type { World } from './src/world.js'

/** What a strict host sends: no inline script or style, no eval, Trusted Types enforced. */
const policy = (connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    `connect-src 'self' ${connect.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** What the page's own kernel says that it reaches: the nodes and the relay, and nothing else. */
function reached(world: World): readonly string[] {
  const kernel = makeKernel('policy', 'Playground', world, EVERYTHING)
  try {
    return contentSecurityPolicy(kernel).connect
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
    configurePreviewServer({ middlewares }) {
      const sent = policy(reached(JSON.parse(world) as World))
      middlewares.use((_request, response, next) => {
        response.setHeader('content-security-policy', sent)
        next()
      })
      middlewares.use(answer)
    },
  }
}

export default defineConfig({
  plugins: [react(), localWorld()],
  build: { target: 'es2022', modulePreload: { polyfill: false } },
})
