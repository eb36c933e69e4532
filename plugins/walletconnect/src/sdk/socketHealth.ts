import type { Relayer, RelayProvider } from './internals.js'
import { drop } from './socket.js'

/** How long a socket may be silent before the relay is asked whether it is still there. */
const IDLE_MS = 4_000
/** How long an answer may take before its socket counts as dead. */
export const MIN_ANSWER_TIMEOUT_MS = 3_000
/** The same where earlier answers were slow or sockets were lost. */
const MAX_ANSWER_TIMEOUT_MS = 15_000

/** A promise that rejects when the socket ends. */
export const lossOf = (provider: RelayProvider): Promise<never> => {
  const loss = new Promise<never>((_, reject) =>
    provider.once('disconnect', () =>
      reject(new Error('The connection to the relay was interrupted.')),
    ),
  )
  loss.catch(() => undefined)
  return loss
}

/**
 * Watches the socket in use: its open requests, and when something last came through it.
 * @param now a clock in ms
 */
export function createSocketHealth(relayer: Relayer, now: () => number) {
  /** When each open request was sent. Two in one ms count as one. */
  const asked = new Set<number>()
  let heardAt = now()
  /** How long the last answer took, in ms. */
  let roundTrip = 0
  /** Sockets dropped since the last answer. Each doubles the time that an answer may take. */
  let losses = 0
  const answerTimeout = (): number =>
    Math.min(MAX_ANSWER_TIMEOUT_MS, Math.max(MIN_ANSWER_TIMEOUT_MS, 4 * roundTrip) * 2 ** losses)
  return {
    /** Watches this socket. Its open requests fail when it ends, so that they go to the next one. */
    watch(provider: RelayProvider): void {
      const ask = provider.request.bind(provider)
      const loss = lossOf(provider)
      asked.clear()
      heardAt = now()
      provider.request = (request) => {
        const at = now()
        asked.add(at)
        const answer = Promise.race([ask(request), loss])
        void answer
          .then(
            () => {
              roundTrip = now() - at
              losses = 0
            },
            () => undefined,
          )
          .finally(() => asked.delete(at))
        return answer
      }
      provider.on('payload', () => void (heardAt = now()))
      // An error event without a listener would be thrown.
      provider.on('error', () => undefined)
    },
    /** Whether a request waits too long, and nothing else has come since. */
    isDead: () => [...asked].some((at) => now() - Math.max(at, heardAt) > answerTimeout()),
    /** Whether nothing is asked and nothing has come for a while. */
    isIdle: () => !asked.size && now() - heardAt > IDLE_MS,
    /** Restarts the clock after the page was frozen: open requests are not late then. */
    restartClock(): void {
      heardAt = now()
    },
    /** Drops a dead socket; the next one gets more time. */
    dropSocket(): void {
      losses++
      drop(relayer.provider)
    },
  }
}
