import { expect, it } from 'vitest'
import { toWalletError } from './errors.js'

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
