import { LatchkeyError } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { toRequestError, toWalletError } from './errors.js'

describe('a request that the wallet may have', () => {
  it.each(['Request expired. Please try again.', 'Failed to publish custom payload, please try again. id:1 tag:1108'])('is not told as failed: %s', (words) => {
    expect(toRequestError(new Error(words), 'eth_sendTransaction')).toMatchObject({ code: 'kernel.timed_out', context: { what: 'eth_sendTransaction', ms: 300_000 }, details: words })
  })
  it.each([
    ['a refusal in the same words', Object.assign(new Error('Request expired'), { code: 4001 }), 'wallet.user_rejected'],
    ['an answer', Object.assign(new Error('Failed to publish'), { code: -32000 }), 'rpc.failed'],
    ['other words', new Error('The request expired in the wallet'), 'rpc.failed'],
    ['ours', new LatchkeyError('wallet.disconnected', 'Failed to publish', { context: { connectorId: 'w' } }), 'wallet.disconnected'],
  ])('%s stays what it is', (_, error, code) => {
    expect(toRequestError(error, 'eth_sendTransaction')).toMatchObject({ code })
  })
  it('is nothing that a connection attempt knows', () => {
    expect(toWalletError(new Error('Request expired'), 'connect')).toMatchObject({ code: 'rpc.failed' })
  })
})
