// Free TCP ports. A port that is busy is stepped around, never a reason to fail.
import { createServer } from 'node:net'

const TRIES = 50

const tryListen = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const { port: got } = server.address()
      server.close(() => resolve(got))
    })
  })

/**
 * The preferred port or the first free one above it; any free port when all of those are busy or
 * none is preferred.
 * @param {number} [preferred]
 * @returns {Promise<number>}
 */
export async function freePort(preferred = 0) {
  const last = Math.min(preferred + TRIES, 65_536)
  for (let port = preferred; port !== 0 && port < last; port += 1)
    if (await tryListen(port)) return port
  return tryListen(0)
}
