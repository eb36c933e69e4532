import { expect, it } from 'vitest'
import {
  IDLE,
  isExpired,
  CODE_LIFETIME_MS,
  next,
  untilRenewal,
  type PairingEvent,
  type PairingState,
} from './machine.js'

const T = 1_000_000
const run = (...events: PairingEvent[]): PairingState => events.reduce(next, IDLE)
const offered = (uri = 'wc:a', madeAt = T): PairingEvent => ({ type: 'offered', uri, madeAt })
const cause = new Error('no')

it('A pairing begins without a code, and shows one with its expiry once there is one [PAIR-02]', () => {
  expect(run({ type: 'begun' })).toMatchObject({
    status: 'loading',
    uri: undefined,
    expiresAt: undefined,
    error: false,
  })
  expect(run({ type: 'begun' }, offered())).toEqual({
    status: 'waiting',
    uri: 'wc:a',
    expiresAt: T + 240_000,
    buffering: false,
    error: false,
    cause: undefined,
  })
})

it('A code ends four minutes after it was made [PAIR-10] [CONST-04]', () => {
  expect(CODE_LIFETIME_MS).toBe(240_000)
  expect(run({ type: 'begun' }, offered()).expiresAt).toBe(T + 240_000)
  expect(isExpired(T, T + 240_000)).toBe(true)
})

it('A code counts as expired within 10 s of its end [PAIR-11]', () => {
  expect(isExpired(T, T + 229_000)).toBe(false)
  expect(isExpired(T, T + 229_999)).toBe(false)
  expect(isExpired(T, T + 230_000)).toBe(true)
  expect(isExpired(T, T + 231_000)).toBe(true)
})

it('The next code is due before the shown one expires', () => {
  expect(untilRenewal(T, T)).toBe(215_000)
  expect(untilRenewal(T, T + 214_000)).toBe(1_000)
  expect(untilRenewal(T, T + 500_000)).toBe(0)
  expect(isExpired(T, T + untilRenewal(T, T))).toBe(false)
})

it('A new code replaces the old one', () => {
  expect(run({ type: 'begun' }, offered(), offered('wc:b', T + 1))).toMatchObject({
    status: 'waiting',
    uri: 'wc:b',
    expiresAt: T + 240_001,
  })
})

it('A pairing buffers between the wallet’s answer and the session, and not before there is a code', () => {
  expect(run({ type: 'begun' }, offered(), { type: 'answered' })).toMatchObject({
    status: 'buffering',
    buffering: true,
  })
  expect(run({ type: 'begun' }, { type: 'answered' }).buffering).toBe(false)
  expect(run({ type: 'begun' }, offered(), { type: 'answered' }, { type: 'reset' })).toEqual(IDLE)
})

it.each(['rejected', 'expired', 'failed', 'offline'] as const)(
  'A pairing that ends as %s sets the error flag, drops its uri and can begin anew',
  (as) => {
    const end = run({ type: 'begun' }, offered(), { type: 'ended', as, cause })
    expect(end).toEqual({
      status: as,
      uri: undefined,
      expiresAt: undefined,
      buffering: false,
      error: true,
      cause,
    })
    expect(next(end, { type: 'begun' })).toMatchObject({
      status: 'loading',
      error: false,
      cause: undefined,
    })
  },
)

it('A pairing that has ended takes no code, answer or further end', () => {
  const ended = run({ type: 'begun' }, offered(), { type: 'ended', as: 'rejected', cause })
  for (const event of [
    offered('wc:late'),
    { type: 'answered' },
    { type: 'ended', as: 'failed', cause: undefined },
  ] as const) {
    expect(next(ended, event)).toBe(ended)
    expect(next(IDLE, event)).toBe(IDLE)
  }
})

it('A pairing holds a code only while it waits or buffers, in any order of events', () => {
  const events: PairingEvent[] = [
    { type: 'begun' },
    offered(),
    { type: 'answered' },
    { type: 'ended', as: 'failed', cause },
    { type: 'reset' },
  ]
  const walk = (state: PairingState, depth: number): void => {
    expect(state.uri !== undefined).toBe(state.status === 'waiting' || state.status === 'buffering')
    expect(state.error).toBe(['rejected', 'expired', 'failed', 'offline'].includes(state.status))
    expect(state.buffering).toBe(state.status === 'buffering')
    if (depth) for (const event of events) walk(next(state, event), depth - 1)
  }
  walk(IDLE, 6)
})
