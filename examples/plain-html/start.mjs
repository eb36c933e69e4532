// A static server. Any server works that sends modules as `text/javascript`, and the policy.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('./dist', import.meta.url))
const types = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' }
const policy = await readFile(join(root, 'policy.txt'), 'utf8')

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const path = normalize(join(root, pathname === '/' ? 'index.html' : pathname))
  const body = path.startsWith(root + sep) ? await readFile(path).catch(() => undefined) : undefined
  response.writeHead(body ? 200 : pathname === '/favicon.ico' ? 204 : 404, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'content-security-policy': policy,
  })
  response.end(body)
}).listen(Number(process.env.PORT ?? 4173), '127.0.0.1')
