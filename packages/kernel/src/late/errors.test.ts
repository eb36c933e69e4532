import { LatchkeyError } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { toConnectError, toRequestError } from './errors.js'

const boom = (): never => {
  throw new Error('hands off')
}
const cyclic: Record<string, unknown> = {}
Object.assign(cyclic, { cause: cyclic, data: { originalError: cyclic }, originalError: cyclic })
const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()
const hostile = new Proxy({}, { get: boom, getPrototypeOf: boom, has: boom, ownKeys: boom })
const getters = Object.defineProperties(
  {},
  { code: { get: boom }, message: { get: boom }, data: { get: boom }, cause: { get: boom } },
)
const ours = new LatchkeyError('wallet.popup_closed', 'Popup closed')
const deep = (levels: number, end: unknown): unknown =>
  levels ? { cause: deep(levels - 1, end) } : end

const rejected: readonly [string, unknown][] = [
  ['4001', { code: 4001 }],
  ['4001 as text', { code: '4001' }],
  ['4001 in data.originalError', { code: -32603, data: { originalError: { code: 4001 } } }],
  ['4001 in originalError', { originalError: { code: 4001 } }],
  ['4001 in a cause', new Error('outer', { cause: new Error('inner', { cause: { code: 4001 } }) })],
  ['4001 at any depth', deep(9, { code: 4001 })],
  ['a text', 'User rejected'],
  ['ACTION_REJECTED', { code: 'ACTION_REJECTED' }],
  ['words in a cause', new Error('outer', { cause: new Error('User rejected the request.') })],
  ['4001 beside what throws', Object.defineProperty({ code: 4001 }, 'data', { get: boom })],
]
const anything: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a text', 'Something broke'],
  ['the number 4001', 4001],
  ['a symbol', Symbol('s')],
  ['a bigint', 4001n],
  ['an empty object', {}],
  ['an array', [4001]],
  ['an error', new Error('no')],
  ['a cyclic object', cyclic],
  ['a revoked proxy', revoked],
  ['a proxy that throws', hostile],
  ['getters that throw', getters],
  ['a function', () => 4001],
  ['a promise', Promise.resolve()],
  ['a code that is an object', { code: { valueOf: () => 4001 } }],
  ['a code that is nearly a number', { code: '4001 ' }],
  ['an object without prototype', Object.create(null)],
]

describe('what a connector throws', () => {
  it.each(rejected)(
    'A connector that throws %s was refused by the visitor [ERR-04]',
    (_, error) => {
      expect(toConnectError(error, 'w')).toMatchObject({
        code: 'wallet.user_rejected',
        message: 'Connection rejected',
        context: { connectorId: 'w' },
        cause: error,
      })
    },
  )
  it.each([[{ code: -32002 }], [{ code: '-32002' }], [{ cause: { code: -32002 } }]])(
    'A connector that throws %j fails with wallet.request_pending',
    (error) => expect(toConnectError(error, 'w').code).toBe('wallet.request_pending'),
  )
  it.each(anything)(
    'A connector that throws %s fails with "Failed to connect" [ERR-05]',
    (_, error) => {
      const typed = toConnectError(error, 'w')
      expect([typed.code, typed.message]).toEqual(['wallet.connect_failed', 'Failed to connect'])
      expect(typed.cause === error).toBe(true)
    },
  )
  it('A LatchkeyError of a connector stays as it is', () =>
    expect(toConnectError(ours, 'w')).toBe(ours))
  it('An error that an adapter could not name is a failed connect and not a network failure (audit C2)', () => {
    const failed = new LatchkeyError(
      'rpc.failed',
      'The wallet failed to answer enable: vault is broken',
      { details: 'vault is broken', context: { method: 'enable' } },
    )
    expect(toConnectError(failed, 'w')).toMatchObject({
      code: 'wallet.connect_failed',
      details: 'vault is broken',
      cause: failed,
    })
  })
})

describe('what a request throws', () => {
  it.each([
    [4001, 'wallet.user_rejected'],
    [4100, 'wallet.unauthorized'],
    [4200, 'wallet.unsupported_method'],
    [4900, 'wallet.disconnected'],
    [4901, 'wallet.chain_disconnected'],
    [4902, 'wallet.unknown_chain'],
    [-32002, 'wallet.request_pending'],
  ] as const)('The code %i means %s, wherever in the error it stands', (code, name) => {
    for (const error of [
      { code },
      { code: String(code) },
      { code: -32603, data: { originalError: { code } } },
      new Error('outer', { cause: { code } }),
    ])
      expect(toRequestError(error, 'm')).toMatchObject({
        code: name,
        context: { method: 'm' },
        cause: error,
      })
  })
  it('An unknown code, message and data stay within reach', () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const typed = toRequestError(error, 'eth_call')
    expect(typed).toMatchObject({
      code: 'rpc.failed',
      context: { method: 'eth_call', rpcCode: 3 },
      details: 'execution reverted',
    })
    expect(typed.cause).toBe(error)
  })
  it.each(anything)('A request that throws %s gets a typed error', (_, error) => {
    const typed = toRequestError(error, 'm')
    expect(typed.code).toBe('rpc.failed')
    expect(typed.cause === error).toBe(true)
  })
  it('A LatchkeyError of a request stays as it is', () =>
    expect(toRequestError(ours, 'm')).toBe(ours))
})
