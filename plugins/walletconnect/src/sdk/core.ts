import { Core } from '@walletconnect/core'
import type { SocketClass } from '../sockets.js'
import type { IsRead } from './appOpener.js'
import type { RelayCore } from './internals.js'
import type { Store, TextStorage } from './store.js'

/** Options of the session client. */
export interface RelayClientOptions {
  /** Project id of the public relay, if `relayUrl` is not set. */
  projectId?: string | undefined
  relayUrl: string
  /** Whether the verify service may attest this page's origin to wallets. It loads a frame. */
  verify: boolean
  metadata: { name: string; description: string; url: string; icons: string[] }
  /** Part of the names of stored values. */
  storeId: string
  /** Opens sockets where the runtime has no `WebSocket`. */
  webSocket?: SocketClass | undefined
  /** Keeps the client's keys and sessions in place of a database. */
  storage?: TextStorage | undefined
  isRead?: IsRead
}

/** A logger that writes nothing: the library would log keys. */
export const createSilentLogger = (): object => {
  const ignore = (): undefined => undefined
  const logger: object = {
    level: 'silent',
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    bindings: () => ({}),
    child: () => logger,
  }
  return logger
}

/** Makes the library's core, which is not started yet. */
export function createCore(options: RelayClientOptions, storage: Store): RelayCore {
  const { projectId, relayUrl, storeId } = options
  const core = new Core({
    ...(projectId !== undefined && { projectId }),
    relayUrl,
    customStoragePrefix: storeId,
    storage: storage as never,
    logger: createSilentLogger() as never,
    telemetryEnabled: false,
  })
  // The library puts its core on the page for a second copy of itself, which does not exist here.
  for (const key of [`_walletConnectCore_${storeId}`, `_walletConnectCore_${storeId}_count`])
    Reflect.deleteProperty(globalThis, key)
  if (!options.verify) core.verify.register = async () => ''
  return core
}
