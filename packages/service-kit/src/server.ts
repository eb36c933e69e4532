import { type Server, type ServerOptions } from 'node:http'
import { type AddressInfo } from 'node:net'

const CHECK_INTERVAL_MS = 1000

/** A request that is not complete in this time (seconds) is answered by 408, and its connection ends. */
export const serverTimeouts = (seconds: number): ServerOptions => ({
  headersTimeout: seconds * 1000,
  requestTimeout: seconds * 1000,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
})

export interface Listening {
  port: number
  /** `127.0.0.1:5555`, `[::1]:5555`: what stands in a URL after the scheme. */
  authority: string
}

/**
 * Waits until the server listens.
 * @param port 0: a free one
 * @throws Node's error where the port is taken
 */
export const listen = (server: Server, port: number, host: string): Promise<Listening> =>
  new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      const { port: taken } = server.address() as AddressInfo
      done({ port: taken, authority: `${host.includes(':') ? `[${host}]` : host}:${taken}` })
    })
  })
