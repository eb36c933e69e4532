import {
  createToken,
  definePlugin,
  type Identity,
  type IdentitySource,
  type PluginContext,
} from '@latchkey/plugin-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network, startServices } from '../../../test/services/support.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const POINT = createToken<IdentitySource>('identities')
const ALICE = { network: 'test:1', address: 'a' } as const
type Identify = IdentitySource['identify']

/** A kernel with a stranger's plugin that fills the point with these sources. */
async function start(...sources: readonly (IdentitySource | Identify)[]) {
  const got: { ctx?: PluginContext } = {}
  const stranger = definePlugin({
    id: 'stranger',
    version: '1.0.0',
    kernelApi: '*',
    chains: ['test'],
    setup(ctx) {
      got.ctx = ctx
      ctx.networks.add(network('test:1'))
      for (const [index, source] of sources.entries())
        ctx.points.add(
          POINT,
          typeof source === 'function' ? { id: `source-${index}`, identify: source } : source,
        )
    },
  })
  const { ports, kernel } = await startServices({ plugins: [stranger] })
  ports.identities.subscribe(() => undefined)
  await import('./knownIdentities.js')
  await vi.advanceTimersByTimeAsync(0)
  return { kernel, ctx: got.ctx!, ports, identity: ports.identities.get()! }
}

/** Draws an address for as long as the test lasts, or until `stop` is called. */
function draw(identity: Awaited<ReturnType<typeof start>>['identity'], of = ALICE as object) {
  const seen: (string | undefined)[] = []
  const known = identity(of as typeof ALICE)
  const stop = known.subscribe((now) => seen.push(now?.name))
  return { known, seen, stop, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}
const book =
  (names: Record<string, string>): Identify =>
  async (address) =>
    names[address] === undefined ? undefined : { name: names[address] }

describe('The names of addresses', () => {
  it('A stranger’s plugin names an address that is drawn, on its network', async () => {
    const identify = vi.fn<Identify>(async () => ({ name: 'alice.test', avatar: 'https://a.test' }))
    const { identity } = await start(identify)
    const { known, seen, after } = draw(identity)
    expect(known.get()).toBeUndefined()
    await after(150)
    expect(known.get()).toEqual({ name: 'alice.test', avatar: 'https://a.test' })
    expect(seen).toEqual(['alice.test'])
    expect(identify.mock.calls).toEqual([
      ['a', { network: expect.objectContaining({ id: 'test:1' }), signal: expect.anything() }],
    ])
  })

  it('Nobody is asked before an address is drawn, nor about one that has left the screen', async () => {
    const identify = vi.fn<Identify>(async () => ({ name: 'alice.test' }))
    const { identity } = await start(identify)
    identity(ALICE).get()
    await vi.advanceTimersByTimeAsync(1_000)
    const { stop, after } = draw(identity)
    await after(100)
    stop()
    stop()
    await after(1_000)
    expect(identify).not.toHaveBeenCalled()
  })

  it('An answer is shared, kept for a minute, and shown while it is asked for again', async () => {
    const identify = vi.fn<Identify>(async () => ({ name: 'alice.test' }))
    const { identity } = await start(identify)
    const [one, two] = [draw(identity), draw(identity)]
    await one.after(150)
    expect(identity(ALICE)).toBe(one.known)
    expect([one.seen, two.seen]).toEqual([['alice.test'], ['alice.test']])
    one.stop()
    two.stop()
    await one.after(59_000)
    const three = draw(identity)
    await three.after(1_000)
    expect(identify).toHaveBeenCalledTimes(1)
    three.stop()
    await one.after(1_000)
    const four = draw(identity)
    expect(four.known.get()?.name).toBe('alice.test')
    await four.after(150)
    expect(identify).toHaveBeenCalledTimes(2)
    expect(four.seen).toEqual([])
  })

  it('The first source by order that knows the address is believed', async () => {
    const late = vi.fn<Identify>(book({ a: 'late.test', b: 'bob.test' }))
    const { identity } = await start(
      { id: 'late', order: 200, identify: late },
      { id: 'early', order: 5, identify: book({ a: 'early.test' }) },
    )
    const [alice, bob] = [draw(identity), draw(identity, { ...ALICE, address: 'b' })]
    await alice.after(150)
    expect([alice.known.get()?.name, bob.known.get()?.name]).toEqual(['early.test', 'bob.test'])
    expect(late.mock.calls.map(([address]) => address)).toEqual(['b'])
  })

  it('A changed name is seen at once by whoever draws it, and by the next one who does', async () => {
    let [name, change] = ['old.test', (): void => undefined]
    const gone = vi.fn()
    const { identity, kernel } = await start({
      id: 'changing',
      identify: async () => ({ name }),
      subscribe(listener) {
        change = listener
        return gone
      },
    })
    const drawn = draw(identity)
    await drawn.after(150)
    name = 'new.test'
    change()
    await drawn.after(0)
    expect(drawn.seen).toEqual(['old.test', 'new.test'])
    drawn.stop()
    name = 'newer.test'
    change()
    const again = draw(identity)
    await again.after(150)
    expect(again.seen).toEqual(['newer.test'])
    kernel.dispose()
    expect(gone).toHaveBeenCalledTimes(1)
  })

  it('An answer from before the change does not come after the one from after it', async () => {
    const answers: ((found: Identity) => void)[] = []
    let change = (): void => undefined
    const { identity } = await start({
      id: 'slow',
      identify: () => new Promise((resolve) => answers.push(resolve)),
      subscribe: (listener) => {
        change = listener
        return () => undefined
      },
    })
    const { seen, after } = draw(identity)
    await after(150)
    change()
    await after(0)
    answers[1]!({ name: 'new.test' })
    answers[0]!({ name: 'old.test' })
    await after(0)
    expect(seen).toEqual(['new.test'])
  })

  it('A source that comes later is asked about what is drawn', async () => {
    const { identity, ctx } = await start(async () => undefined)
    const { seen, after } = draw(identity)
    await after(200)
    const end = ctx.points.add(POINT, { id: 'late', identify: book({ a: 'alice.test' }) })
    await after(0)
    end()
    await after(0)
    expect(seen).toEqual(['alice.test', undefined])
  })
})

it('The work is loaded when the first source comes, and not before an address is drawn', async () => {
  const { ports, ctx } = await start()
  expect(ports.identities.get()).toBeUndefined()
  ctx.points.add(POINT, { id: 'late', identify: book({ a: 'alice.test' }) })
  await vi.waitFor(() => expect(ports.identities.get()).toBeDefined())
})

describe('Sources that misbehave', () => {
  const BAD: readonly (readonly [string, Identify])[] = [
    ['rejects', () => Promise.reject(new Error('away'))],
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['answers no text', async () => ({ name: 7 }) as unknown as Identity],
    ['answers nothing visible', async () => ({ name: ' ' })],
    ['hides something in the name', async () => ({ name: 'ali\u200bce.test' })],
    ['turns the text around', async () => ({ name: '\u202ealice.test' })],
    ['answers a name without end', async () => ({ name: 'a'.repeat(300) })],
    ['answers null', async () => null as unknown as undefined],
  ]
  it.each(BAD)('A source that %s is passed over', async (_, identify) => {
    const { identity } = await start(identify, book({ a: 'alice.test' }))
    const { seen, after } = draw(identity)
    await after(150)
    expect(seen).toEqual(['alice.test'])
  })

  it('A source that never answers is passed over after 10 s, and the address is shown alone', async () => {
    const signals: AbortSignal[] = []
    const { identity } = await start(
      (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
      book({ b: 'bob.test' }),
    )
    const [alice, bob] = [draw(identity), draw(identity, { ...ALICE, address: 'b' })]
    await alice.after(10_000)
    expect([alice.known.get(), bob.known.get(), signals.some((one) => one.aborted)]).toEqual([
      undefined,
      undefined,
      false,
    ])
    await alice.after(200)
    expect([alice.known.get(), bob.known.get()?.name]).toEqual([undefined, 'bob.test'])
    expect(signals.every((one) => one.aborted)).toBe(true)
  })

  it('At most six addresses are asked about at the same time', async () => {
    const answers: (() => void)[] = []
    const { identity } = await start(
      (address) =>
        new Promise((resolve) => answers.push(() => resolve({ name: `${address}.test` }))),
    )
    const drawn = Array.from({ length: 9 }, (_, index) =>
      draw(identity, { ...ALICE, address: `x${index}` }),
    )
    await drawn[0]!.after(150)
    expect(answers).toHaveLength(6)
    for (let at = 0; at < 9; at++) {
      answers[at]!()
      await drawn[0]!.after(0)
    }
    expect(drawn.map(({ known }) => known.get()?.name)).toEqual(
      drawn.map((_, index) => `x${index}.test`),
    )
  })

  it('On a network that the site does not have nobody is asked', async () => {
    const identify = vi.fn<Identify>(async () => ({ name: 'alice.test' }))
    const { identity } = await start(identify)
    const { after } = draw(identity, { ...ALICE, network: 'test:999' })
    await after(500)
    expect(identify).not.toHaveBeenCalled()
  })

  it('A source whose subscription fails still names addresses', async () => {
    const { identity } = await start({
      id: 'deaf',
      identify: book({ a: 'alice.test' }),
      subscribe: () => {
        throw new Error('deaf')
      },
    })
    const { seen, after } = draw(identity)
    await after(150)
    expect(seen).toEqual(['alice.test'])
  })

  it('A kernel that is disposed asks nobody', async () => {
    const identify = vi.fn<Identify>(async () => ({ name: 'alice.test' }))
    const { identity, kernel } = await start(identify)
    const { after } = draw(identity)
    kernel.dispose()
    await after(500)
    expect(identify).not.toHaveBeenCalled()
  })
})
