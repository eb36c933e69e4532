// The state of calls, asked for from other networks and by other persons.
import type { Address, Hex } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { createRecords } from '../src/page/smart/records.js'
import { toCallsId } from '../src/page/smart/callsId.js'
import { readSmart } from '../src/page/smart/reads.js'
import { FakeChain, fakeWorld, OWNER } from './fakeSmartChain.js'
import { memoryDatabase, SEPOLIA } from './smartSide.js'

const BASE = 'eip155:8453'
const OTHER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

afterEach(() => void vi.unstubAllGlobals())

/** Two networks by their urls, and a browser that remembers nothing. */
function visit(chains: Readonly<Record<string, FakeChain>>) {
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
  const records = createRecords(memoryDatabase())
  const networks = { 'sepolia.test': SEPOLIA, 'base.test': BASE }
  const config = {
    rpc: Object.fromEntries(Object.entries(networks).map(([host, id]) => [id, `http://${host}`])),
    smartAccounts: { [SEPOLIA]: { bundlers: [] }, [BASE]: { bundlers: [] } },
    operationGas: 10_000_000,
    operationFee: 10_000,
  } as unknown as Parameters<typeof readSmart>[0]['config']
  return (id: unknown, at: string, owner: string = OWNER) =>
    readSmart({
      ...{ config, at, owner, records: () => Promise.resolve(records) },
      method: 'wallet_getCallsStatus',
      params: [id],
    })
}

it('Calls are looked for on the network that they were sent on, whichever one is in use', async () => {
  const { chain, sign } = fakeWorld()
  const id = toCallsId(await sign(3n))
  const base = new FakeChain()
  base.nonce = 7n
  chain.nonce = 3n
  const ask = visit({ 'sepolia.test': chain, 'base.test': base })
  expect(await ask(id, BASE)).toMatchObject({ status: 100, chainId: '0xaa36a7', id })
  chain.include((await sign(3n)).hash, 3n)
  expect(await ask(id, BASE)).toMatchObject({ status: 200, chainId: '0xaa36a7' })
  expect(base.asked).toEqual([])
})

it('The calls of another person are unknown (5730), and nobody is asked', async () => {
  const { chain, sign } = fakeWorld()
  const id = toCallsId(await sign(0n))
  const ask = visit({ 'sepolia.test': chain })
  await expect(ask(id, SEPOLIA, OTHER)).rejects.toMatchObject({ details: { code: 5730 } })
  expect(chain.asked).toEqual([])
})

it('Ids of a network without smart accounts, and broken ones, are unknown (5730)', async () => {
  const { chain, sign } = fakeWorld()
  const record = await sign(0n)
  const ask = visit({ 'sepolia.test': chain })
  const strange: Hex[] = [toCallsId({ ...record, network: 'eip155:1' }), '0x4337', '0x4337ab']
  for (const id of strange)
    await expect(ask(id, SEPOLIA), id).rejects.toMatchObject({ details: { code: 5730 } })
})
