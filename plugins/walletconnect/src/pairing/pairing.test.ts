import { isLatchkeyError } from '@latchkey/plugin-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readEnvironment, reusesCodes } from '../links/environment.js'
import type { Offer } from '../sdk/relayClient.js'
import { IDLE, next, type PairingState } from './machine.js'
import { createPairing, type Pairing } from './pairing.js'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, ' +
  'like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
type Approved = Awaited<Offer['approval']>

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

interface Bench {
  pairing: Pairing
  state(): PairingState
  /** The codes made so far, each with the two ways in which a wallet can use it. */
  codes: { offer: Offer; approve(): Approved; reject(error: unknown): void }[]
  withdrawn: string[]
  discarded: string[]
  run(key?: string): { outcome: Promise<unknown>; leave(): void; shown: string[] }
  make: () => Promise<Offer>
  isOnline: boolean
}

function bench(
  surroundings: Parameters<typeof readEnvironment>[0] = { userAgent: DESKTOP },
): Bench {
  let state = IDLE
  const made: Bench = {
    codes: [],
    withdrawn: [],
    discarded: [],
    isOnline: true,
    state: () => state,
    async make() {
      const topic = `t${made.codes.length + 1}`
      let settle: { resolve(approved: Approved): void; reject(error: unknown): void } | undefined
      const offer: Offer = {
        uri: `wc:${topic}@2?symKey=k`,
        topic,
        madeAt: Date.now(),
        approval: new Promise((resolve, reject) => (settle = { resolve, reject })),
      }
      const approved = {
        session: { topic: `session-of-${topic}`, pairingTopic: topic },
      } as Approved
      made.codes.push({
        offer,
        reject: (error) => settle!.reject(error),
        approve: () => (settle!.resolve(approved), approved),
      })
      return offer
    },
    run(key = 'k') {
      const controller = new AbortController()
      const shown: string[] = []
      const outcome = made.pairing
        .run({
          key,
          make: () => made.make(),
          signal: controller.signal,
          onOffer: ({ uri }) => void shown.push(uri),
        })
        .catch((error: unknown) => error)
      return { outcome, shown, leave: () => controller.abort() }
    },
    pairing: createPairing({
      dispatch: (event) => (state = next(state, event)),
      reuses: () => reusesCodes(readEnvironment(surroundings)),
      isOnline: () => made.isOnline,
      discard: ({ session }) => void made.discarded.push(session.topic),
      withdraw: ({ topic }) => void made.withdrawn.push(topic),
    }),
  }
  return made
}
const calm = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

it('A pairing shows a code and returns the session that a wallet makes of it', async () => {
  const { run, codes, state, withdrawn } = bench()
  const { outcome, shown } = run()
  expect(state().status).toBe('loading')
  await calm()
  expect(state()).toMatchObject({ status: 'waiting', uri: shown[0] })
  const approved = codes[0]!.approve()
  expect(await outcome).toBe(approved)
  expect(state()).toEqual(IDLE)
  expect(withdrawn).toEqual([])
})

const opened = async (made: Bench): Promise<string | undefined> => {
  const { leave } = made.run()
  await calm()
  const { uri } = made.state()
  leave()
  await calm()
  return uri
}

it('A code that is still valid is shown again in Telegram [PAIR-06]', async () => {
  const made = bench({ userAgent: DESKTOP, Telegram: {} })
  expect([await opened(made), await opened(made)]).toEqual(['wc:t1@2?symKey=k', 'wc:t1@2?symKey=k'])
  expect(made.codes).toHaveLength(1)
  expect(made.withdrawn).toEqual([])
})

it('A code that is still valid is shown again in Safari on iOS [PAIR-07]', async () => {
  const made = bench({ userAgent: IPHONE })
  const first = await opened(made)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(await opened(made)).toBe(first)
  expect(made.codes).toHaveLength(1)
})

it.each([{ userAgent: IPHONE }, { userAgent: DESKTOP, Telegram: {} }])(
  'A new code is made once the first has expired, where codes are shown again [PAIR-08]',
  async (surroundings) => {
    const made = bench(surroundings)
    const first = await opened(made)
    await vi.advanceTimersByTimeAsync(230_000)
    const second = await opened(made)
    expect(second).not.toBe(first)
    expect(made.codes).toHaveLength(2)
  },
)

it('A new code is made each time in other browsers, and the old one is withdrawn [PAIR-09]', async () => {
  const made = bench()
  expect([await opened(made), await opened(made)]).toEqual(['wc:t1@2?symKey=k', 'wc:t2@2?symKey=k'])
  expect(made.withdrawn).toEqual(['t1', 't2'])
})

it('A prepared code is used once, for the same request and for no other', async () => {
  const made = bench()
  await made.pairing.prepare({ key: 'k', make: () => made.make() })
  await made.pairing.prepare({ key: 'k', make: () => made.make() })
  expect(made.codes).toHaveLength(1)
  expect(await opened(made)).toBe('wc:t1@2?symKey=k')
  expect(await opened(made)).toBe('wc:t2@2?symKey=k')
  await made.pairing.prepare({ key: 'other', make: () => made.make() })
  expect(await opened(made)).toBe('wc:t4@2?symKey=k')
})

it('An attempt waits for a code that is being prepared', async () => {
  const made = bench()
  const slow = made.make
  made.make = () => new Promise((resolve) => setTimeout(() => void slow().then(resolve), 500))
  void made.pairing.prepare({ key: 'k', make: () => made.make() })
  const { shown } = made.run()
  await vi.advanceTimersByTimeAsync(600)
  expect(shown).toEqual(['wc:t1@2?symKey=k'])
  expect(made.codes).toHaveLength(1)
})

it('The next code is made before the old one expires, and either connects', async () => {
  const made = bench()
  const { outcome, shown } = made.run()
  await vi.advanceTimersByTimeAsync(215_000)
  expect(shown).toEqual(['wc:t1@2?symKey=k', 'wc:t2@2?symKey=k'])
  expect(made.state()).toMatchObject({
    status: 'waiting',
    uri: 'wc:t2@2?symKey=k',
    expiresAt: 1_000_000 + 215_000 + 240_000,
  })
  const approved = made.codes[0]!.approve()
  expect(await outcome).toBe(approved)
  expect(made.withdrawn).toEqual(['t2'])
})

it('A pairing expires when nobody uses any of its codes', async () => {
  const made = bench()
  const { outcome, shown } = made.run()
  await vi.advanceTimersByTimeAsync(6 * 240_000)
  expect(isLatchkeyError(await outcome, 'walletconnect.pairing_expired')).toBe(true)
  expect(shown).toHaveLength(6)
  expect(made.state()).toMatchObject({ status: 'expired', error: true, uri: undefined })
})

it('A code is shown to its end where the next one cannot be made', async () => {
  const made = bench()
  const { outcome } = made.run()
  await calm()
  made.make = () => Promise.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(229_000)
  expect(made.state().status).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(made.state().status).toBe('failed')
  expect(isLatchkeyError(await outcome)).toBe(true)
})

it('A pairing is rejected when the wallet declines, and a new code clears the error', async () => {
  const made = bench()
  const { outcome } = made.run()
  await calm()
  made.codes[0]!.reject({ code: 5000, message: 'User rejected.' })
  expect(isLatchkeyError(await outcome, 'wallet.user_rejected')).toBe(true)
  expect(made.state()).toMatchObject({ status: 'rejected', error: true })
  made.run()
  await calm()
  expect(made.state()).toMatchObject({ status: 'waiting', error: false })
})

it('A pairing is offline when a code cannot be made without a network', async () => {
  const made = bench()
  made.isOnline = false
  made.make = () => Promise.reject(new Error('no'))
  const { outcome } = made.run()
  await outcome
  expect(made.state().status).toBe('offline')
})

it('The session of a wallet that uses an abandoned code is discarded', async () => {
  const made = bench()
  const { outcome, leave } = made.run()
  await calm()
  leave()
  expect(isLatchkeyError(await outcome, 'kernel.aborted')).toBe(true)
  expect(made.state()).toEqual(IDLE)
  made.codes[0]!.approve()
  await calm()
  expect(made.discarded).toEqual(['session-of-t1'])
})

it('A code that is shown again in the task in which it was left still connects [PAIR-06]', async () => {
  const made = bench({ userAgent: DESKTOP, Telegram: {} })
  const { leave } = made.run()
  await calm()
  leave()
  const { outcome } = made.run()
  await calm()
  const approved = made.codes[0]!.approve()
  expect(await outcome).toBe(approved)
  expect([made.codes.length, made.discarded]).toEqual([1, []])
})

it.each(['rejects', 'accepts'])(
  'A code that a wallet %s after it was left is not shown again',
  async (how) => {
    const made = bench({ userAgent: DESKTOP, Telegram: {} })
    await opened(made)
    if (how === 'rejects') made.codes[0]!.reject({ code: 5000, message: 'User rejected.' })
    else made.codes[0]!.approve()
    await calm()
    expect(await opened(made)).toBe('wc:t2@2?symKey=k')
  },
)

it('Of two wallets that use codes of one pairing, the session of the second is discarded', async () => {
  const made = bench()
  const { outcome } = made.run()
  await vi.advanceTimersByTimeAsync(215_000)
  made.codes[1]!.approve()
  await outcome
  made.codes[0]!.approve()
  await calm()
  expect(made.discarded).toEqual(['session-of-t1'])
})

it('A new attempt ends the attempt before it', async () => {
  const made = bench()
  const first = made.run()
  await calm()
  const second = made.run('other')
  await calm()
  expect(isLatchkeyError(await first.outcome, 'kernel.aborted')).toBe(true)
  expect(made.state()).toMatchObject({ status: 'waiting', uri: second.shown[0] })
})

it('A pairing buffers only for answers to its own codes, and makes no further code then', async () => {
  const made = bench()
  made.run()
  await calm()
  made.pairing.answered('somebody else')
  expect(made.state().buffering).toBe(false)
  made.pairing.answered('t1')
  expect(made.state()).toMatchObject({ status: 'buffering', buffering: true })
  await vi.advanceTimersByTimeAsync(220_000)
  expect(made.codes).toHaveLength(1)
})
