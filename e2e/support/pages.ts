// Small hosts that answer one question each, built for production and served under a strict policy.
import react from '@vitejs/plugin-react'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview, type Plugin } from 'vite'

export interface Pages {
  url: string
  /** Another origin with a page that counts how often it was loaded. */
  foreign: { url: string; loads(): number }
  close(): Promise<void>
}
const root = fileURLToPath(new URL('../pages', import.meta.url))
/** Radix injects a style element, so its page needs a policy that allows inline styles. */
const policyOf = (url: string | undefined) => {
  if (url?.startsWith('/dialogs'))
    return policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  if (url?.startsWith('/relay'))
    return policy.replace("connect-src 'self'", "connect-src 'self' ws://127.0.0.1:*")
  // A request to a strange host is to be made, so that it is seen.
  if (url?.startsWith('/everything'))
    return policy.replace("connect-src 'self'", "connect-src 'self' https: wss:")
  return policy
}
const policy =
  "default-src 'none'; script-src 'self'; img-src 'self' data:; style-src 'self'; " +
  "frame-src *; connect-src 'self'; require-trusted-types-for 'script'; " +
  "trusted-types 'none'"

const foreignPage = `<!doctype html><title>foreign</title><button onclick="this.textContent = 'clicked'">press</button>`

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(
        address !== null && typeof address === 'object' ? `http://localhost:${address.port}/` : '',
      )
    }),
  )

/** @param names of the pages that are built */
export async function servePages(
  names: readonly string[] = ['dialogs', 'stage', 'reflect', 'relay'],
): Promise<Pages> {
  let loads = 0
  const foreign = createServer((request, response) => {
    if (request.url === '/') loads++
    response.writeHead(request.url === '/' ? 200 : 204, { 'content-type': 'text/html' })
    response.end(request.url === '/' ? foreignPage : undefined)
  })
  const foreignUrl = await listen(foreign)
  const shared = { root, configFile: false as const, logLevel: 'error' as const }
  const input = Object.fromEntries(names.map((name) => [name, join(root, `${name}.html`)]))
  const out = {
    outDir: join(tmpdir(), `latchkey-pages-${process.pid}`),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  }
  await build({ ...shared, plugins: [react()], build: { ...out, rolldownOptions: { input } } })
  const sendPolicy: Plugin = {
    name: 'policy',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        // Pages of sites that are not ours have no policy.
        if (!request.url?.startsWith('/testing-'))
          response.setHeader('content-security-policy', policyOf(request.url))
        next()
      }),
  }
  const server = await preview({
    ...shared,
    plugins: [sendPolicy],
    build: out,
    preview: { port: 0, host: '127.0.0.1' },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string')
    throw new Error('The pages did not get a port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    foreign: { url: foreignUrl, loads: () => loads },
    async close() {
      await server.close()
      await new Promise((resolve) => foreign.close(resolve))
    },
  }
}
