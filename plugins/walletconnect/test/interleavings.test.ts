// Every order of six out of the seven events that can happen while a code is shown. The invariants
// must hold after each event.
import { isLatchkeyError } from '@latchkey/plugin-api'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { IDLE, next, type PairingState } from '../src/pairing/machine.js'
import { createPairing } from '../src/pairing/pairing.js'
import type { Offer } from '../src/sdk/relayClient.js'

type Approved = Awaited<Offer['approval']>
const EVENTS = [
  'answer',
  'reject',
  'chain change',
  'account change',
  'disconnect',
  'second tab',
  'dispose',
] as const
type Happening = (typeof EVENTS)[number]
const DEPTH = 6
// A fiftieth of the full run, which `pnpm soak` does. 50 and 7 have no divisor in common: every
// event comes at every place.
const STRIDE = process.env['LATCHKEY_SOAK'] ? 1 : 50
const sequence = (number: number): Happening[] =>
  Array.from(
    { length: DEPTH },
    (_, place) => EVENTS[Math.floor(number / EVENTS.length ** place) % EVENTS.length]!,
  )
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve()
}

interface Code {
  offer: Offer
  fate: 'open' | 'approved' | 'rejected'
  isWithdrawn: boolean
  approve(): void
  reject(error: unknown): void
}

/** One pairing, its codes, the wallets that scan them, and the visitor who comes and goes. */
function createScene(reuses: boolean) {
  let state: PairingState = IDLE
  let key = 'networks'
  let leave = (): void => undefined
  let isDisposed = false
  const codes: Code[] = []
  const discarded: string[] = []
  /** Outcomes of all attempts, in order: undefined while one waits. */
  const outcomes: (Approved | { code?: string } | undefined)[] = []
  const pairing = createPairing({
    dispatch: (event) => (state = next(state, event)),
    reuses: () => reuses,
    isOnline: () => true,
    discard: ({ session }) => void discarded.push(session.topic),
    withdraw: ({ topic }) =>
      codes
        .filter(({ offer }) => offer.topic === topic)
        .forEach((code) => (code.isWithdrawn = true)),
  })
  const make = async (): Promise<Offer> => {
    const topic = `t${codes.length + 1}`
    let settleWith: { resolve(approved: Approved): void; reject(error: unknown): void } | undefined
    const offer: Offer = {
      uri: `wc:${topic}@2?symKey=k`,
      topic,
      madeAt: Date.now(),
      approval: new Promise((resolve, reject) => (settleWith = { resolve, reject })),
    }
    offer.approval.catch(() => undefined)
    const code: Code = {
      offer,
      fate: 'open',
      isWithdrawn: false,
      approve() {
        code.fate = 'approved'
        settleWith!.resolve({
          session: { topic: `session-of-${topic}`, pairingTopic: topic },
        } as Approved)
      },
      reject(error) {
        code.fate = 'rejected'
        settleWith!.reject(error)
      },
    }
    codes.push(code)
    return offer
  }
  const begin = (): void => {
    if (isDisposed) return
    const at = outcomes.push(undefined) - 1
    const controller = new AbortController()
    leave = () => controller.abort()
    pairing.run({ key, make, signal: controller.signal, onOffer: () => undefined }).then(
      (approved) => (outcomes[at] = approved),
      (error: { code?: string }) => (outcomes[at] = error),
    )
  }
  const isWaiting = (): boolean => outcomes.some((outcome) => outcome === undefined)
  const open = (): Code[] => codes.filter(({ fate }) => fate === 'open')
  const deeds: Record<Happening, () => unknown> = {
    // A wallet uses the oldest open code, even one that is no longer shown.
    answer: () => (isWaiting() ? open()[0]?.approve() : begin()),
    reject: () => open().at(-1)?.reject({ code: 5000, message: 'User rejected.' }),
    // The page asks for another set of networks.
    'chain change'() {
      key = key === 'networks' ? 'other networks' : 'networks'
      begin()
    },
    // The user chooses an account: the wallet has answered, and its session is on the way.
    'account change': () => pairing.answered(open().at(-1)?.offer.topic ?? ''),
    disconnect: () => leave(),
    // The visitor uses another tab until the code is old.
    'second tab': () => vi.advanceTimersByTimeAsync(216_000),
    dispose() {
      isDisposed = true
      leave()
    },
  }
  return {
    begin,
    deeds,
    isWaiting,
    codes,
    discarded,
    outcomes,
    state: () => state,
    leave: () => leave(),
  }
}
type Scene = ReturnType<typeof createScene>

const ENDS = ['rejected', 'expired', 'failed', 'offline']
function broken({ state, isWaiting, outcomes, codes, discarded }: Scene): string | undefined {
  const { status, uri, error, buffering, cause } = state()
  const isRunning = ['loading', 'waiting', 'buffering'].includes(status)
  if (isRunning !== isWaiting())
    return `${status}, and ${isWaiting() ? 'somebody' : 'nobody'} waits`
  if (outcomes.filter((outcome) => outcome === undefined).length > 1) return 'two attempts wait'
  if ((uri !== undefined) !== (status === 'waiting' || status === 'buffering'))
    return `${status} with the code ${uri}`
  if (error !== ENDS.includes(status) || buffering !== (status === 'buffering'))
    return `${status}, error ${error}, buffering ${buffering}`
  if (error && !isLatchkeyError(cause)) return 'an end without a typed error'
  for (const outcome of outcomes)
    if (outcome && !('session' in outcome) && !isLatchkeyError(outcome))
      return `an outcome that is no typed error: ${JSON.stringify(outcome)}`
  if (uri !== undefined && codes.some((code) => code.offer.uri === uri && code.isWithdrawn))
    return 'a code is shown that was taken back'
  // The session of each wallet that used a code is either connected or discarded, never both.
  const used = codes
    .filter(({ fate }) => fate === 'approved')
    .map(({ offer }) => `session-of-${offer.topic}`)
  const connected = outcomes.flatMap((outcome) =>
    outcome && 'session' in outcome ? [outcome.session.topic] : [],
  )
  if ([...connected, ...discarded].sort().join() !== used.sort().join())
    return `used: ${used.join()}; connected: ${connected.join()}; let go: ${discarded.join()}`
  if (!isWaiting() && vi.getTimerCount()) return 'a timer runs, and nobody waits'
  return undefined
}

async function run(
  reuses: boolean,
  events: readonly Happening[],
  states: Set<string>,
): Promise<string | undefined> {
  const scene = createScene(reuses)
  const { begin, deeds, state, outcomes, codes } = scene
  begin()
  await settle()
  for (const [at, event] of events.entries()) {
    await deeds[event]()
    await settle()
    const fault = broken(scene)
    states.add(
      JSON.stringify([
        state().status,
        scene.isWaiting(),
        outcomes.map((outcome) => outcome && ('session' in outcome ? 'session' : outcome.code)),
        codes.map(({ fate, isWithdrawn }) => [fate, isWithdrawn]),
      ]),
    )
    if (fault) return `${events.slice(0, at + 1).join(', ')}: ${fault}`
  }
  if (!events.includes('dispose')) {
    scene.leave()
    begin()
    await settle()
    codes.at(-1)?.approve()
    await settle()
    const last = outcomes.at(-1)
    if (codes.at(-1)?.offer.topic === undefined || !last || !('session' in last))
      return `${events.join(', ')}: cannot pair any more`
  }
  scene.leave()
  await settle()
  return broken(scene)
}

beforeAll(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterAll(() => void vi.useRealTimers())

it.each([
  [false, 'a new code each time'],
  [true, 'codes that are shown again'],
] as const)(
  'A pairing keeps all its invariants in any order of six events (%s: %s)',
  async (reuses, words) => {
    const all = EVENTS.length ** DEPTH
    const states = new Set<string>()
    const faults: string[] = []
    let count = 0
    for (let number = 0; number < all && faults.length < 20; number += STRIDE) {
      const fault = await run(reuses, sequence(number), states)
      if (fault) faults.push(fault)
      vi.clearAllTimers()
      count++
    }
    console.info(
      `pairing, ${words}: ${count} of ${all} sequences, ${states.size} states, ${faults.length} broken invariants`,
    )
    expect(faults).toEqual([])
  },
  process.env['LATCHKEY_SOAK'] ? 3_600_000 : 120_000,
)
