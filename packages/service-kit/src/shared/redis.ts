// MIT; the house's Redis client, as in the relay: it comes back by itself after an outage
import { Redis } from 'ioredis'
import { type Log } from '../log.js'
import { type PartHealth, createPart } from '../part.js'

const COMMAND_TIMEOUT_MS = 500
const RECONNECT_MS = 500
const SILENT_MS = 1000

/** A Redis that the instances of a service have in common. */
export interface SharedRedis {
  /** Its commands fail at once while Redis is away. */
  client: Redis
  isReady(): boolean
  health(): PartHealth
  close(): void
}

/**
 * Connects, also to a Redis that is away now: it is tried again twice a second.
 * @param url `redis://…`, `rediss://…` or `unix://…`
 * @param sentence for the log, when Redis goes away: what goes on without it
 */
export function connectRedis(url: string, log: Log, sentence: string): SharedRedis {
  const part = createPart({ name: 'redis', log, sentence })
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // One that hangs is left, so that requests do not wait for each command.
    socketTimeout: SILENT_MS,
    connectTimeout: SILENT_MS,
    retryStrategy: () => RECONNECT_MS,
  })
  client.on('error', part.fails)
  client.on('close', () => part.fails(new Error('closed')))
  client.on('ready', part.works)
  return {
    client,
    isReady: () => client.status === 'ready',
    health: part.health,
    close() {
      client.removeAllListeners('close')
      client.disconnect()
    },
  }
}
