import { describe, expect, it } from 'vitest'
import { codeOf, codesOf, createToWalletError, isRejection } from './toWalletError.js'

const toWalletError = createToWalletError()
const deep = (levels: number, end: unknown): unknown =>
  levels ? { cause: deep(levels - 1, end) } : end

const NO: readonly [string, unknown][] = [
  ...[
    'User rejected the request.',
    'User rejected',
    'user rejected action (action="sendTransaction", reason="rejected")',
    'MetaMask Tx Signature: User denied transaction signature.',
    'User denied account authorization',
    'User cancelled',
    'User canceled the request',
    'The user has rejected the request',
    'User declined to sign',
    'Rejected by user',
    'Rejected by the user.',
    'Transaction was rejected in the wallet by the user',
    'Cancelled by the user',
    'Request rejected',
    'Rejected',
    'Error: Cancelled',
    'The request was declined.',
    'Transaction declined',
    'Connection request was rejected',
    'Signing cancelled',
    'User disapproved requested methods',
    'UserRejectedRequestError: User rejected the request.',
  ].map((words): [string, unknown] => [JSON.stringify(words), new Error(words)]),
  ['a text', 'User rejected'],
  ['ACTION_REJECTED', { code: 'ACTION_REJECTED', message: 'x' }],
  ['a name', Object.assign(new Error('x'), { name: 'UserRejectedRequestError' })],
  ['4001', { code: 4001 }],
  ['4001 as text', { code: '4001' }],
  ['4001 in a cause', new Error('x', { cause: { code: 4001 } })],
  ['4001 in data', { code: -32603, data: { code: 4001 } }],
  ['in data.originalError', { code: -32603, data: { originalError: { code: 4001 } } }],
  ['in error', { error: { code: 4001 } }],
  ['in info.error', { code: 'UNKNOWN_ERROR', info: { error: { code: 4001 } } }],
  ['in a text in error', { error: 'User rejected' }],
  ['twelve deep', deep(12, { code: '4001' })],
  [
    'words below a code of a node',
    { code: -32000, message: 'x', data: { message: 'User denied transaction signature.' } },
  ],
  ['4001000', { code: 4001000 }],
]
const NOT: readonly [string, unknown][] = [
  'transaction rejected by node: nonce too low',
  'The network did not accept this',
  'Transaction rejected',
  'transaction was rejected by the network',
  'user operation rejected because account or paymaster simulated validation failed',
  'UserOperation rejected',
  'Request denied: too many requests',
  'request rejected: rate limit',
  'access denied',
  'rejected: insufficient funds',
  'the users balance is too low',
  'User denied by policy',
  'cancelled by the sequencer',
  'execution reverted: denied',
  'replacement transaction underpriced: cancel rejected',
  'rejected by user operation pool',
  'connection refused',
  'nonce rejected',
  '',
  'Rejected by node',
  'Cancellation token expired',
  'The user name is unknown',
].map((words): [string, unknown] => [JSON.stringify(words), new Error(words)])
/** Words of a contract that reverts, as nodes, wallets and libraries hand them on. */
const REVERTS: readonly [string, unknown][] = [
  'User denied',
  'User rejected the request.',
  'Rejected by user',
  'Request cancelled',
].flatMap((words): [string, unknown][] =>
  [
    ['without a code', new Error(`execution reverted: ${words}`)],
    ['with code 3', { code: 3, message: `execution reverted: ${words}` }],
    ['with code 3 and the bare words', { code: 3, message: words }],
    ['with -32000', { code: -32000, message: `execution reverted: ${words}` }],
    [
      'with -32603 around code 3',
      { code: -32603, message: words, data: { code: 3, message: words } },
    ],
    [
      'with -32603 around a revert',
      {
        code: -32603,
        message: words,
        data: { message: `VM Exception: ${words}`, cause: 'Reverted 0x08c379a0' },
      },
    ],
    ['with code 3 as text, in a cause', new Error(words, { cause: { code: '3' } })],
    [
      'by a library',
      Object.assign(new Error(words), {
        code: 'CALL_EXCEPTION',
        info: { error: { message: `execution reverted: "${words}"` } },
      }),
    ],
    ['below a code that says what it is', { code: -32015, message: words }],
    [
      'under the name of a rejection',
      { name: 'UserRejectedRequestError', message: `execution reverted: ${words}` },
    ],
  ].map(([how, thrown]): [string, unknown] => [`${words} ${how as string}`, thrown]),
)

describe('a person who says no', () => {
  it.each(NO)(
    'An error by which a visitor declines becomes wallet.user_rejected: %s (audit C2)',
    (_, thrown) => {
      expect(isRejection(thrown)).toBe(true)
      expect(toWalletError(thrown, 'connect')).toMatchObject({
        code: 'wallet.user_rejected',
        context: { method: 'connect' },
        cause: thrown,
      })
    },
  )
  it.each(NOT)(
    'An error that no visitor caused is not taken for a rejection: %s (audit C2)',
    (_, thrown) => {
      expect(isRejection(thrown)).toBe(false)
      expect(toWalletError(thrown, 'connect').code).toBe('rpc.failed')
    },
  )
  it.each(REVERTS)(
    'The words of a contract that reverts are not taken for a rejection: %s (audit C2)',
    (_, thrown) => {
      expect(isRejection(thrown)).toBe(false)
      expect(toWalletError(thrown, 'eth_sendTransaction').code).toBe('rpc.failed')
    },
  )
  it.each([-32603, -32000, '-32603'])(
    "A wallet's code %s is too general, so its words tell whether the visitor declined (audit C2)",
    (code) => {
      expect(toWalletError({ code, message: 'User rejected the request' }, 'm').code).toBe(
        'wallet.user_rejected',
      )
      expect(
        toWalletError(
          {
            code,
            message: 'Internal JSON-RPC error.',
            data: { code: -32000, message: 'User denied transaction signature.' },
          },
          'm',
        ).code,
      ).toBe('wallet.user_rejected')
    },
  )
  it('The code 4001 means a rejection even where the message speaks of a revert (audit C2)', () =>
    expect(
      isRejection({ code: 4001, message: 'User rejected: the transaction may be reverted' }),
    ).toBe(true))
})

describe('a code', () => {
  it('Error codes are read at every depth, and the outermost specific one decides', () => {
    expect(codesOf({ code: -32603, data: { code: '4902', cause: { code: 7 } } })).toEqual([
      -32603, 4902, 7,
    ])
    expect(codeOf({ code: 32603, cause: { code: 3 } })).toBe(3)
    expect(codeOf({ code: -32603 })).toBe(-32603)
    expect(toWalletError({ code: -32000, cause: { code: 4902 } }, 'm').code).toBe(
      'wallet.unknown_chain',
    )
    expect(toWalletError({ code: 4100, message: 'User rejected' }, 'm').code).toBe(
      'wallet.unauthorized',
    )
  })
  it('A chain family may give a code or words a meaning of its own', () => {
    const own = createToWalletError({
      codes: { [-32002]: ['wallet.unauthorized', 'x'] },
      words: [[/no chain/, ['wallet.unknown_chain', 'y']]],
    })
    expect(own({ code: -32002 }, 'm').code).toBe('wallet.unauthorized')
    expect(own(new Error('no chain here'), 'm').code).toBe('wallet.unknown_chain')
    expect(own({ code: 4001, message: 'no chain here' }, 'm').code).toBe('wallet.user_rejected')
  })
  it('A code such as "constructor", which every object has as a member, has no meaning', () =>
    expect(toWalletError({ code: 'constructor' }, 'm').code).toBe('rpc.failed'))
})

it('Errors that throw when read, or nest without end, become rpc.failed after a bounded number of reads', () => {
  const boom = (): never => {
    throw new Error('hands off')
  }
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const endless: object = new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' ? endless : undefined) },
  )
  let made = 0
  const growing = (): object => new Proxy({}, { get: () => (made++, growing()) })
  const cyclic: Record<string, unknown> = {}
  Object.assign(cyclic, { cause: cyclic, data: cyclic, error: cyclic })
  for (const thrown of [
    proxy,
    endless,
    growing(),
    cyclic,
    new Proxy({}, { get: boom }),
    undefined,
    null,
    7,
    Symbol('x'),
    { message: 'u'.repeat(1_000_000) },
    { message: `user ${'has '.repeat(100_000)}` },
  ]) {
    const error = toWalletError(thrown, 'm')
    expect(error.code).toBe('rpc.failed')
    expect(error.message.length).toBeLessThan(1_200)
  }
  expect(made).toBeLessThan(2_000)
})
