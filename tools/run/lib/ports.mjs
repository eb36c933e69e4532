// Free TCP ports. A port that is busy is stepped around, never a reason to fail.
import { createServer } from 'node:net'

const HOST = '127.0.0.1'
const TRIES = 50

const tryListen = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: HOST, exclusive: true }, () => {
      const { port: got } = server.address()
      server.close(() => resolve(got))
    })
  })

/**
 * The preferred port or the first free one above it; any free port when all of those are busy or none is preferred.
 * @param {number} [preferred]
 * @returns {Promise<number>}
 */
export async function freePort(preferred = 0) {
  for (
    let port = preferred;
    preferred !== 0 && port < preferred + TRIES && port < 65_536;
    port += 1
  ) {
    const got = await tryListen(port)
    if (got !== undefined) return got
  }
  const any = await tryListen(0)
  if (any === undefined) throw new Error(`no free TCP port on ${HOST}`)
  return any
}
