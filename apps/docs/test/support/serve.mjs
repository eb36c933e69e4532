// Serves the built site as a host of files does, with the headers of its file `_headers`.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { outDir } from '../../build/settings.mjs'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** The headers that the site asks for all its paths. @returns {[string, string][]} */
const asked = () =>
  readFileSync(join(outDir, '_headers'), 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => /^\s+([^:]+): (.*)$/.exec(line)?.slice(1) ?? [])

const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile()

/** @returns {Promise<{ url: string, close: () => Promise<unknown> }>} */
export async function serveSite() {
  const headers = asked()
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://site').pathname))
    const wanted = join(outDir, path.endsWith('/') ? `${path}index.html` : path)
    const file = isFile(wanted) ? wanted : join(outDir, '404.html')
    for (const [name, value] of headers) response.setHeader(name, value)
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.statusCode = file === wanted ? 200 : 404
    response.end(readFileSync(file))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url, close }
}
