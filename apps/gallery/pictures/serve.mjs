// Builds the gallery's page from the sources of the workspace and serves it as a strict host would.
import react from '@vitejs/plugin-react'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, defaultClientConditions, preview } from 'vite'
import { sourceCssText } from '../../../tools/build/cssText.mjs'
import { at } from '../../../tools/run/lib/paths.mjs'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function servePage() {
  const outDir = mkdtempSync(join(tmpdir(), 'latchkey-gallery-'))
  const shared = {
    root: at('apps/gallery'),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  }
  await build({ ...shared, plugins: [sourceCssText(), react()] })
  const sendPolicy = {
    name: 'policy',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use((_request, response, next) => {
        response.setHeader('content-security-policy', POLICY)
        next()
      }),
  }
  const server = await preview({
    ...shared,
    plugins: [sendPolicy],
    preview: { port: 0, host: '127.0.0.1' },
  })
  return {
    url: `http://127.0.0.1:${server.httpServer.address().port}/`,
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
