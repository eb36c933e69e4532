import { createServer } from 'node:http'
// MIT, no dependencies: Node's requests as Request and Response
import { getRequestListener } from '@hono/node-server'
import { type Listening, listen, serverTimeouts } from '@latchkey/service-kit'
import { DEFAULT_HTTP_LIMITS, keepEventsTidy } from '@latchkey/service-kit/http'
import { createApiApp } from './app.js'
import { startFollowers } from './followers.js'
import { type BlockchainApiOptions } from './options.js'
import { openStore } from './store/openStore.js'
import { type Store } from './store/store.js'

export interface BlockchainApi {
  /** `http://127.0.0.1:…` */
  url: string
  port: number
  /** Answers what is under way, frees the port and closes the store. A second call does nothing. */
  close(): Promise<void>
}

const CLOSE_TIMEOUT_MS = 5000

/**
 * Starts the service.
 * @throws BlockchainApiError `blockchain-api.invalid_option`; ApiStoreError `store.unreachable`;
 * Node's error where the port is taken
 */
export async function startBlockchainApi(
  options: BlockchainApiOptions = {},
): Promise<BlockchainApi> {
  const { host = '127.0.0.1', port = 0, log = () => {} } = options
  const given = options.store
  const isGiven = given !== undefined && 'history' in given
  const store: Store = isGiven ? given : await openStore(given)
  const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits }
  let closing: Promise<void> | undefined
  let listening: Listening
  let stopTidying = (): void => {}
  const following = startFollowers(options)
  try {
    const app = createApiApp(options, {
      store,
      isClosing: () => closing !== undefined,
      following: () => following?.health() ?? [],
    })
    const server = createServer(
      { ...serverTimeouts(limits.arrival), maxHeaderSize: limits.headerBytes },
      getRequestListener(app.fetch),
    )
    listening = await listen(server, port, host)
    stopTidying = keepEventsTidy({ events: store.events }, () => log('error', 'events.failed'))
    const stop = async (): Promise<void> => {
      stopTidying()
      const isClosed = new Promise((done) => server.close(done))
      server.closeIdleConnections()
      const late = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
      await isClosed
      clearTimeout(late)
      await following?.close()
      if (!isGiven) await store.close()
      log('info', 'blockchain-api.stopped')
    }
    log('info', 'blockchain-api.started', { host, port: listening.port })
    return {
      url: `http://${listening.authority}`,
      port: listening.port,
      close: () => (closing ??= stop()),
    }
  } catch (error) {
    await following?.close()
    if (!isGiven) await store.close()
    throw error
  }
}
