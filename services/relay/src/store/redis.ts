import { createHash } from 'node:crypto'
// MIT; speaks RESP, comes back by itself after an outage, one package without native parts
import { Redis } from 'ioredis'
import { RelayError } from '../errors.js'
import { type Log } from '@latchkey/service-kit'
import {
  type Mailbox,
  type MailboxBounds,
  type MailboxListener,
  type Message,
  MAX_PAGE,
} from './mailbox.js'
import { ADD, ANNOUNCE, LIST, PREFIX, REMOVE, SIZE, SWEEP } from './scripts.js'

const SWEEP_MS = 10_000
/** A command that takes longer has failed. Clients publish again by themselves. */
const COMMAND_TIMEOUT_MS = 5000
const RECONNECT_MS = 500
const CHANNEL = `${PREFIX}new:`

type Run = (...args: (string | number)[]) => Promise<unknown>

/**
 * A mailbox in Redis 6 or later, for any number of relays. The bounds hold for all of them
 * together.
 * @throws RelayError `relay.redis_unreachable` where Redis does not answer at the start. Later
 * outages are waited for.
 */
// eslint-disable-next-line max-lines-per-function -- the operations of one mailbox, which share its clients
export async function createRedisMailbox(
  url: string,
  bounds: MailboxBounds,
  log: Log,
): Promise<Mailbox> {
  const settings = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: () => RECONNECT_MS,
  }
  const commands = new Redis(url, settings)
  const news = new Redis(url, { ...settings, autoResubscribe: false })
  for (const redis of [commands, news])
    redis.on('error', (error: Error & { code?: string }) =>
      log('error', 'redis.error', { code: error.code ?? error.name }),
    )
  const scripts = defineScripts(commands)
  await connect(commands, news)
  const listeners = new Set<MailboxListener>()
  news.on('ready', () => {
    log('warn', 'redis.back')
    for (const listener of listeners) listener.gap()
  })
  news.on('message', (_channel: string, text: string) => {
    const message = JSON.parse(text) as Message
    for (const listener of listeners) listener.message(message)
  })
  const sweeper = setInterval(() => void scripts.sweep(Date.now()).catch(() => undefined), SWEEP_MS)
  sweeper.unref()
  const { topicMessages, topicBytes, authorBytes, totalMessages, totalBytes } = bounds

  return {
    async add(message) {
      const { topic, key, from, expiresAt } = message
      return (
        (await scripts.add(
          topic,
          key,
          JSON.stringify(message),
          authorOf(from),
          expiresAt,
          Date.now(),
          topicMessages,
          topicBytes,
          authorBytes,
          totalMessages,
          totalBytes,
        )) === 1
      )
    },
    async announce(message) {
      await scripts.announce(message.topic, message.key, JSON.stringify(message))
    },
    async list(topics, from = { topic: 0, after: 0 }) {
      const [found, topic, after] = (await scripts.list(
        MAX_PAGE.messages,
        MAX_PAGE.bytes,
        from.after,
        ...topics.slice(from.topic),
      )) as [string[], number?, number?]
      const messages = found.map((text) => JSON.parse(text) as Message)
      return {
        messages,
        ...(topic !== undefined &&
          after !== undefined && { next: { topic: from.topic + topic, after } }),
      }
    },
    async sweep(now) {
      await scripts.sweep(now)
    },
    async remove(topic, key) {
      await scripts.remove(`${topic}:${key}`)
    },
    async watch(topics) {
      if (topics.length > 0) await news.subscribe(...topics.map(toChannel))
    },
    async unwatch(topics) {
      await news.unsubscribe(...topics.map(toChannel))
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async size() {
      const [messages = 0, bytes = 0, evicted = 0, expired = 0] = (await scripts.size()) as number[]
      return { messages, bytes, evicted, expired }
    },
    isReady: () => commands.status === 'ready' && news.status === 'ready',
    async close() {
      clearInterval(sweeper)
      commands.disconnect()
      news.disconnect()
    },
  }
}

/** The name of an author in keys: of equal length for all, and without `:`. */
const authorOf = (clientId: string): string =>
  createHash('sha256').update(clientId).digest('hex').slice(0, 32)

const toChannel = (topic: string): string => CHANNEL + topic

const connect = async (...all: Redis[]): Promise<void> => {
  try {
    await Promise.all(all.map((redis) => redis.connect()))
  } catch (cause) {
    for (const redis of all) redis.disconnect()
    throw new RelayError(
      'relay.redis_unreachable',
      'Redis does not answer. Is it running, and does REDIS_URL name it?',
      { cause },
    )
  }
}

const SCRIPTS = {
  add: ADD,
  announce: ANNOUNCE,
  list: LIST,
  remove: REMOVE,
  sweep: SWEEP,
  size: SIZE,
}

const defineScripts = (redis: Redis): Record<keyof typeof SCRIPTS, Run> => {
  const define = ([name, lua]: [string, string]): [string, Run] => {
    redis.defineCommand(`relay:${name}`, { lua, numberOfKeys: 0 })
    return [name, ((redis as unknown as Record<string, Run>)[`relay:${name}`] as Run).bind(redis)]
  }
  return Object.fromEntries(Object.entries(SCRIPTS).map(define)) as Record<
    keyof typeof SCRIPTS,
    Run
  >
}
