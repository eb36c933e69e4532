import { expect, it } from 'vitest'
import { toWalletError } from './errors.js'

it.each([
  ['Request rejected', 'wallet.user_rejected'],
  ['User denied', 'wallet.user_rejected'],
  ['There is no chain info for foo-1', 'wallet.unknown_chain'],
  ['There is no modular chain info for foo-1', 'wallet.unknown_chain'],
  ['Invalid chain id', 'wallet.unknown_chain'],
  ['Unknown chain: foo-1', 'wallet.unknown_chain'],
  ['The chain foo-1 is not supported', 'wallet.unknown_chain'],
  ['https://shop.example is not permitted', 'wallet.unauthorized'],
  ['the account sequence is wrong', 'rpc.failed'],
  ['', 'rpc.failed'],
])('The words %j of a wallet become a typed error', (message, code) => {
  expect(toWalletError(new Error(message), 'enable')).toMatchObject({
    code,
    context: { method: 'enable' },
  })
  expect(toWalletError(message, 'enable')).toMatchObject({ code })
})

it('The code of an error counts more than its words', () => {
  expect(toWalletError({ code: 4001, message: 'There is no chain info' }, 'enable')).toMatchObject({
    code: 'wallet.user_rejected',
  })
  expect(toWalletError({ code: -32002, message: '' }, 'enable')).toMatchObject({
    code: 'wallet.request_pending',
  })
  expect(toWalletError({ code: 7, message: 'odd' }, 'enable')).toMatchObject({
    code: 'rpc.failed',
    context: { rpcCode: 7 },
  })
})

it('A thrown value that cannot be read is rpc.failed', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  expect(toWalletError(proxy, 'enable')).toMatchObject({ code: 'rpc.failed' })
})

it.each<[string, unknown]>([
  ['words', new Error('User rejected the request.')],
  ['bare words', 'User rejected'],
  ['a code of ethers', { code: 'ACTION_REJECTED' }],
  ['words of MetaMask', new Error('MetaMask Tx Signature: User denied transaction signature.')],
  ['a number as text', { code: '4001' }],
  ['a number in a cause', new Error('x', { cause: { data: { originalError: { code: 4001 } } } })],
])('A refusal by the visitor becomes wallet.user_rejected, by %s (audit C2)', (_, thrown) =>
  expect(toWalletError(thrown, 'connect')).toMatchObject({
    code: 'wallet.user_rejected',
    cause: thrown,
  }),
)

it.each(['transaction rejected by node: nonce too low', 'The network did not accept this', ''])(
  'The words %j are not taken for a refusal by the visitor (audit C2)',
  (words) => expect(toWalletError(new Error(words), 'connect').code).toBe('rpc.failed'),
)
