/** A code is offered for so long. The protocol's own pairing lives a minute longer. */
export const CODE_LIFETIME_MS = 240_000
/** A code counts as expired so long before its end. */
export const EXPIRY_MARGIN_MS = 10_000
/** The next code is made so long before this one counts as expired, so that there is no gap. */
export const RENEWAL_LEAD_MS = 15_000
/** Codes of one attempt: a visitor who has used none of them has left. */
export const MAX_CODES = 6

/**
 * `loading`: no code yet. `waiting`: a code is shown. `buffering`: a wallet answered, and its session
 * is not open yet. The others are final: only another attempt continues.
 */
export type PairingStatus =
  'idle' | 'loading' | 'waiting' | 'buffering' | 'rejected' | 'expired' | 'failed' | 'offline'

/**
 * The state of pairing. The uri holds a key that is for the wallet alone; it is dropped when the
 * attempt ends.
 */
export interface PairingState {
  readonly status: PairingStatus
  readonly uri?: string | undefined
  /** ms since 1970. */
  readonly expiresAt?: number | undefined
  readonly buffering: boolean
  readonly error: boolean
  /** The error, where `error` is true. */
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

/** The state after an event. An event that does not fit the state changes nothing. */
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
            expiresAt: event.madeAt + CODE_LIFETIME_MS,
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

/** Whether a code that was made at `madeAt` (ms since 1970) must not be used any more. */
export const isExpired = (madeAt: number, now: number): boolean =>
  now >= madeAt + CODE_LIFETIME_MS - EXPIRY_MARGIN_MS
/** ms until the next code has to be made; 0 when it is time. */
export const untilRenewal = (madeAt: number, now: number): number =>
  Math.max(0, madeAt + CODE_LIFETIME_MS - EXPIRY_MARGIN_MS - RENEWAL_LEAD_MS - now)
