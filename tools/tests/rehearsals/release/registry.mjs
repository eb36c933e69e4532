// A stand-in for the npm registry, in memory: it takes what `npm publish` sends and serves it to
// `npm install`. It serves one scope; a client asks its usual registry for everything else
// (`@scope:registry=` in .npmrc). Verdaccio would do, but wants Node 22.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const refuse = (status, error) => ({ status, body: { error } })

/** Stores one publication. A published version cannot be replaced. */
function accept(store, name, sent, origin) {
  const entry = store.get(name) ?? { name, versions: {}, 'dist-tags': {}, files: new Map() }
  const [[file, { data }]] = Object.entries(sent._attachments)
  const [[version, manifest]] = Object.entries(sent.versions)
  if (entry.versions[version]) return refuse(409, `${name}@${version} is published already`)
  const bytes = Buffer.from(data, 'base64')
  const fileName = file.split('/').pop()
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const dist = { integrity, tarball: `${origin}/${name}/-/${fileName}` }
  entry.versions[version] = { ...manifest, dist }
  entry.files.set(fileName, bytes)
  Object.assign(entry['dist-tags'], sent['dist-tags'])
  store.set(name, entry)
  return { status: 201, body: { ok: true } }
}

async function answer(store, request, origin) {
  // `/@scope%2fname`, or `/@scope/name/-/file.tgz`
  const [name, file] = decodeURIComponent(request.url).slice(1).split('/-/')
  if (request.method === 'PUT') return accept(store, name, await json(request), origin)
  const entry = store.get(name)
  if (request.method !== 'GET' || !entry) return refuse(404, `${name} is not here`)
  const { files, ...body } = entry
  if (!file) return { status: 200, body }
  return files.has(file) ? { status: 200, bytes: files.get(file) } : refuse(404, `no ${file}`)
}

/**
 * @returns {Promise<{ url: string, published(): Record<string, string[]>, close(): Promise<void>
 * }>}
 */
export async function startRegistry() {
  const store = new Map()
  let origin = ''
  const server = createServer(async (request, response) => {
    const { status, body, bytes } = await answer(store, request, origin).catch((error) =>
      refuse(400, error.message),
    )
    const type = bytes ? 'application/octet-stream' : 'application/json'
    response.writeHead(status, { 'content-type': type }).end(bytes ?? JSON.stringify(body))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${server.address().port}`
  return {
    url: `${origin}/`,
    published: () =>
      Object.fromEntries([...store].map(([name, { versions }]) => [name, Object.keys(versions)])),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
