/** ms that a code is offered. The protocol's own pairing lives a minute longer. */
export const LIFETIME = 240_000
/** ms before its end from which a code is treated as expired. */
export const MARGIN = 10_000
/** ms before it counts as expired at which the next code is asked for, so that one takes over from the other. */
export const LEAD = 15_000
/** Codes made for one attempt: somebody who has not answered by then has gone. */
export const MOST_CODES = 6

/**
 * `loading`: no code yet. `waiting`: a code is shown. `buffering`: the wallet answered, the session is not there yet.
 * The others are ends from which only another attempt leads on.
 */
export type PairingStatus =
  'idle' | 'loading' | 'waiting' | 'buffering' | 'rejected' | 'expired' | 'failed' | 'offline'

/** Where pairing stands. The uri holds a key: it is for the wallet alone and is gone with the end of the attempt. */
export interface PairingState {
  readonly status: PairingStatus
  readonly uri?: string | undefined
  /** ms since 1970. */
  readonly expiresAt?: number | undefined
  readonly buffering: boolean
  readonly error: boolean
  /** What was thrown, where `error` is true. */
  readonly cause?: unknown
}

export type PairingEvent =
  | { type: 'begun' }
  | { type: 'offered'; uri: string; madeAt: number }
  | { type: 'answered' }
  | { type: 'ended'; as: 'rejected' | 'expired' | 'failed' | 'offline'; cause: unknown }
  | { type: 'reset' }

const plain = (status: 'idle' | 'loading'): PairingState => ({
  status,
  uri: undefined,
  expiresAt: undefined,
  buffering: false,
  error: false,
  cause: undefined,
})
export const IDLE: PairingState = plain('idle')

const RUNNING: readonly PairingStatus[] = ['loading', 'waiting', 'buffering']

/** What comes after an event. An event that does not fit changes nothing. */
export function next(state: PairingState, event: PairingEvent): PairingState {
  switch (event.type) {
    case 'begun':
      return plain('loading')
    case 'offered':
      return state.status === 'loading' || state.status === 'waiting'
        ? {
            ...plain('loading'),
            status: 'waiting',
            uri: event.uri,
            expiresAt: event.madeAt + LIFETIME,
          }
        : state
    case 'answered':
      return state.status === 'waiting' ? { ...state, status: 'buffering', buffering: true } : state
    case 'ended':
      return RUNNING.includes(state.status)
        ? { ...plain('loading'), status: event.as, error: true, cause: event.cause }
        : state
    case 'reset':
      return IDLE
  }
}

/** Whether a code made then must not be used any more. */
export const isExpired = (madeAt: number, now: number): boolean => now >= madeAt + LIFETIME - MARGIN
/** ms until the next code has to be asked for; 0 when it is time. */
export const untilRenewal = (madeAt: number, now: number): number =>
  Math.max(0, madeAt + LIFETIME - MARGIN - LEAD - now)
