import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts, startBundler, type BundlerFault } from '@latchkey-tools/localnet'
import { CONTRACTS } from '@latchkey/smart-account'
import { encodeFunctionData, parseAbi, zeroAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { follow, look, nextNonce } from '../src/page/smart/follow.js'
import { createRecords, isPending, type OperationRecord } from '../src/page/smart/records.js'
import {
  ETHER,
  SEPOLIA,
  createHolder,
  memoryDatabase,
  startSmartChain,
  type Holder,
  type SmartChain,
} from './smartSide.js'

const TO = accounts[1]!.address as Hex
const PAYMENT = [{ to: TO, value: '0x1' }]
let chain: SmartChain
beforeAll(async () => void (chain = await startSmartChain()))
afterAll(() => chain?.close())

let seed = 60
async function newHolder(options: Parameters<typeof createHolder>[2] = {}): Promise<Holder> {
  const holder = await createHolder(chain, (seed += 1), options)
  await chain.fund(holder.account.address)
  return holder
}
const recordsOf = ({ records, account }: Holder): Promise<readonly OperationRecord[]> =>
  records.list(SEPOLIA, account.address)
const nonceOf = async ({ context }: Holder): Promise<bigint> => (await nextNonce(context)).nonce
const failureOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error as { details?: { reason?: string } }).details?.reason,
  )
/** Every fault of the first bundler, one after the other, with or without a good successor. */
async function withFault<T>(fault: BundlerFault, run: (url: string) => Promise<T>): Promise<T> {
  const bundler = await startBundler({ rpcUrl: chain.url, key: 7 })
  bundler.fail(fault)
  try {
    return await run(bundler.url)
  } finally {
    await bundler.close()
  }
}

describe('A bundler that fails', () => {
  const away: BundlerFault[] = ['429', '500', 'html', 'other-entry-point', 'other-chain']
  it.each(away)('%s: its successor takes the operation', async (fault) => {
    await withFault(fault, async (url) => {
      const ada = await newHolder({ urls: [url, chain.bundlers[0].url] })
      expect(await ada.send(PAYMENT[0]!)).toMatch(/^0x[\da-f]{64}$/)
      expect(await nonceOf(ada)).toBe(1n)
    })
  })

  it.each(away)(
    '%s without a successor: nothing is signed, and a sentence says so',
    async (fault) => {
      await withFault(fault, async (url) => {
        const ada = await newHolder({ urls: [url] })
        expect(await failureOf(ada.prepare('eth_sendTransaction', PAYMENT))).toBe('bundler')
        expect(await recordsOf(ada)).toEqual([])
      })
    },
  )

  it('One that never answers has a successor', async () => {
    await withFault('silence', async (url) => {
      const ada = await newHolder({ urls: [url, chain.bundlers[0].url] })
      expect(await ada.send(PAYMENT[0]!)).toMatch(/^0x/)
    })
  }, 60_000)
})

describe('A bundler that lies', () => {
  it('About gas: the operation is refused before anybody is asked', async () => {
    await withFault('gas-hundredfold', async (url) => {
      const ada = await newHolder({ urls: [url] })
      for (let tried = 0; tried < 3; tried += 1)
        expect(await failureOf(ada.prepare('eth_sendTransaction', PAYMENT))).toBe(
          'gas_beyond_bounds',
        )
      expect(await recordsOf(ada)).toEqual([])
    })
  })

  it.each(['foreign-receipt', 'false-success'] as const)(
    'By %s: an operation that is in no block is not shown as done',
    async (fault) => {
      const bundler = await startBundler({ rpcUrl: chain.url, key: 8 })
      for (let tried = 0; tried < 3; tried += 1) {
        const ada = await newHolder({ urls: [bundler.url] })
        bundler.fail()
        const prepared = await ada.prepare('wallet_sendCalls', ada.calls(PAYMENT))
        bundler.fail('swallow')
        await ada.run(prepared)
        bundler.fail(fault)
        const [record] = await recordsOf(ada)
        expect((await follow(ada.context, record!, Date.now() + 1_500)).state).toBe('sent')
        expect(await nonceOf(ada)).toBe(0n)
      }
      await bundler.close()
    },
  )

  it('By taking an operation and sending none: another one gets it, and it is carried out once', async () => {
    const bundler = await startBundler({ rpcUrl: chain.url, key: 9 })
    for (let tried = 0; tried < 3; tried += 1) {
      const ada = await newHolder({ urls: [bundler.url, chain.bundlers[1].url] })
      bundler.fail('swallow')
      const { id } = (await ada.run(await ada.prepare('wallet_sendCalls', ada.calls(PAYMENT)))) as {
        id: string
      }
      expect(id).toMatch(/^0x4337/)
      // Silent from now on: nobody knows whether it has the operation.
      bundler.fail('500')
      const [record] = await recordsOf(ada)
      const settled = await follow(ada.context, record!, Date.now() + 15_000)
      expect(settled.state).toBe('included')
      expect(await nonceOf(ada)).toBe(1n)
      bundler.fail()
    }
    await bundler.close()
  }, 90_000)
})

describe('A paymaster', () => {
  type Answer = Record<string, unknown>
  async function startPaymaster(answer: (operation: Answer, method: string) => Answer) {
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => (text += String(part)))
      request.on('end', () => {
        const { method, params } = JSON.parse(text) as { method: string; params: [Answer] }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: answer(params[0], method) }))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    return {
      url: `http://127.0.0.1:${port}`,
      close: () => new Promise<void>((done) => server.close(() => done())),
    }
  }
  const OTHER = accounts[5]!.address
  const good = { paymaster: OTHER, paymasterData: '0x', paymasterVerificationGasLimit: '0x186a0' }

  it.each<[string, (account: Holder) => Answer]>([
    ['other calls', () => ({ ...good, callData: '0x1234' })],
    ['another nonce', () => ({ ...good, nonce: '0x9' })],
    ['another account', () => ({ ...good, sender: OTHER })],
    ['another fee', () => ({ ...good, maxFeePerGas: '0xffffffff' })],
    ['nobody', () => ({ ...good, paymaster: zeroAddress })],
    ['the account itself', ({ account }) => ({ ...good, paymaster: account.address })],
    ['the EntryPoint', () => ({ ...good, paymaster: CONTRACTS.entryPoint })],
    ['gas without bounds', () => ({ ...good, paymasterPostOpGasLimit: '0xffffffff' })],
  ])('One that answers %s is refused, and nothing is signed', async (_, answer) => {
    const asked: { by?: Holder } = {}
    const paymaster = await startPaymaster(() => answer(asked.by!))
    const ada = await newHolder({ paymaster: paymaster.url })
    asked.by = ada
    expect(await failureOf(ada.prepare('eth_sendTransaction', PAYMENT))).toBe('paymaster_refused')
    expect(await recordsOf(ada)).toEqual([])
    await paymaster.close()
  })

  it('One that answers rightly pays, and an account without money makes a call', async () => {
    // It agrees to everything: `return ("", 0)`.
    const payer = accounts[6]!.address
    const code = (await chain.ask('eth_getCode', payer, 'latest')) as string
    await chain.ask('anvil_setCode', payer, '0x60405f5260605ff3')
    await chain.ask('eth_sendTransactionSync', {
      from: accounts[0]!.address,
      to: CONTRACTS.entryPoint,
      value: `0x${ETHER.toString(16)}`,
      data: encodeFunctionData({
        abi: parseAbi(['function depositTo(address account) payable']),
        args: [payer],
      }),
    })
    const paymaster = await startPaymaster(() => ({
      ...good,
      paymaster: payer,
      paymasterPostOpGasLimit: '0x2710',
    }))
    const ada = await newHolder({ paymaster: paymaster.url })
    await chain.fund(ada.account.address, 0n)
    const prepared = await ada.prepare('eth_sendTransaction', [{ to: TO, data: '0x12' }])
    expect(prepared.missing).toBeUndefined()
    expect(prepared.payer).toEqual({ name: `${new URL(paymaster.url).host} (${payer})` })
    expect(await ada.run(prepared)).toMatch(/^0x[\da-f]{64}$/)
    await chain.ask('anvil_setCode', payer, code)
    await paymaster.close()
  })

  const isLast = (method: string): boolean => method === 'pm_getPaymasterData'
  const fieldsOf = ({ raw }: { raw: string }): Answer => JSON.parse(raw) as Answer

  it('Limits that it calls final stay as they are, whatever a bundler estimates', async () => {
    const limits = { paymasterVerificationGasLimit: '0x186a1', paymasterPostOpGasLimit: '0x2711' }
    const paymaster = await startPaymaster(() => ({ ...good, ...limits, isFinal: true }))
    const ada = await newHolder({ paymaster: paymaster.url })
    expect(fieldsOf(await ada.prepare('eth_sendTransaction', PAYMENT))).toMatchObject(limits)
    await paymaster.close()
  })

  it('One that raises its gas in the end is bounded by the operator, and names no other payer', async () => {
    const most = { paymasterVerificationGasLimit: '0x7a120', paymasterPostOpGasLimit: '0x7a120' }
    const dear = await startPaymaster((_, method) => (isLast(method) ? { ...good, ...most } : good))
    const ada = await newHolder({ paymaster: dear.url, operationGas: 900_000 })
    expect(await failureOf(ada.prepare('eth_sendTransaction', PAYMENT))).toBe('gas_beyond_bounds')
    await dear.close()
    const other = accounts[4]!.address
    const two = await startPaymaster((_, method) =>
      isLast(method) ? { ...good, paymaster: other } : good,
    )
    const bob = await newHolder({ paymaster: two.url })
    expect(await failureOf(bob.prepare('eth_sendTransaction', PAYMENT))).toBe('paymaster_refused')
    await two.close()
  })

  it('One that goes away in the end pays nothing: the account does, and no bundler is blamed', async () => {
    const paymaster = await startPaymaster((_, method) =>
      isLast(method) ? (undefined as unknown as Answer) : good,
    )
    const ada = await newHolder({ paymaster: paymaster.url })
    const prepared = await ada.prepare('eth_sendTransaction', PAYMENT)
    expect(prepared.payer).toEqual({})
    expect(fieldsOf(prepared)['paymaster']).toBeUndefined()
    expect(await ada.run(prepared)).toMatch(/^0x/)
    await paymaster.close()
  })

  it('One that is away pays nothing, and the account does', async () => {
    const ada = await newHolder({ paymaster: 'http://127.0.0.1:9' })
    const prepared = await ada.prepare('eth_sendTransaction', PAYMENT)
    expect(prepared.payer).toEqual({})
    expect(await ada.run(prepared)).toMatch(/^0x/)
  })
})

describe('The nonce', () => {
  it('Two pages never sign two operations with one: the second sees that it is taken', async () => {
    const database = memoryDatabase()
    const [one, other] = [createRecords(database), createRecords(database)]
    const ada = await newHolder({ records: one })
    const tab = await createHolder(chain, seed, { records: other })
    const [first, second] = [
      await ada.prepare('wallet_sendCalls', ada.calls(PAYMENT)),
      await tab.prepare('wallet_sendCalls', tab.calls(PAYMENT)),
    ]
    expect(await second.isCurrent!()).toBe(true)
    await ada.run(first)
    expect(await second.isCurrent!()).toBe(false)
    expect(await nonceOf(ada)).toBe(1n)
  })

  it('An operation that waits is outbid with a warning, and one of the two is carried out', async () => {
    const bundler = await startBundler({ rpcUrl: chain.url, key: 10 })
    const ada = await newHolder({ urls: [bundler.url] })
    bundler.fail('swallow')
    const waits = await ada.prepare('wallet_sendCalls', ada.calls(PAYMENT))
    const { id } = (await ada.run(waits)) as { id: string }
    const [before] = await recordsOf(ada)
    bundler.fail()
    // The time in which the first could still be taken.
    const pause = ada.context.pause
    let later = 0
    Object.assign(ada.context, {
      now: () => Date.now() + later,
      pause: async () => ((later += 130_000), pause(1)),
    })
    const second = await ada.prepare('eth_sendTransaction', [{ to: TO, value: '0x2' }])
    expect(second.warning).toBe('approve.sameNumber')
    Object.assign(ada.context, { pause })
    expect(await ada.run(second)).toMatch(/^0x[\da-f]{64}$/)
    const list = await recordsOf(ada)
    expect(list).toHaveLength(2)
    const [first, winner] = list
    expect(winner!.operation.nonce).toBe(before!.operation.nonce)
    expect(winner!.operation.maxFeePerGas).toBeGreaterThan(before!.operation.maxFeePerGas)
    expect((await look(ada.context, first!)).state).toBe('replaced')
    expect(id).toMatch(/^0x4337/)
    expect(await nonceOf(ada)).toBe(1n)
    await bundler.close()
  }, 60_000)

  it('A fee that is raised beyond the bound is refused', async () => {
    const ada = await newHolder()
    const operation = { nonce: 0n, maxFeePerGas: 99_999n * 10n ** 9n, maxPriorityFeePerGas: 1n }
    await ada.records.put({
      hash: `0x${'12'.repeat(32)}`,
      network: SEPOLIA,
      operation: { sender: ada.account.address, ...operation } as OperationRecord['operation'],
      fromBlock: 0n,
      at: Date.now(),
      state: 'sent',
    })
    let later = 0
    Object.assign(ada.context, {
      now: () => Date.now() + later,
      pause: async () => void (later += 200_000),
    })
    expect(await failureOf(ada.prepare('eth_sendTransaction', PAYMENT))).toBe('gas_beyond_bounds')
  })
})

describe('An operation that was refused', () => {
  it('It is not sent again later, and its nonce is free', async () => {
    const ada = await newHolder()
    const prepared = await ada.prepare(
      'wallet_sendCalls',
      ada.calls([{ to: TO, value: `0x${(9n * ETHER).toString(16)}` }]),
    )
    // The money is gone between the approval and the sending.
    await chain.fund(ada.account.address, 0n)
    expect(await failureOf(ada.run(prepared))).toBe('bundler_refused')
    const [record] = await recordsOf(ada)
    expect(record!.state).toBe('refused')
    await chain.fund(ada.account.address)
    await follow(ada.context, record!, Date.now() + 3_000)
    expect(await nonceOf(ada)).toBe(0n)
    expect(isPending(record!)).toBe(false)
    expect(await ada.send(PAYMENT[0]!)).toMatch(/^0x/)
  })
})

it('An operation survives a reload: another page follows it by what is stored', async () => {
  const database = memoryDatabase()
  const bundler = await startBundler({ rpcUrl: chain.url, key: 11 })
  const ada = await newHolder({ records: createRecords(database), urls: [bundler.url] })
  bundler.fail('swallow')
  const built = await ada.prepare('wallet_sendCalls', ada.calls(PAYMENT))
  await ada.run(built)
  bundler.fail()
  const reloaded = await createHolder(chain, seed, {
    records: createRecords(database),
    urls: [chain.bundlers[1].url],
  })
  const [record] = await recordsOf(reloaded)
  expect(record!.state).toBe('sent')
  expect((await follow(reloaded.context, record!, Date.now() + 10_000)).state).toBe('included')
  await bundler.close()
}, 60_000)

it('An operation whose block a reorganisation takes waits again, and is carried out once', async () => {
  const ada = await newHolder()
  await ada.run(await ada.prepare('wallet_sendCalls', ada.calls(PAYMENT)))
  const [record] = await recordsOf(ada)
  const settled = await follow(ada.context, record!, Date.now() + 10_000)
  expect(settled.state).toBe('included')
  const receipt = await chain.ask('eth_getTransactionReceipt', settled.transactionHash)
  const newest = BigInt((await chain.ask('eth_blockNumber')) as string)
  const depth = newest - BigInt((receipt as { blockNumber: string }).blockNumber) + 1n
  await chain.ask('anvil_reorg', Number(depth), [])
  let later = 0
  Object.assign(ada.context, { now: () => Date.now() + later })
  expect(await nextNonce(ada.context)).toEqual({ nonce: 1n })
  later = 61_000
  const { nonce, waiting } = await nextNonce(ada.context)
  expect([nonce, waiting?.state]).toEqual([0n, 'sent'])
  // The local bundler says that it waits what it has sent once. The other one has never seen it.
  const urls = [chain.bundlers[1].url]
  const tab = await createHolder(chain, seed, { records: ada.records, urls })
  Object.assign(tab.context, { now: () => Date.now() + later })
  const again = await follow(tab.context, waiting!, Date.now() + later + 20_000)
  expect(again.state).toBe('included')
  expect(await nonceOf(ada)).toBe(1n)
}, 60_000)
