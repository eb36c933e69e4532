import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
// MIT, no dependencies: Node's requests as Request and Response
import { getRequestListener } from '@hono/node-server'
import { type Log, listen, prepareEnd, serverTimeouts } from '@latchkey/service-kit'
import { keepEventsFolded } from '@latchkey/service-kit/analytics'
import {
  DEFAULT_HTTP_LIMITS,
  answerBrokenRequests,
  keepTidy,
  malformedRequest,
} from '@latchkey/service-kit/http'
import { type SharedRedis } from '@latchkey/service-kit/shared'
import { type ApiApp, createApiApp } from './app.js'
import { startFollowers } from './followers.js'
import { type BlockchainApiOptions, checkBounds } from './options.js'
import { SESSION_KEPT_MS } from './routes/sessions.js'
import { type ServingStore, openServingStore } from './store/servingStore.js'
import { type Store } from './store/store.js'

export interface BlockchainApi {
  /** `http://127.0.0.1:…` */
  url: string
  port: number
  /** Answers what is under way, frees the port and closes the store. A second call does nothing. */
  close(): Promise<void>
}

/** An order that nobody paid is kept so long after it was given up. */
const ORDER_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Starts the service.
 * A PostgreSQL or Redis that is away is waited for: `/health` names it.
 * @throws BlockchainApiError `blockchain-api.invalid_option`; ApiStoreError `store.unreachable`,
 * `store.newer_schema`, `store.in_use`; Node's error where the port is taken
 */
export async function startBlockchainApi(
  options: BlockchainApiOptions = {},
): Promise<BlockchainApi> {
  const { host = '127.0.0.1', port = 0, log = () => {}, redisUrl, store: given } = options
  checkBounds(options)
  const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits }
  const opened: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    const redis = redisUrl ? await openRedis(redisUrl, log) : undefined
    opened.push(() => redis?.close())
    const serving = await openStoreOf(given, log)
    if (given === undefined || !('history' in given)) opened.push(() => serving.store.close())
    const following = await startFollowers(options)
    opened.push(() => following?.close())
    let authority = ''
    const app = createApiApp(options, {
      store: serving.store,
      isClosing: () => closing !== undefined,
      authority: () => authority,
      following: () => following?.health() ?? [],
      redis,
      servers: () => [...serving.health(), ...(redis ? [redis.health()] : [])],
    })
    opened.push(() => app.close())
    const server = createServer(
      { ...serverTimeouts(limits.arrival), maxHeaderSize: limits.headerBytes },
      getRequestListener(app.fetch, { errorHandler: malformedRequest }),
    )
    answerBrokenRequests(server)
    const endServer = prepareEnd(server, () => closing !== undefined)
    const listening = await listen(server, port, host)
    authority = listening.authority
    opened.push(endServer, keepRowsTidy(serving.unbounded, log), runBeside(app, log))
    log('info', 'blockchain-api.started', { host, port: listening.port })
    const stop = async (): Promise<void> => {
      await pause((options.drainSeconds ?? 0) * 1_000)
      await closeAll()
      log('info', 'blockchain-api.stopped')
    }
    return {
      url: `http://${listening.authority}`,
      port: listening.port,
      close: () => (closing ??= stop()),
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

const openRedis = async (url: string, log: Log): Promise<SharedRedis> => {
  const { connectRedis } = await import('@latchkey/service-kit/shared/redis')
  return connectRedis(
    url,
    log,
    'Redis does not answer. Requests go on without a common cache, and each instance counts for itself.',
  )
}

/** A store of the host is asked as it is. */
const openStoreOf = (given: BlockchainApiOptions['store'], log: Log): Promise<ServingStore> =>
  given !== undefined && 'history' in given
    ? Promise.resolve({ store: given, unbounded: given, health: () => [] })
    : openServingStore(given, log)

/** @returns a function that ends the work beside requests, and waits for the step that it is in */
const runBeside = (app: ApiApp, log: Log): (() => Promise<void>) => {
  const controller = new AbortController()
  const running = app.run(controller.signal).catch(() => log('error', 'blockchain-api.run_failed'))
  return async () => {
    controller.abort()
    await running
  }
}

const keepRowsTidy = ({ events, sessions, orders }: Store, log: Log): (() => void) => {
  const ends = [
    keepEventsFolded({ events }, () => log('error', 'events.not_folded')),
    keepTidy(
      () => sessions.dropBefore(Date.now() - SESSION_KEPT_MS),
      () => log('error', 'sessions.failed'),
    ),
    keepTidy(
      () => orders.tidy(Date.now(), ORDER_KEPT_MS),
      () => log('error', 'orders.failed'),
    ),
  ]
  return () => ends.forEach((end) => end())
}
