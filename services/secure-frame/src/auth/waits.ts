import { type SharedRedis } from '@latchkey/service-kit/shared'

/** Wakes those that wait for a change of an attempt, at any instance. */
export interface Waits {
  /** How many wait here now. */
  readonly size: number
  wake(idHash: string): void
  /**
   * Ends after `ms` at the latest, and when the service ends. It may end without a change: look, and wait
   * again.
   */
  wait(idHash: string, ms: number): Promise<void>
  close(): void
}

export interface WaitsOptions {
  /** Whether other instances may change an attempt. */
  isShared?: boolean
  /** Carries the word from one instance to the others. */
  redis?: Pick<SharedRedis, 'client' | 'isReady'> | undefined
  /** Names the channel in Redis: `my-service:wake`. */
  channel?: string
}

/** Where no word comes from other instances, those that wait look so often. */
const LOOK_MS = 1_000
/** A word may be lost with its connection. */
const LOOK_ANYWAY_MS = 5_000

export function createWaits({ isShared = false, redis, channel = '' }: WaitsOptions = {}): Waits {
  const waiting = new Map<string, Set<() => void>>()
  const wakeHere = (idHash: string): void => {
    for (const end of [...(waiting.get(idHash) ?? [])]) end()
  }
  const heard = redis && hear(redis, channel, wakeHere)
  const mostMs = (): number => {
    if (!isShared) return Infinity
    return heard?.isReady() ? LOOK_ANYWAY_MS : LOOK_MS
  }
  return {
    get size() {
      return [...waiting.values()].reduce((sum, all) => sum + all.size, 0)
    },
    wake(idHash) {
      wakeHere(idHash)
      if (redis?.isReady()) void redis.client.publish(channel, idHash).catch(() => undefined)
    },
    wait: (idHash, ms) =>
      new Promise((done) => {
        const all = waiting.get(idHash) ?? new Set()
        const end = (): void => {
          clearTimeout(timer)
          all.delete(end)
          if (all.size === 0) waiting.delete(idHash)
          done()
        }
        const timer = setTimeout(end, Math.min(ms, mostMs()))
        waiting.set(idHash, all.add(end))
      }),
    close() {
      heard?.close()
      for (const idHash of [...waiting.keys()]) wakeHere(idHash)
    },
  }
}

/** Listens by a connection of its own, as Redis wants it, which comes back by itself. */
const hear = (
  { client }: Pick<SharedRedis, 'client'>,
  channel: string,
  onWord: (idHash: string) => void,
) => {
  const own = client.duplicate()
  let isHeard = false
  own.on('error', () => undefined)
  own.on('close', () => (isHeard = false))
  own.on('message', (_channel: string, idHash: string) => onWord(idHash))
  own.on('ready', () => {
    own.subscribe(channel).then(
      () => (isHeard = true),
      () => undefined,
    )
  })
  return { isReady: () => isHeard, close: () => own.disconnect() }
}
