import { Agent, createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { prepareEnd } from './endServer.js'
import { listen } from './server.js'

/** A client that keeps its connections, as browsers do. */
function createClient(url: string) {
  const agent = new Agent({ keepAlive: true })
  return (path = '/') =>
    new Promise<{ connection: string | undefined }>((done, fail) => {
      request(url + path, { agent }, (response) => {
        const { connection } = response.headers
        response.resume().on('end', () => done({ connection }))
      })
        .on('error', fail)
        .end()
    })
}

async function start() {
  const seen: string[] = []
  const server = createServer((asked, response) => {
    seen.push(asked.url!)
    void pause(asked.url === '/slow' ? 300 : 20).then(() => response.end('here'))
  })
  const end = prepareEnd(server)
  const { authority } = await listen(server, 0, '127.0.0.1')
  return { end, seen, ask: createClient(`http://${authority}`) }
}

it('A server that ends answers each request that it has seen, however busy its connections are', async () => {
  const { end, seen, ask } = await start()
  let isOver = false
  let answers = 0
  const busy = Array.from({ length: 8 }, async () => {
    while (!isOver)
      await ask().then(
        () => (answers += 1),
        // Nobody listens any more, or a connection ended that waited for a request: clients ask another instance.
        () => (isOver = true),
      )
  })
  await expect.poll(() => answers).toBeGreaterThan(16)
  await end()
  await Promise.all(busy)
  expect(answers).toBe(seen.length)
})

it('An answer under way is given whole, and its connection ends with it', async () => {
  const { end, ask } = await start()
  expect(await ask()).toEqual({ connection: 'keep-alive' })
  const slow = ask('/slow')
  await pause(100)
  await end()
  expect(await slow).toEqual({ connection: 'close' })
})

it('A server whose end is announced answers on, and ends each connection with its answer', async () => {
  let isClosing = false
  const server = createServer((_request, response) => response.end('here'))
  const end = prepareEnd(server, () => isClosing)
  const { authority } = await listen(server, 0, '127.0.0.1')
  const ask = createClient(`http://${authority}`)
  expect(await ask()).toEqual({ connection: 'keep-alive' })
  isClosing = true
  expect(await ask()).toEqual({ connection: 'close' })
  expect(await ask()).toEqual({ connection: 'close' })
  await end()
  await expect(ask()).rejects.toThrow()
})
