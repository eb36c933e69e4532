// Builds pages for production and serves them.
import react from '@vitejs/plugin-react'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'

const here = (name) => fileURLToPath(new URL(`../hosts/${name}`, import.meta.url))

/**
 * @param {'ours' | 'bare' | 'pairing' | 'five' | 'wallets' | 'list' | 'rows' | 'scrolling' |
 * 'swapping' | 'sessions' | 'steps'} name
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveHost(name) {
  const outDir = join(tmpdir(), `latchkey-bench-${process.pid}-${name}`)
  const shared = {
    root: here(name),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  }
  await build({ ...shared, plugins: [react()] })
  const server = await preview({ ...shared, preview: { port: 0, host: '127.0.0.1' } })
  const { port } = server.httpServer.address()
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
