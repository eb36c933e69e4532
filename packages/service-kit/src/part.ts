import { type Log } from './log.js'

/** A server that a service stands on, as `/health` tells of it. */
export interface PartHealth {
  name: string
  state: 'ok' | 'away'
  /** Since when, milliseconds since 1970. */
  since: number
}

export interface Part {
  /** It answered. */
  works(): void
  /** It did not answer. */
  fails(error: unknown): void
  health(): PartHealth
}

export interface PartOptions {
  name: string
  log: Log
  /** For the log, once each time that it goes away: one sentence about how the service goes on. */
  sentence: string
  now?: () => number
}

/** Tells once when a server goes away and once when it is back: `redis.away`, `redis.back`. */
export function createPart({ name, log, sentence, now = Date.now }: PartOptions): Part {
  let state: PartHealth['state'] = 'ok'
  let since = now()
  const change = (to: PartHealth['state']): boolean => {
    if (state === to) return false
    state = to
    since = now()
    return true
  }
  return {
    works() {
      if (change('ok')) log('info', `${name}.back`)
    },
    fails(error) {
      if (change('away')) log('error', `${name}.away`, { message: sentence, code: codeOf(error) })
    },
    health: () => ({ name, state, since }),
  }
}

/** Never the words of an error: they may hold an address with its password. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? String(error.code) : error.name
}
