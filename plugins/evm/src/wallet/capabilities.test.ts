import {
  LatchkeyError,
  type ConnectedAccount,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { createCapabilities, ANSWER_TIMEOUT_MS } from './capabilities.js'

const account: ConnectedAccount = {
  key: 'a',
  namespace: 'eip155',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  type: 'eoa',
  connectionId: 'w',
}
const network = (id: number): Network => ({
  id: `eip155:${id}`,
  namespace: 'eip155',
  reference: String(id),
  name: 'One',
  nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
  rpcUrls: [],
})
const ANSWER = { '0x1': { atomic: { status: 'supported' } } }

afterEach(() => void vi.useRealTimers())

function made(answer: () => unknown = () => ANSWER) {
  const listeners = new Map<string, () => void>()
  const ctx = {
    events: { on: (name: string, listener: () => void) => listeners.set(name, listener) },
  } as unknown as PluginContext
  const request = vi.fn(async (_on: unknown, _method: string, _params: unknown) => answer())
  return {
    request,
    tell: (name: string) => listeners.get(name)?.(),
    capabilities: createCapabilities(ctx, request),
  }
}

it('Capabilities are asked for by hexadecimal chain id, once for each account and chain [WSIDE-33]', async () => {
  const { capabilities, request } = made()
  expect(
    await Promise.all([
      capabilities({ account, network: network(1) }),
      capabilities({ account, network: network(1) }),
    ]),
  ).toEqual([ANSWER, ANSWER])
  await capabilities({ account, network: network(8453) })
  await capabilities({ account: { ...account, address: '0x01' }, network: network(1) })
  expect(request.mock.calls.map(([, method, params]) => [method, params])).toEqual([
    ['wallet_getCapabilities', [account.address, ['0x1']]],
    ['wallet_getCapabilities', [account.address, ['0x2105']]],
    ['wallet_getCapabilities', ['0x01', ['0x1']]],
  ])
})
it.each(['account:changed', 'network:changed', 'connection:closed', 'connection:established'])(
  'Capabilities are asked for again after %s',
  async (name) => {
    const { capabilities, request, tell } = made()
    await capabilities({ account, network: network(1) })
    tell(name)
    await capabilities({ account, network: network(1) })
    expect(request).toHaveBeenCalledTimes(2)
  },
)
it('Capabilities are asked for again after a failed request', async () => {
  let fails = true
  const { capabilities } = made(() => {
    if (fails) throw new LatchkeyError('wallet.request_pending', 'later')
    return ANSWER
  })
  await expect(capabilities({ account, network: network(1) })).rejects.toMatchObject({
    code: 'wallet.request_pending',
  })
  fails = false
  expect(await capabilities({ account, network: network(1) })).toEqual(ANSWER)
})
it('A wallet that does not know the method has no capabilities', async () => {
  const { capabilities } = made(() => {
    throw new LatchkeyError('wallet.unsupported_method', 'no')
  })
  expect(await capabilities({ account, network: network(1) })).toEqual({})
})
const cyclic: { self?: unknown } = {}
cyclic.self = cyclic
it.each<[string, unknown]>([
  ['null', null],
  ['a text', 'x'],
  ['a list', []],
  ['an object with a key that is not a chain', { eth: {} }],
  ['a cycle', cyclic],
  [
    'an object that throws',
    Object.defineProperty({}, '0x1', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    }),
  ],
])('An answer with capabilities that are %s is a bad answer', async (_, answer) => {
  await expect(
    made(() => answer).capabilities({ account, network: network(1) }),
  ).rejects.toMatchObject({ code: 'wallet.bad_answer' })
})

it('A wallet that answers too late has no capabilities until its answer comes (audit A1)', async () => {
  vi.useFakeTimers()
  const answers: ((answer: unknown) => void)[] = []
  const { capabilities, request } = made(() => new Promise((resolve) => answers.push(resolve)))
  const waiting = capabilities({ account, network: network(1) })
  let found: unknown
  void waiting.then((answer) => (found = answer))
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS - 1)
  expect(found).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(found).toEqual({})
  expect(await capabilities({ account, network: network(1) })).toEqual({})
  answers[0]!(ANSWER)
  await vi.advanceTimersByTimeAsync(0)
  expect(await capabilities({ account, network: network(1) })).toEqual(ANSWER)
  expect([request.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
})
it('Capabilities that fail after the time limit stay empty, and the late failure is ignored (audit A1)', async () => {
  vi.useFakeTimers()
  const { capabilities } = made(
    () =>
      new Promise((_, reject) =>
        setTimeout(
          () =>
            reject(
              new LatchkeyError('kernel.timed_out', 'late', { context: { what: 'x', ms: 1 } }),
            ),
          300_000,
        ),
      ),
  )
  const waiting = capabilities({ account, network: network(1) })
  await vi.advanceTimersByTimeAsync(400_000)
  expect([await waiting, await capabilities({ account, network: network(1) })]).toEqual([{}, {}])
})
