import { inWorld, type World } from '@latchkey/plugin-testkit'
import type { Kernel } from '@latchkey/kernel'
import type { SubmissionStatus } from '@latchkey/plugin-api'
import { createWalletClient, custom } from 'viem'
import { getCallsStatus } from 'viem/actions'
import { mainnet, sepolia } from 'viem/chains'
import { describe, expect, it, vi } from 'vitest'
import { safe, type SafeOptions } from '../src/connectors/index.js'
import { evm } from '../src/index.js'
// The chunk loads before a test fakes the clock, because its loading takes real time.
import '@latchkey/plugin-api/nodes'
import { SAFE, SAFE_APP, SAFE_TX_HASH, SafeParent } from './fakes/SafeParent.js'

// Chunks that are loaded for the first time take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const eventually = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 20_000 })

const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TX = `0x${'7'.repeat(64)}`
/** A receipt as a node answers it. */
const RECEIPT = {
  transactionHash: TX,
  status: '0x1',
  blockHash: `0x${'b'.repeat(64)}`,
  blockNumber: '0x10',
  gasUsed: '0x5208',
  from: SAFE,
  type: '0x2',
  logs: [{ address: OTHER, data: '0x01', topics: [TX], logIndex: '0x0' }],
}
const parent = new SafeParent()
/** Answers of the network's own node. */
let chain: Record<string, unknown> = {}
const node: typeof fetch = async (_, init) =>
  Response.json({
    jsonrpc: '2.0',
    id: 1,
    result: chain[(JSON.parse(String(init?.body)) as { method: string }).method] ?? null,
  })

/** A page inside the Safe app, or of another that frames it. */
async function inside(
  run: (on: {
    kernel: Kernel
    world: World
    provider: { request(request: object): Promise<unknown> }
  }) => Promise<void>,
  { origin = SAFE_APP, ...options }: SafeOptions & { origin?: string } = {},
): Promise<void> {
  parent.origin = origin
  chain = {}
  const make = () => safe(options)
  await inWorld(
    {
      make,
      options: {
        beside: () => [evm({ networks: [mainnet, sepolia] })],
        page: () => parent.install(),
        fetch: node,
      },
    },
    async (world) => {
      const kernel = world.create(make())
      await kernel.ready
      const { evm: api } = kernel.plugins as unknown as {
        evm: { provider: { request(request: object): Promise<unknown> } }
      }
      await run({ kernel, world, provider: api.provider })
    },
  )
}
const status = (kernel: Kernel) => kernel.ports.connections.get().namespaces['eip155']?.status
const connected = (kernel: Kernel) => eventually(() => expect(status(kernel)).toBe('connected'))

describe('inside the Safe app', () => {
  it('Inside the Safe app, the Safe is connected at the start and without the modal', () =>
    inside(async ({ kernel }) => {
      const opened = vi.fn()
      kernel.on('modal:opened', opened)
      await connected(kernel)
      expect(kernel.ports.accounts.active()).toMatchObject({
        address: SAFE,
        connectionId: 'safe',
        type: 'smartAccount',
      })
      expect(kernel.ports.activeNetwork.current()?.id).toBe('eip155:1')
      expect(opened).not.toHaveBeenCalled()
    }))
  it('Inside the Safe app, connecting waits for a click where the host says so', () =>
    inside(
      async ({ kernel }) => {
        await kernel.ports.late.load()
        expect([status(kernel), parent.posted]).toEqual(['disconnected', []])
        expect((await kernel.connect('safe')).name).toBe('Safe')
      },
      { autoConnect: false },
    ))
  it('Every message to the Safe app names the origin that it is for', () =>
    inside(async ({ kernel }) => {
      await connected(kernel)
      expect(parent.posted.length).toBeGreaterThan(0)
      expect(new Set(parent.posted.map(({ to }) => to))).toEqual(new Set([SAFE_APP]))
    }))
})

it.each(['https://app.safe.global.evil.io', 'https://evil-app.safe.global', 'https://evil.io'])(
  'A page framed by %s has no Safe, and posts nothing there [RPC-32]',
  (origin) =>
    inside(
      async ({ kernel }) => {
        await kernel.ports.late.load()
        expect(kernel.ports.connectors.find('safe')).toBeUndefined()
        expect([status(kernel), parent.posted]).toEqual(['disconnected', []])
      },
      { origin },
    ),
)

it.each<[string, (id: string) => void]>([
  [
    'another origin',
    (id) =>
      parent.say(
        { id, success: true, data: { safeAddress: OTHER, chainId: 1 } },
        { origin: 'https://app.safe.global.evil.io' },
      ),
  ],
  [
    'another window of that origin',
    (id) =>
      parent.say({ id, success: true, data: { safeAddress: OTHER, chainId: 1 } }, { source: {} }),
  ],
  [
    'no window',
    (id) =>
      parent.say({ id, success: true, data: { safeAddress: OTHER, chainId: 1 } }, { source: null }),
  ],
  [
    'the Safe app but answers another request',
    () => parent.say({ id: 'another', success: true, data: { safeAddress: OTHER, chainId: 1 } }),
  ],
  [
    'the Safe app but is junk',
    () =>
      [null, 7, 'x', [], {}, { id: {} }, { id: '__proto__' }].forEach((data) => parent.say(data)),
  ],
])('A message is ignored when it comes from %s', (_, say) =>
  inside(
    async ({ kernel }) => {
      await kernel.ports.late.load()
      parent.behave('silence')
      const connecting = kernel.connect('safe')
      await eventually(() => expect(parent.posted.length).toBe(1))
      say(parent.posted[0]!.asked.id)
      expect(status(kernel)).toBe('connecting')
      parent.answerLate()
      expect((await connecting).scopes['eip155']?.accounts).toMatchObject([{ address: SAFE }])
    },
    { autoConnect: false },
  ),
)

it.each<unknown>([
  null,
  {},
  { safeAddress: 7, chainId: 1 },
  { safeAddress: SAFE, chainId: 0 },
  { safeAddress: SAFE, chainId: 'x' },
  [SAFE, 1],
])('A Safe that introduces itself as %j is refused', (info) =>
  inside(
    async ({ kernel }) => {
      await kernel.ports.late.load()
      parent.answers['getSafeInfo'] = info
      await expect(kernel.connect('safe')).rejects.toMatchObject({ code: 'wallet.bad_answer' })
    },
    { autoConnect: false },
  ),
)

describe('sending', () => {
  const submit = async (kernel: Kernel) => {
    await connected(kernel)
    const [account, network] = [
      kernel.ports.accounts.active()!,
      kernel.ports.activeNetwork.current()!,
    ]
    const { send } = await kernel.ports.adapter('eip155')
    return {
      send: send!,
      network,
      submission: await send!.submit({ account, network, to: OTHER, value: 10n ** 18n }),
    }
  }
  it('A submission to the Safe has the hash and the kind of a Safe transaction', () =>
    inside(async ({ kernel }) => {
      const { submission } = await submit(kernel)
      expect(submission).toEqual({ id: SAFE_TX_HASH, kind: 'safe' })
      expect(parent.posted.at(-1)?.asked).toMatchObject({
        method: 'sendTransactions',
        params: { txs: [{ to: OTHER, value: '1000000000000000000', data: '0x' }] },
      })
    }))
  it.each([
    ['SUCCESS', 'success'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
  ])(
    'A submission to the Safe is followed to its transaction, also when it ends as %s',
    (txStatus, name) =>
      inside(async ({ kernel }) => {
        const { send, submission, network } = await submit(kernel)
        chain = { eth_getTransactionReceipt: RECEIPT }
        vi.useFakeTimers()
        try {
          const seen: SubmissionStatus[] = []
          const states = [
            { txStatus: 'AWAITING_CONFIRMATIONS' },
            { txStatus: 'AWAITING_EXECUTION' },
            { txStatus: 'what is new' },
            { txStatus, txHash: TX },
          ]
          parent.answers['getTxBySafeTxHash'] = states[0]
          const run = (async () => {
            for await (const each of send.watch(submission, { network })) {
              seen.push(each)
              parent.answers['getTxBySafeTxHash'] = states[Math.min(seen.length, 3)]
            }
          })()
          await vi.advanceTimersByTimeAsync(20_000)
          await run
          expect(seen).toEqual([
            { status: 'pending' },
            { status: 'pending' },
            { status: 'pending' },
            { status: name, transaction: TX },
          ])
        } finally {
          vi.useRealTimers()
        }
      }),
  )
  it('A transaction that the owner declines is reported as declined', () =>
    inside(async ({ kernel }) => {
      await connected(kernel)
      parent.behave({ reject: 'Transaction was rejected' })
      await expect(submit(kernel)).rejects.toMatchObject({ code: 'wallet.user_rejected' })
    }))
  it('Several calls become one transaction of the Safe', () =>
    inside(async ({ kernel, provider }) => {
      await connected(kernel)
      const calls = [
        { to: OTHER, value: '0x1' },
        { to: SAFE, data: '0x1234' },
      ]
      expect(
        await provider.request({
          method: 'wallet_sendCalls',
          params: [{ version: '2.0.0', from: SAFE, chainId: '0x1', atomicRequired: true, calls }],
        }),
      ).toEqual({ id: SAFE_TX_HASH })
      expect(parent.posted.at(-1)?.asked.params).toMatchObject({
        txs: [
          { to: OTHER, value: '1', data: '0x' },
          { to: SAFE, value: '0', data: '0x1234' },
        ],
      })
      expect(await provider.request({ method: 'wallet_getCapabilities', params: [SAFE] })).toEqual({
        '0x1': { atomic: { status: 'supported' } },
      })
    }))
  it('A transaction whose data is called input is sent with that data', () =>
    inside(async ({ kernel, provider }) => {
      await connected(kernel)
      for (const transaction of [
        { input: '0x1234' },
        { input: '0x1234', data: '0x1234' },
        { data: '0x1234' },
      ]) {
        await provider.request({
          method: 'eth_sendTransaction',
          params: [{ from: SAFE, to: OTHER, ...transaction }],
        })
        expect(parent.posted.at(-1)?.asked.params).toMatchObject({
          txs: [{ to: OTHER, value: '0', data: '0x1234' }],
        })
      }
    }))
  it.each<[string, string, (typeof SAFE | object | string)[], number]>([
    [
      'with data and another input',
      'eth_sendTransaction',
      [{ from: SAFE, to: OTHER, data: '0x', input: '0x1234' }],
      -32602,
    ],
    [
      'from another account',
      'eth_sendTransaction',
      [{ from: OTHER, to: OTHER, value: '0x1' }],
      4100,
    ],
    [
      'for another chain',
      'eth_sendTransaction',
      [{ from: SAFE, to: OTHER, value: '0x1', chainId: '0xaa36a7' }],
      4901,
    ],
    ['to sign a message by another account', 'personal_sign', ['0x48656c6c6f', OTHER], 4100],
    [
      'to sign typed data by another account',
      'eth_signTypedData_v4',
      [OTHER, '{"primaryType":"A","types":{"A":[]},"domain":{},"message":{}}'],
      4100,
    ],
  ])(
    'A request %s is refused, because the Safe app would show it for this Safe',
    (_, method, params, code) =>
      inside(async ({ kernel, provider }) => {
        await connected(kernel)
        const before = parent.posted.length
        await expect(provider.request({ method, params })).rejects.toMatchObject({ code })
        expect(parent.posted.slice(before)).toEqual([])
      }),
  )
  it.each<[string, object, number]>([
    ['for another chain', { chainId: '0xaa36a7' }, 5710],
    ['for no chain', { chainId: undefined }, 5710],
    ['from another account', { from: OTHER }, 4100],
    [
      'with a capability that it needs',
      { capabilities: { paymasterService: { url: 'https://pay.test' } } },
      5700,
    ],
    [
      'with a call that needs a capability',
      { calls: [{ to: OTHER, capabilities: { gasLimitOverride: { value: '0x1' } } }] },
      5700,
    ],
  ])('A batch of calls %s is refused, and the Safe is not asked', (_, wrong, code) =>
    inside(async ({ kernel, provider }) => {
      await connected(kernel)
      const batch = {
        version: '2.0.0',
        from: SAFE,
        chainId: '0x1',
        atomicRequired: true,
        calls: [{ to: OTHER }],
      }
      await expect(
        provider.request({ method: 'wallet_sendCalls', params: [{ ...batch, ...wrong }] }),
      ).rejects.toMatchObject({ code })
      expect(parent.posted.map(({ asked }) => asked.method)).not.toContain('sendTransactions')
    }),
  )
  it('A batch of calls is accepted with an optional capability and its address in any case', () =>
    inside(async ({ kernel, provider }) => {
      await connected(kernel)
      const batch = {
        version: '2.0.0',
        from: SAFE.toLowerCase(),
        chainId: '0x01',
        atomicRequired: true,
        capabilities: { paymasterService: { url: 'https://pay.test', optional: true } },
        calls: [{ to: OTHER }],
      }
      expect(await provider.request({ method: 'wallet_sendCalls', params: [batch] })).toEqual({
        id: SAFE_TX_HASH,
      })
    }))
  it.each<unknown>([
    null,
    {},
    { safeTxHash: '0x12' },
    { safeTxHash: { toString: () => SAFE_TX_HASH } },
  ])('A transaction that the Safe answers with %j fails with a bad answer', (answer) =>
    inside(async ({ kernel }) => {
      await connected(kernel)
      parent.answers['sendTransactions'] = answer
      await expect(submit(kernel)).rejects.toMatchObject({ code: 'wallet.bad_answer' })
    }),
  )
})

describe('how a batch stands, as viem asks for it', () => {
  const ask = ({ kernel, provider }: { kernel: Kernel; provider: object }) =>
    connected(kernel).then(() =>
      getCallsStatus(createWalletClient({ chain: mainnet, transport: custom(provider as never) }), {
        id: SAFE_TX_HASH,
      }),
    )
  it('A batch is pending, without a receipt, until the owners have signed', () =>
    inside(async (on) => {
      parent.answers['getTxBySafeTxHash'] = { txStatus: 'AWAITING_CONFIRMATIONS' }
      expect(await ask(on)).toMatchObject({
        status: 'pending',
        atomic: true,
        chainId: 1,
        receipts: [],
      })
    }))
  it.each([
    ['SUCCESS', 'success', '0x1', 'success'],
    ['FAILED', 'failure', '0x0', 'reverted'],
  ])('A batch of status %s comes with the receipt of the node', (txStatus, status, given, read) =>
    inside(async (on) => {
      parent.answers['getTxBySafeTxHash'] = { txStatus, txHash: TX }
      chain = { eth_getTransactionReceipt: { ...RECEIPT, status: given } }
      expect(await ask(on)).toMatchObject({
        status,
        receipts: [
          {
            transactionHash: TX,
            status: read,
            blockHash: RECEIPT.blockHash,
            blockNumber: 16n,
            gasUsed: 21_000n,
            logs: [{ address: OTHER, data: '0x01', topics: [TX] }],
          },
        ],
      })
    }),
  )
  it('A batch is pending as long as the node has not seen what the Safe reports as done', () =>
    inside(async (on) => {
      parent.answers['getTxBySafeTxHash'] = { txStatus: 'SUCCESS', txHash: TX }
      expect(await ask(on)).toMatchObject({ status: 'pending', receipts: [] })
    }))
  it('A batch has the status of the Safe, without a receipt, where the receipt of the node is unreadable', () =>
    inside(async (on) => {
      parent.answers['getTxBySafeTxHash'] = { txStatus: 'SUCCESS', txHash: TX }
      chain = { eth_getTransactionReceipt: { transactionHash: TX } }
      expect(await ask(on)).toMatchObject({ status: 'success', receipts: [] })
    }))
})

describe('a library that only knows hashes', () => {
  it('A hash of the Safe has the receipt of its transaction once executed, and none before', () =>
    inside(async ({ kernel, provider }) => {
      await connected(kernel)
      const receipt = () =>
        provider.request({ method: 'eth_getTransactionReceipt', params: [SAFE_TX_HASH] })
      chain = { eth_getTransactionReceipt: { transactionHash: TX, status: '0x1' } }
      parent.answers['getTxBySafeTxHash'] = { txStatus: 'AWAITING_CONFIRMATIONS' }
      expect(await receipt()).toBeNull()
      parent.answers['getTxBySafeTxHash'] = { txStatus: 'SUCCESS', txHash: TX }
      expect(await receipt()).toMatchObject({ transactionHash: TX })
    }))
  it('A hash of an ordinary transaction has its receipt unchanged', () =>
    inside(async ({ kernel, provider }) => {
      await connected(kernel)
      chain = { eth_getTransactionReceipt: { transactionHash: TX, status: '0x1' } }
      expect(
        await provider.request({ method: 'eth_getTransactionReceipt', params: [TX] }),
      ).toMatchObject({ transactionHash: TX })
    }))
})

it('The Safe signs text and typed data, and a signature that its owners still owe is empty', () =>
  inside(async ({ kernel, provider }) => {
    await connected(kernel)
    expect(
      await provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', SAFE] }),
    ).toBe('0x02')
    expect(parent.posted.at(-1)?.asked).toMatchObject({
      method: 'signMessage',
      params: { message: '0x48656c6c6f' },
    })
    const typed = { primaryType: 'A', types: { A: [] }, domain: {}, message: {} }
    expect(
      await provider.request({
        method: 'eth_signTypedData_v4',
        params: [SAFE, JSON.stringify(typed)],
      }),
    ).toBe('0x')
    expect(parent.posted.at(-1)?.asked).toMatchObject({
      method: 'signTypedMessage',
      params: { typedData: typed },
    })
    await expect(kernel.switchNetwork('eip155:11155111')).rejects.toMatchObject({
      code: 'wallet.unsupported_method',
    })
  }))
