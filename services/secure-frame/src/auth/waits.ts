import { type SharedRedis } from '@latchkey/service-kit/shared'

/** Hears words about one attempt from its making on, so that none is missed while the attempt is read. */
export interface Listener {
  /**
   * Waits for a word that came since the listener was made, or since the last wait. It ends after `ms` at
   * the latest, and when the service ends. It may end without a change: look, and wait again.
   */
  wait(ms: number): Promise<void>
  end(): void
}

/** Wakes those that wait for a change of an attempt, at any instance. */
export interface Waits {
  /** How many listen here now. */
  readonly size: number
  wake(idHash: string): void
  /** Is made before the attempt is read, and ended by its maker. */
  listen(idHash: string): Listener
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
  const listening = new Map<string, Set<() => void>>()
  const wakeHere = (idHash: string): void => {
    for (const hear of listening.get(idHash) ?? []) hear()
  }
  const heard = redis && hear(redis, channel, wakeHere)
  const mostMs = (): number => {
    if (!isShared) return Infinity
    return heard?.isReady() ? LOOK_ANYWAY_MS : LOOK_MS
  }
  return {
    get size() {
      return [...listening.values()].reduce((sum, all) => sum + all.size, 0)
    },
    wake(idHash) {
      wakeHere(idHash)
      if (redis?.isReady()) void redis.client.publish(channel, idHash).catch(() => undefined)
    },
    listen(idHash) {
      const all = listening.get(idHash) ?? new Set()
      let isWord = false
      let goOn = (): void => undefined
      const hearWord = (): void => {
        isWord = true
        goOn()
      }
      listening.set(idHash, all.add(hearWord))
      return {
        async wait(ms) {
          if (!isWord)
            await new Promise<void>((done) => {
              const timer = setTimeout(done, Math.min(ms, mostMs()))
              goOn = () => void (clearTimeout(timer), done())
            })
          isWord = false
        },
        end() {
          all.delete(hearWord)
          if (all.size === 0 && listening.get(idHash) === all) listening.delete(idHash)
        },
      }
    },
    close() {
      heard?.close()
      for (const idHash of [...listening.keys()]) wakeHere(idHash)
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
