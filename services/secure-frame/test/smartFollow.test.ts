// Operations that are followed, on a chain and with bundlers that say what a test lets them say.
import { describe, expect, it } from 'vitest'
import { follow, look, nextNonce } from '../src/page/smart/follow.js'
import { fakeWorld } from './fakeSmartChain.js'

describe('An operation whose nonce is used', () => {
  it('It is not given up while no log shows which operation used it', async () => {
    const { chain, context, sign, stateOf } = fakeWorld()
    const record = await sign(0n)
    // One node counts it, and another one has no log yet.
    chain.nonce = 1n
    expect((await look(context, record)).state).toBe('sent')
    chain.include(record.hash, 0n)
    expect((await look(context, record)).state).toBe('included')
    expect((await stateOf(record))!.state).toBe('included')
  })

  it('It is replaced once the chain shows another one with its nonce, which is named', async () => {
    const { chain, context, sign } = fakeWorld()
    const [record, other] = [await sign(0n), await sign(0n, { fee: 9n })]
    chain.include(other.hash, 0n)
    expect(await look(context, record)).toMatchObject({
      state: 'replaced',
      replacedBy: other.hash,
    })
  })

  it('The operation of another nonce replaces nothing', async () => {
    const { chain, context, sign } = fakeWorld()
    const record = await sign(0n)
    chain.include(`0x${'ab'.repeat(32)}`, 1n)
    expect((await look(context, record)).state).toBe('sent')
  })

  it('One that was taken for replaced is looked at again', async () => {
    const { chain, context, sign, stateOf } = fakeWorld()
    const record = await sign(0n, { state: 'replaced' })
    chain.include(record.hash, 0n)
    expect((await look(context, record)).state).toBe('included')
    expect((await stateOf(record))!.state).toBe('included')
  })
})

describe('Bytes that are handed on again', () => {
  it('An operation that no bundler has any more gets to one again', async () => {
    const { bundler, context, time, sign } = fakeWorld()
    const record = await sign(0n)
    await follow(context, record, time.now + 5_000)
    expect(bundler.sent).toContain(record.hash)
  })

  it('One that the visitor has replaced is not handed on any more', async () => {
    const { bundler, context, time, sign } = fakeWorld()
    const first = await sign(0n)
    time.now += 1
    const corrected = await sign(0n, { fee: 9n })
    await follow(context, first, time.now + 10_000)
    expect(bundler.sent).toEqual([])
    await follow(context, corrected, time.now + 10_000)
    expect(new Set(bundler.sent)).toEqual(new Set([corrected.hash]))
  })

  it('A bundler that says for long that it waits is passed by: every one gets the same bytes', async () => {
    const { bundler, context, time, sign } = fakeWorld()
    bundler.found = { receipts: [], isPending: true, unanswered: 0 }
    const record = await sign(0n)
    await follow(context, record, time.now + 8_000)
    expect(bundler.toAll).toEqual([])
    await follow(context, record, time.now + 60_000)
    expect(bundler.sent).toEqual([])
    expect(bundler.toAll.length).toBeGreaterThan(0)
    expect(bundler.toAll.length).toBeLessThan(10)
    expect(new Set(bundler.toAll)).toEqual(new Set([record.hash]))
  })

  it('One that was refused replaces nothing', async () => {
    const { bundler, context, time, sign } = fakeWorld()
    const first = await sign(0n)
    time.now += 1
    await sign(0n, { fee: 9n, state: 'refused' })
    await follow(context, first, time.now + 5_000)
    expect(bundler.sent).toContain(first.hash)
  })

  it('Two that follow one operation hand it on as often as one does', async () => {
    const counts = await Promise.all(
      [1, 2].map(async (followers) => {
        const { bundler, context, time, sign } = fakeWorld()
        const record = await sign(0n)
        const until = time.now + 8_000
        // Each has a clock of its own, so that both take as many turns.
        const each = (): typeof context => {
          const clock = { now: time.now }
          return {
            ...context,
            now: () => clock.now,
            pause: async (ms) => void ((clock.now += ms), await Promise.resolve()),
          }
        }
        const all = Array.from({ length: followers }, () => follow(each(), record, until))
        await Promise.all(all)
        return bundler.sent.length
      }),
    )
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts[1]).toBe(counts[0])
  })
})

describe('A reorganisation', () => {
  /** The next nonce when the block of an operation is gone. */
  async function dropped(msLater: number) {
    const world = fakeWorld()
    const record = await world.sign(0n)
    world.chain.include(record.hash, 0n)
    await look(world.context, record)
    world.chain.drop(0n)
    world.time.now += msLater
    return { ...world, record, next: await nextNonce(world.context) }
  }

  it('For a minute a node that counts less is taken for one that is behind', async () => {
    const { next, record, stateOf } = await dropped(30_000)
    expect(next).toEqual({ nonce: 1n })
    expect((await stateOf(record))!.state).toBe('included')
  })

  it('Afterwards an operation that was lost is sent again, and its nonce is the next one', async () => {
    const { next, record, stateOf, context, bundler, time, chain } = await dropped(61_000)
    expect(next).toMatchObject({ nonce: 0n, waiting: { hash: record.hash } })
    const set = (await stateOf(record))!
    expect(set).toMatchObject({ state: 'sent' })
    expect(set.transactionHash).toBeUndefined()
    await follow(context, set, time.now + 5_000)
    expect(bundler.sent).toContain(record.hash)
    chain.include(record.hash, 0n)
    expect((await look(context, set)).state).toBe('included')
    expect((await stateOf(record))!.state).toBe('included')
    expect(await nextNonce(context)).toEqual({ nonce: 1n })
  })

  it('A node that counts too little for long is not believed while the chain has the operation', async () => {
    const { chain, context, time, sign, stateOf } = fakeWorld()
    const record = await sign(0n)
    chain.include(record.hash, 0n)
    await look(context, record)
    chain.nonce = 0n
    time.now += 600_000
    expect(await nextNonce(context)).toEqual({ nonce: 1n })
    expect((await stateOf(record))!.state).toBe('included')
  })

  it('A page that knows the earlier state does not bring it back', async () => {
    const { record, records, stateOf } = await dropped(61_000)
    await records.put({ ...record, state: 'included', transactionHash: '0x12' })
    expect((await stateOf(record))!.state).toBe('sent')
  })
})
