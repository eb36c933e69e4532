// A static server with the policy of a strict host.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
}
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function serveStrict(root) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = normalize(join(root, pathname === '/' ? 'index.html' : pathname))
    const body = path.startsWith(root + sep)
      ? await readFile(path).catch(() => undefined)
      : undefined
    // Chromium asks for it by itself; an error in its log would hide ours.
    const status = body ? 200 : pathname === '/favicon.ico' ? 204 : 404
    response.writeHead(status, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
    })
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
