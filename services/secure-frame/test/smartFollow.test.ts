// Operations that are followed, on a chain and with bundlers that say what a test lets them say.
import { describe, expect, it } from 'vitest'
import { look } from '../src/page/smart/follow.js'
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
