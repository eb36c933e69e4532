import { LatchkeyError } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { toRequestError, toWalletError } from './errors.js'

describe('a request that the wallet may have', () => {
  it.each([
    'Request expired. Please try again.',
    'Failed to publish custom payload, please try again. id:1 tag:1108',
  ])('A request that the wallet may have received is not reported as failed: %s', (words) => {
    expect(toRequestError(new Error(words), 'eth_sendTransaction')).toMatchObject({
      code: 'kernel.timed_out',
      context: { what: 'eth_sendTransaction', ms: 300_000 },
      details: words,
    })
  })
  it.each([
    [
      'a refusal in the same words',
      Object.assign(new Error('Request expired'), { code: 4001 }),
      'wallet.user_rejected',
    ],
    ['an answer', Object.assign(new Error('Failed to publish'), { code: -32000 }), 'rpc.failed'],
    ['other words', new Error('The request expired in the wallet'), 'rpc.failed'],
    [
      'an error of our own',
      new LatchkeyError('wallet.disconnected', 'Failed to publish', {
        context: { connectorId: 'w' },
      }),
      'wallet.disconnected',
    ],
  ])('An error that resembles a lost request keeps its own meaning: %s', (_, error, code) => {
    expect(toRequestError(error, 'eth_sendTransaction')).toMatchObject({ code })
  })
  it('The words of a lost request have no special meaning in a connection attempt', () => {
    expect(toWalletError(new Error('Request expired'), 'connect')).toMatchObject({
      code: 'rpc.failed',
    })
  })
})

describe('a method that the wallet does not know, though it granted it', () => {
  it.each<[string, unknown]>([
    ['JSON-RPC’s code', { code: -32601, message: 'The method does not exist / is not available.' }],
    ['that code as text', { code: '-32601', message: 'm' }],
    [
      'that code in an internal error',
      { code: -32603, message: 'Internal', data: { code: -32601 } },
    ],
    ['the protocol’s "invalid method"', { code: 1001, message: 'Invalid method.' }],
    ['the protocol’s "unsupported method"', { code: 10001, message: 'Unsupported wc_ method.' }],
    ['the protocol’s "unsupported methods"', { code: 5101, message: 'Unsupported methods.' }],
    ['EIP-1193’s code', { code: 4200, message: 'Unsupported Method' }],
    [
      'a refusal of the methods that says so',
      { code: 5002, message: 'Method wallet_getCapabilities is not supported' },
    ],
    ['a refusal that says so', { code: 5000, message: 'Unsupported method' }],
  ])('A method that the wallet does not know is recognised by %s (audit A1)', (_, thrown) =>
    expect(toRequestError(thrown, 'wallet_getCapabilities')).toMatchObject({
      code: 'wallet.unsupported_method',
      cause: thrown,
    }),
  )
  it.each<[string, unknown]>([
    ['one by the visitor', { code: 5000, message: 'User rejected.' }],
    ['one of the methods', { code: 5002, message: 'User rejected methods.' }],
    ['one with EIP-1193’s code', { code: 4001, message: 'Method not supported' }],
    [
      'one in words',
      { code: 5000, message: 'User rejected: method not supported on this account' },
    ],
    ['one of the chains', { code: 5001, message: 'Chain not supported' }],
  ])('A rejection is not taken for an unknown method: %s (audit A1)', (_, thrown) =>
    expect(toRequestError(thrown, 'wallet_getCapabilities')).toMatchObject({
      code: 'wallet.user_rejected',
    }),
  )
})
