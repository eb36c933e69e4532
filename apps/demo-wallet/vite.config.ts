import react from '@vitejs/plugin-react'
import type { Connect, Plugin } from 'vite'
import { defineConfig } from 'vite'
import type { World } from './src/world.js'

/**
 * As strict as the playground's policy: this page may reach only the nodes and the relay of the
 * local world.
 */
const policy = (connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${connect.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Serves the local world's description, and the strict policy over the built page. */
const localWorld = (): Plugin => {
  const world = process.env['LATCHKEY_LOCALNET'] ?? '{"chains":[],"accounts":[]}'
  const { chains, solana, bitcoin, polkadot, relay } = JSON.parse(world) as World
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url?.split('?')[0] !== '/localnet.json') return next()
    response.setHeader('content-type', 'application/json')
    response.end(world)
  }
  return {
    name: 'latchkey-local-world',
    configureServer: ({ middlewares }) => void middlewares.use(answer),
    configurePreviewServer({ middlewares }) {
      // The Cosmos key only signs and never asks a node, so its node is missing here.
      const nodes = [
        ...chains.map(({ url }) => url),
        solana?.url,
        bitcoin?.url,
        polkadot?.rpcUrls[0],
        relay,
      ]
      const reached = nodes.flatMap((url) => (url === undefined ? [] : [new URL(url).origin]))
      middlewares.use((_request, response, next) => {
        response.setHeader('content-security-policy', policy(reached))
        next()
      })
      middlewares.use(answer)
    },
  }
}

// The client's packages use `global`, which does not exist in pages.
export default defineConfig({
  plugins: [react(), localWorld()],
  define: { global: 'globalThis' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
})
