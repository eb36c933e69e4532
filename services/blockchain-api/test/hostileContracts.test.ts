// Contracts that burn gas, hang or shout, in a time that the test moves on.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Contract, createFakeChain, token, collectible } from './fakeNode.js'
import { ALICE, CHAIN, NFT, chain, fill, startTestApi, transfer } from './harness.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const addressAt = (at: number): string => `0x${(0x1000 + at).toString(16).padStart(40, '0')}`
const well = token('Dollar', 'USD', 6n, 1_000_000n)
const burning: Contract = () => {
  throw new Error('out of gas: all gas')
}

/** So many tokens, of which some are hostile; the account was seen with all of them. */
const setup = async (count: number, hostile: Readonly<Record<number, Contract>>) => {
  const contracts = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [addressAt(at), hostile[at] ?? well]),
  )
  const { state, respond } = createFakeChain(contracts)
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    const answer = respond(String(init.body))
    const late = new Promise<never>((_done, fail) => {
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason))
    })
    return new Response(await Promise.race([answer, late]))
  })
  const api = await startTestApi({ chains: [chain('http://node.test')] })
  await fill(api.store, count, (block) => transfer({ token: addressAt(block - 1) }))
  const balance = async () => {
    const asking = api.get(`/v1/account/${ALICE}/balance?chainId=${CHAIN}`)
    await vi.advanceTimersByTimeAsync(5000)
    const { status, body } = await asking
    return { status, symbols: body.balances?.length, missing: body.missing }
  }
  const resting = async () => (await api.get('/health')).body.resting
  return { state, api, balance, resting }
}
/** The node hangs on every call that asks that contract, alone or among others. */
const hangOn = (state: Awaited<ReturnType<typeof setup>>['state'], ...addresses: string[]) => {
  state.answer = (method, params) =>
    method === 'eth_call' &&
    addresses.some((address) => JSON.stringify(params).includes(address.slice(2)))
      ? new Promise(() => {})
      : undefined
}

it('Contracts that burn all gas are left out alone, and are not in the next batch', async () => {
  const burners = Object.fromEntries([3, 50, 51, 120, 199].map((at) => [at, burning]))
  const { state, balance, resting } = await setup(200, burners)
  expect(await balance()).toEqual({ status: 200, symbols: 196, missing: [] })
  state.batches.length = 0
  state.alone.length = 0
  expect(await balance()).toEqual({ status: 200, symbols: 196, missing: [] })
  expect([state.batches, state.alone]).toEqual([[195], []])
  expect(await resting()).toEqual([])
})

it('A contract on which the node hangs costs no other token for long, and rests no source', async () => {
  const { state, balance, resting } = await setup(100, {})
  hangOn(state, addressAt(7))
  const answers = []
  for (let at = 0; at < 8; at += 1) answers.push(await balance())
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  // The native coin and all tokens but the one, from the second answer on.
  expect(answers.slice(1).map(({ symbols }) => symbols)).toEqual(Array(7).fill(100))
  expect(answers.at(-1)?.missing).toEqual([CHAIN])
  expect(await resting()).toEqual([])
  state.answer = undefined
  vi.setSystemTime(Date.now() + 60_001)
  expect(await balance()).toEqual({ status: 200, symbols: 101, missing: [] })
})

it('Tokens that time out after the native balance was read do not count as a failure of the source', async () => {
  const { state, balance, resting } = await setup(20, {})
  state.answer = (method) => (method === 'eth_call' ? new Promise(() => {}) : undefined)
  for (let at = 0; at < 6; at += 1)
    expect(await balance()).toEqual({ status: 200, symbols: 1, missing: [CHAIN] })
  expect(await resting()).toEqual([])
})

it('A node that answers no call and no balance is a failure of the source', async () => {
  const { state, balance, resting } = await setup(5, {})
  state.answer = () => new Promise(() => {})
  for (let at = 0; at < 5; at += 1) expect((await balance()).status).toBe(503)
  expect(await resting()).toEqual([`rpc ${CHAIN}`])
})

it('Collections that hang are left out of a page of NFTs, and rest no source', async () => {
  const { state, api, resting } = await setup(1, {})
  const bad = addressAt(9)
  state.contracts[NFT.toLowerCase()] = collectible('Things', ALICE, '')
  hangOn(state, bad)
  await fill(api.store, 2, (block) =>
    transfer({ standard: 'erc721', token: block === 2 ? NFT : bad, tokenId: '7', amount: '1' }),
  )
  for (let at = 0; at < 6; at += 1) {
    const asking = api.get(`/v1/account/${ALICE}/nfts?chainId=${CHAIN}`)
    await vi.advanceTimersByTimeAsync(8000)
    const { status, body } = await asking
    expect([status, body.data.length]).toEqual([200, 1])
  }
  expect(await resting()).toEqual([])
})

it('NFTs stay listed as they were stored where the node answers no call', async () => {
  const { state, api } = await setup(1, {})
  await fill(api.store, 60, (block) =>
    transfer({ standard: 'erc721', token: NFT, tokenId: String(block), amount: '1' }),
  )
  state.answer = (method) => {
    if (method === 'eth_call') throw new Error('limit exceeded')
    return undefined
  }
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await api.get(`/v1/account/${ALICE}/nfts?chainId=${CHAIN}${cursor}`)
    ids.push(...body.data.map(({ tokenId }: { tokenId: string }) => tokenId))
    if (body.next === null) break
    cursor = `&cursor=${body.next}`
  }
  expect(new Set(ids).size).toBe(60)
  expect(ids).toHaveLength(60)
})

it('A chain without Multicall3 is asked for each token', async () => {
  const { state, balance } = await setup(30, {})
  state.answer = (method, params) =>
    method === 'eth_call' &&
    /"to":"0xca11bde05977b3631167028862be2a173976ca11"/i.test(JSON.stringify(params))
      ? '0x'
      : undefined
  expect(await balance()).toEqual({ status: 200, symbols: 31, missing: [] })
})
