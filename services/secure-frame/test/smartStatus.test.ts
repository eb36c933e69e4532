// The state of calls, asked for from other networks and by other persons.
import type { FrameAccountType } from '@latchkey/embedded-wallet/protocol'
import type { Address, Hex } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { createRecords, type Records } from '../src/page/smart/records.js'
import { readCallsId, toCallsId } from '../src/page/smart/callsId.js'
import { readCallsStatus } from '../src/page/smart/status.js'
import { readCalls } from '../src/page/rpc/evmRequests.js'
import type { Reading } from '../src/page/rpc/prepared.js'
import { readSmart } from '../src/page/smart/reads.js'
import { FakeChain, fakeWorld, OWNER } from './fakeSmartChain.js'
import { memoryDatabase, SEPOLIA } from './smartSide.js'

const BASE = 'eip155:8453'
const OTHER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

afterEach(() => void vi.unstubAllGlobals())

/** Two networks by their urls, and a browser that remembers nothing. */
function visit(
  chains: Readonly<Record<string, FakeChain>>,
  records: Records = createRecords(memoryDatabase()),
) {
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const { method, params, id } = JSON.parse(String(init?.body)) as {
      method: string
      params: unknown[]
      id: number
    }
    const chain = chains[new URL(url instanceof Request ? url.url : url).hostname]
    const result = await chain!.answer(method, params)
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  const networks = { 'sepolia.test': SEPOLIA, 'base.test': BASE }
  const config = {
    rpc: Object.fromEntries(Object.entries(networks).map(([host, id]) => [id, `http://${host}`])),
    smartAccounts: { [SEPOLIA]: { bundlers: [] }, [BASE]: { bundlers: [] } },
    operationGas: 10_000_000,
    operationFee: 10_000,
  } as unknown as Parameters<typeof readSmart>[0]['config']
  return (id: unknown, type: FrameAccountType = 'smartAccount', owner: string = OWNER) =>
    readSmart({
      ...{ config, type, owner, records: () => Promise.resolve(records) },
      ...{ origin: 'https://shop.example', method: 'wallet_getCallsStatus', params: [id] },
    })
}

it('Calls are looked for on the network that they were sent on, whichever account is in use', async () => {
  const { chain, sign, records } = fakeWorld()
  const id = toCallsId(await sign(3n))
  const base = new FakeChain()
  base.nonce = 7n
  chain.nonce = 3n
  const ask = visit({ 'sepolia.test': chain, 'base.test': base }, records)
  expect(await ask(id)).toMatchObject({ status: 100, chainId: '0xaa36a7', id })
  chain.include((await sign(3n)).hash, 3n)
  expect(await ask(id, 'eoa')).toMatchObject({ status: 200, chainId: '0xaa36a7' })
  expect(base.asked).toEqual([])
})

it('The calls of another person are unknown (5730), and nobody is asked', async () => {
  const { chain, sign } = fakeWorld()
  const id = toCallsId(await sign(0n))
  const ask = visit({ 'sepolia.test': chain })
  await expect(ask(id, 'smartAccount', OTHER)).rejects.toMatchObject({ details: { code: 5730 } })
  expect(chain.asked).toEqual([])
})

it('Ids of a network without smart accounts, and broken ones, are unknown (5730)', async () => {
  const { chain, sign } = fakeWorld()
  const record = await sign(0n)
  const ask = visit({ 'sepolia.test': chain })
  const strange: Hex[] = [toCallsId({ ...record, network: 'eip155:1' }), '0x4337', '0x4337ab']
  for (const id of strange)
    await expect(ask(id), id).rejects.toMatchObject({ details: { code: 5730 } })
})

it('Calls that neither this browser, a bundler nor the chain knows are unknown (5730)', async () => {
  const { context, sign, bundler, chain } = fakeWorld()
  const id = toCallsId(await sign(0n))
  const elsewhere = { ...context, records: createRecords(memoryDatabase()) }
  const ask = () => readCallsStatus(elsewhere, id, readCallsId(id)!)
  await expect(ask()).rejects.toMatchObject({ details: { code: 5730 } })
  // A bundler that is away may have them.
  bundler.found = { receipts: [], isPending: false, unanswered: 1 }
  expect(await ask()).toMatchObject({ status: 100 })
  bundler.found = { receipts: [], isPending: true, unanswered: 0 }
  expect(await ask()).toMatchObject({ status: 100 })
  chain.include(readCallsId(id)!.hash, 0n)
  expect(await ask()).toMatchObject({ status: 200 })
})

it('Calls are done (200) with their receipt, and not before it is there', async () => {
  const { context, sign, chain } = fakeWorld()
  const record = await sign(0n)
  const id = toCallsId(record)
  const ask = () => readCallsStatus(context, id, readCallsId(id)!)
  chain.include(record.hash, 0n)
  chain.hasReceipts = false
  expect(await ask()).toMatchObject({ status: 100, receipts: [] })
  chain.hasReceipts = true
  expect(await ask()).toMatchObject({ status: 200, receipts: [{ status: '0x1' }] })
})

it('Calls for a network without a number are for another one (5710)', () => {
  const { context } = fakeWorld()
  const { account, network } = { account: context.account.address, network: { reference: '1' } }
  const reading = { account, network } as Reading
  for (const chainId of ['0x', '0x2', 'one', 1, undefined])
    expect(() => readCalls(reading, { chainId, calls: [{ to: OTHER }] })).toThrow(
      expect.objectContaining({ details: { code: 5710 } }),
    )
  expect(readCalls(reading, { chainId: '0x1', calls: [{ to: OTHER }] })).toHaveLength(1)
})
