import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createBoundedCache } from './boundedCache.js'
import type { SharedRedis } from './redis.js'

/** How long an answer is kept, ms. 0: it is given to those who wait for it, and not kept. */
export type KeptMs<Answer> = number | ((answer: Answer) => number)

/** Answers that all instances of a service have in common. They are values of JSON. */
export interface SharedCache {
  /**
   * The answer that is kept, or that of `load`. Requests that ask for the same meanwhile, at any
   * instance, wait for the one that loads: it must not be bound to one request alone.
   * @param keptMs how long the answer is kept
   * @throws the failure of `load`, which is not kept
   */
  take<Answer>(key: string, keptMs: KeptMs<Answer>, load: () => Promise<Answer>): Promise<Answer>
  /** @returns `undefined` where nothing is kept, or Redis does not answer */
  get<Answer>(key: string): Promise<Answer | undefined>
  set(key: string, answer: unknown, keptMs: number): Promise<void>
}

export interface SharedCacheOptions {
  /** Absent: each instance keeps for itself. */
  redis?: Pick<SharedRedis, 'client' | 'isReady'> | undefined
  /** Begins the keys in Redis: `my-service:cache`. */
  prefix: string
  /** Called for each answer that is asked for. */
  onRead?: (isHit: boolean) => void
  now?: () => number
}

/** Letters of all answers that an instance keeps where there is no Redis. */
const MAX_LETTERS = 32e6
/** Nobody waits for the one that asks for longer than this. */
const WAIT_MS = 5_000
/** One that asks and dies does not keep the others waiting for longer; it says so often that it lives. */
const TERM_MS = 700
const RENEW_MS = 200
const LOOK_AGAIN_MS = 25

/** Deletes a key, or lets it stand for longer, only where the value is still one's own. */
const ifOwn = (then: string): string =>
  `if redis.call('get', KEYS[1]) == ARGV[1] then return ${then} end return 0`
const DELETE_OWN = ifOwn("redis.call('del', KEYS[1])")
const RENEW_OWN = ifOwn(`redis.call('pexpire', KEYS[1], ${TERM_MS})`)

interface Kept {
  text: string
  until: number
}

export function createSharedCache(options: SharedCacheOptions): SharedCache {
  const { redis, prefix, onRead = () => {}, now = Date.now } = options
  const asking = new Map<string, Promise<unknown>>()
  const shelf = redis ? redisShelf(redis, prefix) : localShelf(now)

  /** @throws the failure of `load` */
  const loadAndKeep = async <Answer>(
    key: string,
    keptMs: KeptMs<Answer>,
    load: () => Promise<Answer>,
  ): Promise<Answer> => {
    const answer = await load()
    await shelf.set(key, write(answer), typeof keptMs === 'number' ? keptMs : keptMs(answer))
    return answer
  }
  const find = async <Answer>(
    key: string,
    keptMs: KeptMs<Answer>,
    load: () => Promise<Answer>,
  ): Promise<Answer> => {
    for (const late = performance.now() + WAIT_MS; performance.now() < late;) {
      const text = await shelf.get(key)
      if (text !== undefined) {
        onRead(true)
        return read<Answer>(text)
      }
      const turn = await shelf.begin(key)
      if (turn) {
        onRead(false)
        return loadAndKeep(key, keptMs, load).finally(turn)
      }
      await pause(LOOK_AGAIN_MS)
    }
    onRead(false)
    return loadAndKeep(key, keptMs, load)
  }
  return {
    take<Answer>(key: string, keptMs: KeptMs<Answer>, load: () => Promise<Answer>) {
      const before = asking.get(key)
      if (before) return before as Promise<Answer>
      const answer = find(key, keptMs, load).finally(() => asking.delete(key))
      asking.set(key, answer)
      return answer
    },
    async get<Answer>(key: string) {
      const text = await shelf.get(key)
      return text === undefined ? undefined : read<Answer>(text)
    },
    set: (key, answer, keptMs) => shelf.set(key, write(answer), keptMs),
  }
}

/** In an object, so that `undefined` is an answer too. */
const write = (answer: unknown): string => JSON.stringify({ answer })
const read = <Answer>(text: string): Answer => (JSON.parse(text) as { answer: Answer }).answer

interface Shelf {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string, keptMs: number): Promise<void>
  /** @returns a function that ends the turn; `undefined` while another instance has it */
  begin(key: string): Promise<(() => void) | undefined>
}

const localShelf = (now: () => number): Shelf => {
  const kept = createBoundedCache<Kept>(MAX_LETTERS)
  return {
    async get(key) {
      const found = kept.get(key)
      return found && now() < found.until ? found.text : undefined
    },
    async set(key, text, keptMs) {
      kept.set(key, { text, until: now() + keptMs }, key.length + text.length)
    },
    begin: async () => () => {},
  }
}

/** While Redis is away nothing is kept, and each instance asks for itself. */
const redisShelf = (
  { client, isReady }: NonNullable<SharedCacheOptions['redis']>,
  prefix: string,
): Shelf => ({
  async get(key) {
    if (!isReady()) return undefined
    return (await client.get(`${prefix}:${key}`).catch(() => null)) ?? undefined
  },
  async set(key, text, keptMs) {
    if (!isReady() || keptMs <= 0) return
    await client.set(`${prefix}:${key}`, text, 'PX', keptMs).catch(() => undefined)
  },
  async begin(key) {
    if (!isReady()) return () => {}
    const place = `${prefix}:${key}:asking`
    const name = randomUUID()
    const run = (script: string): void =>
      void client.eval(script, 1, place, name).catch(() => undefined)
    const got = await client.set(place, name, 'PX', TERM_MS, 'NX').catch(() => 'OK')
    if (got === null) return undefined
    const timer = setInterval(run, RENEW_MS, RENEW_OWN)
    return () => {
      clearInterval(timer)
      run(DELETE_OWN)
    }
  },
})
