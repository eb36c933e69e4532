import { createSocket } from 'node:dgram'
import { type RequestListener, createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { MAX_DOCUMENT_BYTES, createFetcher } from './fetcher.js'
import { readPicture } from './picture.js'
import { createPublicTest } from './publicAddress.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const { signal } = new AbortController()

const serve = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => new Promise((done) => (server.close(done), server.closeAllConnections())))
  return (server.address() as AddressInfo).port
}
/** A fetcher that may ask this machine by the name `files.test`, and nobody else. */
const local = (resolve: (host: string) => string[] = () => ['127.0.0.1']) =>
  createFetcher({
    allowHttp: true,
    isAllowed: (address) => address === '127.0.0.1',
    resolve: async (host) => resolve(host),
    ipfsGateway: 'http://gateway.test/ipfs',
  })
const word = (fetching: Promise<unknown>) =>
  fetching.then(
    () => 'fetched',
    (error: Error) => error.message,
  )

it('Private, local and reserved addresses are refused in every spelling', async () => {
  const isPublic = createPublicTest()
  const closed = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ]
  expect(closed.filter(isPublic)).toEqual([])
  expect(['8.8.8.8', '172.32.0.1', '192.167.1.1', '2606:4700::1111'].every(isPublic)).toBe(true)
  const guarded = createFetcher({ resolve: async () => ['10.0.0.1'] })
  const links = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://metadata.internal/',
    'https://localhost./',
  ]
  for (const link of links)
    expect([link, await word(guarded(link, signal))]).toEqual([link, 'address_refused'])
})

it('Links that are not plain https, ipfs or data are refused', async () => {
  const guarded = createFetcher({ resolve: async () => ['8.8.8.8'] })
  const links = [
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:pass@example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://example.com/',
    'ftp://example.com/',
    '//example.com',
    'ipfs://Qm12345678901234567890',
    `https://example.com/${'a'.repeat(3000)}`,
    '',
  ]
  for (const link of links)
    expect([link, await word(guarded(link, signal))]).toEqual([link, 'link_refused'])
})

it('One private address among those of a name is enough to refuse it', async () => {
  const guarded = createFetcher({ resolve: async () => ['8.8.8.8', '10.0.0.1'] })
  expect(await word(guarded('https://mixed.test/', signal))).toBe('address_refused')
  expect(await word(createFetcher({ resolve: async () => [] })('https://none.test/', signal))).toBe(
    'address_refused',
  )
})

it('A redirect is checked like the link itself, and there are at most three', async () => {
  const places: Record<string, string> = {
    '/in': 'http://inside.test:1/secret',
    '/file': 'file:///etc/passwd',
    '/loop': '/loop',
    '/good': '/one',
    '/one': '/two',
    '/two': '/end',
  }
  const port = await serve((request, response) => {
    const location = places[request.url ?? '']
    if (location) response.writeHead(302, { location }).end()
    else response.end('here')
  })
  const fetchDocument = local((host) => (host === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1']))
  const at = (path: string) => word(fetchDocument(`http://files.test:${port}${path}`, signal))
  expect(await at('/in')).toBe('address_refused')
  expect(await at('/file')).toBe('link_refused')
  expect(await at('/loop')).toBe('too_many_redirects')
  expect(await at('/good')).toBe('fetched')
})

it('The connection goes to the address that was checked, with the name in its Host', async () => {
  let asked = 0
  const hosts: unknown[] = []
  const port = await serve((request, response) => {
    hosts.push(request.headers.host, request.headers.cookie, request.headers.origin)
    response.end('here')
  })
  // The second answer of this DNS would be a private address.
  const fetchDocument = local(() => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']))
  const { bytes } = await fetchDocument(`http://files.test:${port}/`, signal)
  expect(Buffer.from(bytes).toString()).toBe('here')
  expect([asked, hosts]).toEqual([1, [`files.test:${port}`, undefined, undefined]])
})

it('An answer that is too large, compressed, failed or never ends is dropped', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/large') return void response.end(Buffer.alloc(MAX_DOCUMENT_BYTES + 1))
    if (request.url === '/zip')
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'))
    if (request.url === '/404') return void response.writeHead(404).end()
    response.write('begins')
  })
  const fetchDocument = local()
  const at = (path: string, until = signal) =>
    word(fetchDocument(`http://files.test:${port}${path}`, until))
  expect(await at('/large')).toBe('too_large')
  expect(await at('/zip')).toBe('answer_refused')
  expect(await at('/404')).toBe('answer_refused')
  const controller = new AbortController()
  const slow = at('/slow', controller.signal)
  controller.abort()
  expect(await slow).not.toBe('fetched')
})

it('Data links are read in base64, with escapes and without', async () => {
  const read = async (link: string) =>
    Buffer.from((await createFetcher()(link, signal)).bytes).toString()
  expect(await read('data:application/json;base64,eyJhIjoxfQ==')).toBe('{"a":1}')
  expect(await read('data:application/json,%7B%22a%22%3A1%7D')).toBe('{"a":1}')
  expect(await read('data:image/svg+xml;utf8,<svg width="100%">')).toBe('<svg width="100%">')
})

it('An ipfs link is read at the gateway and cannot leave it', async () => {
  const asked: string[] = []
  const fetchDocument = local((host) => (asked.push(host), ['10.0.0.1']))
  const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
  for (const link of [`ipfs://${cid}/1.json`, `ipfs://ipfs/${cid}`])
    expect(await word(fetchDocument(link, signal))).toBe('address_refused')
  expect(asked).toEqual(['gateway.test', 'gateway.test'])
  for (const link of [`ipfs://${cid}/../../admin`, 'ipfs://a@b/', `ipfs://${cid}?x=1`, 'ipfs://'])
    expect(await word(fetchDocument(link, signal))).toBe('link_refused')
})

it('A picture is known by its bytes, whatever its sender calls it', () => {
  const type = (bytes: string) => readPicture(Buffer.from(bytes, 'latin1'))?.type
  expect(type('\x89PNG\r\n\x1a\n....')).toBe('image/png')
  expect(type('\xff\xd8\xff\xe0')).toBe('image/jpeg')
  expect(type('GIF89a..')).toBe('image/gif')
  expect(type('RIFF....WEBPVP8 ')).toBe('image/webp')
  expect(type('\0\0\0\x1cftypavif')).toBe('image/avif')
  expect(type('<?xml version="1.0"?>\n<svg xmlns="x">')).toBe('image/svg+xml')
  expect(type('<html><svg></svg></html>')).toBeUndefined()
  expect(type('<svgx>')).toBeUndefined()
  expect(type('{"a":1}')).toBeUndefined()
  expect(type('')).toBeUndefined()
})

/** A name server that answers every question for IPv4 with this machine, and every other with nothing. */
const serveNames = async (answers: boolean) => {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, { port }) => {
    asked += 1
    if (!answers) return
    const end = question.indexOf(0, 12) + 5
    const isV4 = question.readUInt16BE(end - 4) === 1
    const counts = Buffer.from([0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0])
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
    const parts = [question.subarray(0, 2), counts, question.subarray(12, end)]
    socket.send(Buffer.concat([...parts, ...(isV4 ? [record] : [])]), port)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  ending.push(() => new Promise<void>((done) => socket.close(done)))
  return { server: `127.0.0.1:${socket.address().port}`, asked: () => asked }
}

it('Names are asked of name servers, and all their addresses are checked', async () => {
  const names = await serveNames(true)
  const port = await serve((_, response) => void response.end('here'))
  const nameServers = [names.server]
  const link = `http://files.test:${port}/`
  const open = createFetcher({ allowHttp: true, nameServers, isAllowed: () => true })
  expect(Buffer.from((await open(link, signal)).bytes).toString()).toBe('here')
  expect(await word(createFetcher({ allowHttp: true, nameServers })(link, signal))).toBe(
    'address_refused',
  )
  // For IPv4 and for IPv6 each time.
  expect(names.asked()).toBe(4)
})

it('A name server that never answers is given up when the fetch is', async () => {
  const names = await serveNames(false)
  const controller = new AbortController()
  const fetching = word(
    createFetcher({ nameServers: [names.server] })('https://files.test/', controller.signal),
  )
  await expect.poll(names.asked).toBeGreaterThan(0)
  controller.abort()
  expect(await fetching).not.toBe('fetched')
})

it.each([
  [
    'switches protocols unasked',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  ['ends without an answer', ''],
  ['does not speak HTTP', 'garbage\r\n\r\n'],
])('A host that %s fails its document at once', async (_, answer) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (answer ? socket.write(answer) : socket.end()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => server.close())
  const { port } = server.address() as AddressInfo
  // Nothing but the host's answer ends it: this signal never does.
  expect(await word(local()(`http://files.test:${port}/`, signal))).not.toBe('fetched')
})

it.each([
  '%2e%2e/%2E./admin',
  '%2e%2e/%2e%2e/admin',
  '.%2e/.%2E/admin',
  '..%2fadmin',
  'a%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fadmin',
  '%5c%2e%2e%5cadmin',
])('The IPFS link with the path %s does not leave the folder of the gateway', async (path) => {
  expect(await word(local()(`ipfs://QmYwAPJzv5CZsnA625/${path}`, signal))).toBe('link_refused')
})
