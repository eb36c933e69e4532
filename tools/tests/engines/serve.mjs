// A small host, built for production and served under a strict policy, with a node that answers
// every question alike.
import react from '@vitejs/plugin-react'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { at } from '../../run/lib/paths.mjs'

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
const ONE = '0xde0b6b3a7640000'

async function answerRpc(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const asked = JSON.parse(Buffer.concat(chunks).toString())
  const answer = ({ id, method }) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_chainId' ? '0x1' : ONE,
  })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
}

/** @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function serveHost() {
  const outDir = mkdtempSync(join(tmpdir(), 'latchkey-engines-'))
  const shared = {
    root: at('tools/tests/engines/host'),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  }
  await build({ ...shared, plugins: [react()] })
  const strict = {
    name: 'strict',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        response.setHeader('content-security-policy', POLICY)
        if (request.url === '/rpc') void answerRpc(request, response)
        else next()
      }),
  }
  const server = await preview({
    ...shared,
    plugins: [strict],
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
