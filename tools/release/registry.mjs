// A stand-in for the npm registry, in memory: takes what `npm publish` sends and gives it back to `npm install`.
// It serves one scope; a client asks its usual registry for everything else (`@scope:registry=` in .npmrc).
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const MAX_BODY = 100 * 1024 * 1024

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** `/@scope%2fname` -> `@scope/name`; `/@scope/name/-/file.tgz` -> the name and the file. */
function parsePath(url) {
  const path = decodeURIComponent(new URL(url, 'http://localhost').pathname).slice(1)
  const [name, file] = path.split('/-/')
  return { name, file }
}

const integrity = (tarball) => ({
  shasum: createHash('sha1').update(tarball).digest('hex'),
  integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
})

/** Takes one publication into the store. A version, once published, stays as it is. */
function accept(store, name, sent, origin) {
  const entry = store.get(name) ?? { name, versions: {}, tags: {}, files: new Map(), time: {} }
  const [file, { data }] = Object.entries(sent._attachments)[0]
  const tarball = Buffer.from(data, 'base64')
  const fileName = file.split('/').pop()
  for (const [version, manifest] of Object.entries(sent.versions)) {
    if (entry.versions[version])
      return { status: 409, body: { error: `${name}@${version} is published already` } }
    entry.versions[version] = {
      ...manifest,
      dist: { ...integrity(tarball), tarball: `${origin}/${name}/-/${fileName}` },
    }
    entry.time[version] = new Date().toISOString()
  }
  entry.files.set(fileName, tarball)
  Object.assign(entry.tags, sent['dist-tags'])
  store.set(name, entry)
  return { status: 201, body: { ok: true } }
}

async function answer(store, request, origin) {
  const { name, file } = parsePath(request.url)
  if (request.method === 'PUT')
    return accept(store, name, JSON.parse((await readBody(request)).toString('utf8')), origin)
  const entry = store.get(name)
  if (request.method !== 'GET' || !entry)
    return { status: 404, body: { error: `${name} is not here` } }
  if (file)
    return entry.files.has(file)
      ? { status: 200, raw: entry.files.get(file) }
      : { status: 404, body: { error: `no ${file}` } }
  return {
    status: 200,
    body: { name, 'dist-tags': entry.tags, versions: entry.versions, time: entry.time },
  }
}

/**
 * @param {{ port?: number }} [options]
 * @returns {Promise<{ url: string, published(): Record<string, string[]>, close(): Promise<void> }>}
 */
export async function startRegistry({ port = 0 } = {}) {
  const store = new Map()
  let origin = ''
  const server = createServer(async (request, response) => {
    const { status, body, raw } = await answer(store, request, origin).catch((error) => ({
      status: 400,
      body: { error: error.message },
    }))
    response.writeHead(status, {
      'content-type': raw ? 'application/octet-stream' : 'application/json',
    })
    response.end(raw ?? JSON.stringify(body))
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
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
