import type { SharedRedis } from './redis.js'

/** Which providers rest after failures, in all instances of a service. */
export interface Circuits {
  isResting(name: string): boolean
  fail(name: string): void
  /** The names that rest now. */
  resting(): readonly string[]
  close(): void
}

export interface CircuitsOptions {
  /** Absent, or away: each instance counts for itself. */
  redis?: Pick<SharedRedis, 'client' | 'isReady'> | undefined
  /** Begins the keys in Redis: `my-service:circuit`. */
  prefix: string
  now?: () => number
}

/** So many failures in this time, and a provider is not asked for as long again. */
const FAILURES = 5
const WINDOW_MS = 30_000
const LOOK_MS = 1000

export function createCircuits({ redis, prefix, now = Date.now }: CircuitsOptions): Circuits {
  const failures = new Map<string, number[]>()
  const restUntil = new Map<string, number>()
  const list = `${prefix}:resting`
  const rest = (name: string, until: number): void => {
    restUntil.set(name, Math.max(until, restUntil.get(name) ?? 0))
  }
  const countHere = (name: string): void => {
    const at = now()
    const recent = (failures.get(name) ?? []).filter((time) => time > at - WINDOW_MS)
    failures.set(name, [...recent, at])
    if (recent.length + 1 < FAILURES) return
    rest(name, at + WINDOW_MS)
    failures.delete(name)
  }
  const countTogether = async ({ client }: Pick<SharedRedis, 'client'>, name: string) => {
    const key = `${prefix}:failures:${name}`
    const count = await client.incr(key)
    if (count === 1) await client.pexpire(key, WINDOW_MS)
    if (count < FAILURES) return
    const until = now() + WINDOW_MS
    rest(name, until)
    await Promise.all([client.hset(list, name, until), client.del(key)])
  }
  /** Learns of those that others have sent to rest, and forgets those that are over. */
  const look = async ({ client, isReady }: NonNullable<CircuitsOptions['redis']>) => {
    if (!isReady()) return
    const over = []
    for (const [name, until] of Object.entries(await client.hgetall(list)))
      if (Number(until) > now()) rest(name, Number(until))
      else over.push(name)
    if (over.length > 0) await client.hdel(list, ...over)
  }
  const timer = redis && setInterval(() => void look(redis).catch(() => undefined), LOOK_MS)
  timer?.unref()
  const isResting = (name: string): boolean => now() < (restUntil.get(name) ?? 0)
  return {
    isResting,
    fail(name) {
      if (redis?.isReady()) void countTogether(redis, name).catch(() => countHere(name))
      else countHere(name)
    },
    resting: () => [...restUntil.keys()].filter(isResting),
    close: () => clearInterval(timer),
  }
}
