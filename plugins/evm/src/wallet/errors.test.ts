import { isLatchkeyError } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { codeOf } from '@latchkey/plugin-api/wallet'
import { askAccounts, ask, askChainId, type Eip1193Provider } from './ask.js'
import { DEFAULT_ERROR, INVALID_CHAIN_ID, UNKNOWN_CHAIN } from '../chain/errorCodes.js'
import { isWorthAdding, toWalletError } from './errors.js'
import { toProviderError } from './providerError.js'

const trap = (): never => {
  throw new Error('trap')
}
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const cyclic = (): object => {
  const loop: Record<string, unknown> = { code: -32603 }
  return Object.assign(loop, { cause: loop, data: { originalError: loop } })
}
const ODD: readonly [string, () => unknown][] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['a text', () => 'no'],
  ['a number', () => 7],
  ['a bigint', () => 7n],
  ['a symbol', () => Symbol('no')],
  ['a function', () => () => 'no'],
  ['an empty object', () => ({})],
  ['a list', () => [1]],
  ['a cycle', cyclic],
  ['a revoked proxy', revoked],
  ['a trap', () => new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap })],
  [
    'getters that throw',
    () =>
      Object.defineProperties(
        {},
        { code: { get: trap }, message: { get: trap }, data: { get: trap }, cause: { get: trap } },
      ),
  ],
  [
    'a message that cannot be read',
    () => ({ message: { toString: trap }, code: { valueOf: trap } }),
  ],
  ['a huge message', () => ({ message: 'x'.repeat(1_000_000) })],
  ['NaN as a code', () => ({ code: NaN, message: 'no' })],
  [
    'an object that poses as our error',
    () => ({ [Symbol.for('@latchkey/error')]: true, code: 'kernel.disposed', message: 'no' }),
  ],
]
const HOW: readonly [string, (thrown: unknown) => Eip1193Provider][] = [
  ['rejected', (thrown) => ({ request: () => Promise.reject(thrown as Error) })],
  [
    'thrown at once',
    (thrown) => ({
      request: () => {
        throw thrown
      },
    }),
  ],
]
const CALLS: readonly [string, (provider: Eip1193Provider) => Promise<unknown>][] = [
  ['eth_requestAccounts', (provider) => askAccounts(provider, 'eth_requestAccounts')],
  ['eth_accounts', (provider) => askAccounts(provider, 'eth_accounts')],
  ['eth_chainId', (provider) => askChainId(provider)],
  ...[
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_sendCalls',
  ].map(
    (method) =>
      [method, (provider: Eip1193Provider) => ask(provider, method, [])] as [
        string,
        (provider: Eip1193Provider) => Promise<unknown>,
      ],
  ),
]
const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )

describe.each(CALLS)('%s', (method, call) => {
  it.each(ODD)(
    'A wallet that rejects with %s, or throws it, causes one typed error',
    async (_, make) => {
      for (const [, how] of HOW) {
        const thrown = make()
        const error = await failure(call(how(thrown)))
        expect(isLatchkeyError(error, 'rpc.failed')).toBe(true)
        const { message, cause, context } = error as {
          message: string
          cause: unknown
          context: { method?: string }
        }
        expect(Object.is(cause, thrown)).toBe(true)
        expect(message.length).toBeLessThan(1_200)
        expect(context.method).toBe(method)
        expect(toProviderError(error).code).toEqual(expect.any(Number))
      }
    },
  )
})

describe('an answer of another shape', () => {
  const answering = (value: unknown): Eip1193Provider => ({ request: () => Promise.resolve(value) })
  const shapes: readonly unknown[] = [
    undefined,
    null,
    'text',
    7,
    {},
    [7],
    [null],
    { length: 1, 0: '0x' },
    new Proxy([], { get: (_, key) => (key === 'then' ? undefined : trap()) }),
  ]
  it.each(shapes.map((value, index) => [index, value]))(
    'Accounts of another shape are refused (%i)',
    async (_, value) => {
      expect(await failure(askAccounts(answering(value), 'eth_accounts'))).toMatchObject({
        code: 'wallet.bad_answer',
      })
    },
  )
  it.each([
    undefined,
    null,
    '',
    '0x',
    '1e3',
    ' 1',
    '0b1',
    -1,
    0,
    1.5,
    NaN,
    {},
    ['0x1'],
    '0xffffffffffffffffff',
  ])('A chain id of another shape is refused (%j)', async (value) => {
    expect(await failure(askChainId(answering(value)))).toMatchObject({ code: 'wallet.bad_answer' })
  })
  it.each<[unknown, number]>([
    ['0x1', 1],
    ['0X1', 1],
    ['137', 137],
    [10, 10],
    [1n, 1],
    ['0x2a15c308d', 11297108109],
  ])('A chain id in another spelling is accepted (%s)', async (value, id) => {
    expect(await askChainId(answering(value))).toBe(id)
  })
})

describe('a code', () => {
  it.each<[number, string, number]>([
    [4001, 'wallet.user_rejected', 4001],
    [4100, 'wallet.unauthorized', 4100],
    [4200, 'wallet.unsupported_method', 4200],
    [4900, 'wallet.disconnected', 4900],
    [4901, 'wallet.chain_disconnected', 4901],
    [4902, 'wallet.unknown_chain', 4902],
    [-32002, 'wallet.request_pending', -32002],
    [-32601, 'wallet.unsupported_method', -32601],
    [-32000, 'rpc.failed', -32000],
    [3, 'rpc.failed', 3],
  ])(
    'Code %i becomes %s, and callers of the provider still get that number',
    (code, ours, back) => {
      for (const thrown of [
        { code, message: 'm' },
        { code: String(code), message: 'm' },
        { code: -32603, message: 'Internal', data: { originalError: { code } } },
        { message: 'm', cause: { cause: { code } } },
        { originalError: { code } },
      ]) {
        const error = toWalletError(thrown, 'eth_x')
        expect(error.code).toBe(ours)
        expect(toProviderError(error).code).toBe(back)
      }
    },
  )
  it('Callers of the provider get the message and the data of the wallet', () => {
    expect(
      toProviderError(
        toWalletError({ code: 3, message: 'execution reverted', data: '0x08c379a0' }, 'eth_call'),
      ),
    ).toMatchObject({ code: 3, message: 'execution reverted', data: '0x08c379a0' })
  })
  it('A code wins over the codes that it wraps, unless it is the internal error', () => {
    expect(codeOf({ code: 4100, cause: { code: 4001 } })).toBe(4100)
    expect(codeOf({ code: -32603, cause: { code: 4001 } })).toBe(4001)
    expect(codeOf({ code: -32603 })).toBe(-32603)
  })
})

describe('a refused switch', () => {
  it('A switch refused with 32603, of either sign, is an invalid chain id where the text says so [ERR-40]', () => {
    expect(INVALID_CHAIN_ID).toBe(32603)
    for (const code of [32603, -32603]) {
      expect(isWorthAdding({ code, message: 'Unrecognized chain ID "0x7a6a"' })).toBe(true)
      expect(isWorthAdding({ code, message: 'Something broke' })).toBe(false)
    }
  })
  it('A refused switch leads to adding the chain only for the codes that say so', () => {
    for (const code of [UNKNOWN_CHAIN, DEFAULT_ERROR])
      expect(
        isWorthAdding(toWalletError({ code, message: 'm' }, 'wallet_switchEthereumChain')),
      ).toBe(true)
    for (const code of [4001, 4100, -32002])
      expect(
        isWorthAdding(
          toWalletError({ code, message: 'unknown chain' }, 'wallet_switchEthereumChain'),
        ),
      ).toBe(false)
  })
})

it('A request to a wallet that never answers ends when it is aborted', async () => {
  const stop = new AbortController()
  const waiting = failure(
    ask({ request: () => new Promise(() => undefined) }, 'eth_accounts', undefined, stop.signal),
  )
  stop.abort()
  expect(await waiting).toMatchObject({ code: 'kernel.aborted' })
  expect(
    await failure(
      ask({ request: () => Promise.resolve(1) }, 'eth_accounts', undefined, stop.signal),
    ),
  ).toMatchObject({ code: 'kernel.aborted' })
})

it.each<[string, unknown]>([
  ['words', new Error('User rejected the request.')],
  ['bare words', 'User rejected'],
  ['a code of ethers', { code: 'ACTION_REJECTED' }],
  ['words of MetaMask', new Error('MetaMask Tx Signature: User denied transaction signature.')],
  ['a number as text', { code: '4001' }],
  ['a number in a cause', new Error('x', { cause: { data: { originalError: { code: 4001 } } } })],
])('A refusal is recognised in %s (audit C2)', (_, thrown) =>
  expect(toWalletError(thrown, 'connect')).toMatchObject({
    code: 'wallet.user_rejected',
    cause: thrown,
  }),
)

it.each(['transaction rejected by node: nonce too low', 'The network did not accept this', ''])(
  'A refusal is not read into %j (audit C2)',
  (words) => expect(toWalletError(new Error(words), 'connect').code).toBe('rpc.failed'),
)
