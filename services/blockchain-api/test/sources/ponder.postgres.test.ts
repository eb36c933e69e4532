import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPonder } from '../../src/sources/ponderDatabase.js'
import { ponder } from '../../src/sources/ponder.js'
import { type Source } from '../../src/sources/source.js'
import { createChains } from '../../src/chains.js'
import { collectible, startFakeNode } from '../fakeNode.js'
import { startTestApi } from '../harness.js'
import { blockHashOf, happen, PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, CHAIN_ID, chainAt, makeStoredSource } from './fakeContext.js'
import { describeHistory, STEPS } from './historySuite.js'
import { openTables, rowsOf, SCHEMA } from './ponderRows.js'

const ID = Number(CHAIN_ID)
const HEAD = 2000
const NFT = TOKENS.erc721.address.toLowerCase()
const { alice } = PEOPLE

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

/** A node whose newest block is the last one of the tables. */
async function startNode() {
  const node = await startFakeNode({ [NFT]: collectible('Shop Tickets', alice, '') })
  const blocks = { top: HEAD, hashOf: blockHashOf, at: () => Date.now() }
  node.state.answer = (method, [number]) => {
    if (method !== 'eth_getBlockByNumber') return undefined
    if (Number(number) > blocks.top) return null
    const timestamp = `0x${Math.floor(blocks.at() / 1000).toString(16)}`
    return { hash: blocks.hashOf(Number(number)), timestamp }
  }
  return { ...node, blocks }
}

/** Tables and a node that agree, with what {@link STEPS} left. */
async function setup() {
  const happened = happen(STEPS)
  const [databaseUrl, node] = [await server.create(), await startNode()]
  const tables = await openTables(databaseUrl, ID)
  await tables.addTransfers(rowsOf(happened, ID))
  await tables.setHead(HEAD)
  const options = { databaseUrl, schema: SCHEMA, chains: [CHAIN] }
  const tokens = Object.values(TOKENS)
  const chain = { ...chainAt(node.url), tokens }
  const close = async () => {
    await tables.close()
    await node.close()
  }
  return { happened, databaseUrl, node, tables, options, chain, close }
}

/** A service in front of them. */
async function serve(others: readonly Source[] = []) {
  const { options, chain, ...parts } = await setup()
  const { get, app } = await startTestApi({
    chains: [chain],
    sources: [ponder(options), () => others],
  })
  const history = () => get(`/v1/account/${alice}/history`)
  const copies = async () => (await get('/health')).body.copies
  const close = async () => {
    await app.close()
    await parts.close()
  }
  return { ...parts, get, history, copies, close }
}

describeHistory('Ponder, whose tables are filled by hand', {
  tells: { native: false, failed: false, erc1155: true, fees: false, balances: false },
  async realise() {
    const { happened, options, chain, close } = await setup()
    const source = await makeStoredSource(ponder(options), chain)
    const closeAll = async () => {
      await source.close?.()
      await close()
    }
    return { source, chain: CHAIN, accounts: PEOPLE, tokens: TOKENS, happened, close: closeAll }
  },
})

it('A service whose tables are as the chain is says so, and pages end where the list ends', async () => {
  const { history, copies, close } = await serve()
  const { status, body } = await history()
  expect(status).toBe(200)
  expect(body.data.length).toBeGreaterThan(5)
  expect(body.next).toBeNull()
  expect(await copies()).toMatchObject([
    { source: 'ponder-shop-v1', chain: CHAIN, state: 'ok', top: HEAD },
  ])
  await close()
})

it.each([
  [
    'The node has another block there',
    'other_chain',
    ({ node }) => (node.blocks.hashOf = (number) => blockHashOf(number + 5000)),
  ],
  ['The node does not have the last block', 'behind', ({ node }) => (node.blocks.top = HEAD - 1)],
  [
    'The node has had a next block for more than a minute',
    'lagging',
    ({ node }) => Object.assign(node.blocks, { top: HEAD + 1, at: () => Date.now() - 61_000 }),
  ],
  ['There is no block in the tables yet', 'lagging', ({ tables }) => tables.dropHead()],
  ['The node does not answer', 'away', ({ node }) => (node.state.isDown = true)],
] satisfies [string, string, (parts: Awaited<ReturnType<typeof serve>>) => unknown][])(
  '%s: history and NFTs answer 503, and /health says "%s"',
  async (_, state, spoil) => {
    const parts = await serve()
    await spoil(parts)
    expect((await parts.history()).status).toBe(503)
    expect((await parts.get(`/v1/account/${alice}/nfts`)).status).toBe(503)
    expect(await parts.copies()).toMatchObject([{ state }])
    await parts.close()
  },
)

it('The next source is asked while the tables are not as the chain is', async () => {
  const other: Source = { id: 'other', chains: [CHAIN], history: async () => ({ items: [] }) }
  const { history, tables, close } = await serve([other])
  await tables.setHead(HEAD, blockHashOf(1))
  expect(await history()).toMatchObject({ status: 200, body: { data: [] } })
  await close()
})

it('A request waits while a reorganisation is worked in, and answers then', async () => {
  const { history, tables, node, close } = await serve()
  node.blocks.hashOf = (number) => blockHashOf(number === HEAD ? 1 : number)
  const answer = history()
  await pause(600)
  await tables.setHead(HEAD, blockHashOf(1))
  expect((await answer).status).toBe(200)
  await close()
})

it('A block that is a few seconds old may be missing', async () => {
  const { history, copies, node, close } = await serve()
  Object.assign(node.blocks, { top: HEAD + 1, at: () => Date.now() - 30_000 })
  expect((await history()).status).toBe(200)
  expect(await copies()).toMatchObject([{ state: 'ok' }])
  await close()
})

it('A chain that was lost is answered again once the tables are as the node is', async () => {
  const { history, copies, tables, close } = await serve()
  await tables.setHead(HEAD, blockHashOf(1))
  expect((await history()).status).toBe(503)
  await tables.setHead(HEAD)
  await expect.poll(copies).toMatchObject([{ state: 'ok' }])
  expect((await history()).status).toBe(200)
  await close()
})

it('Requests of two seconds share one look at the node', async () => {
  const { history, copies, node, close } = await serve()
  await history()
  const { calls } = node.state
  await Promise.all([history(), history(), copies()])
  expect(node.state.calls).toBe(calls)
  await close()
})

it('NFTs come from the tables, as far as their contracts confirm them', async () => {
  const { get, tables, close } = await serve()
  const holding = { token: NFT, standard: 'erc721' as const, amount: '1' }
  for (const id of ['9', '10', '7'])
    await tables.addHolding({ ...holding, token_id: id, account: alice.toLowerCase() })
  // The contract of this test says that Alice has every one.
  await tables.addHolding({ ...holding, token_id: '8', account: PEOPLE.bob.toLowerCase() })
  const { body } = await get(`/v1/account/${alice}/nfts`)
  expect(body.data).toMatchObject(
    ['7', '9', '10'].map((tokenId) => ({ tokenId, collection: 'Shop Tickets', amount: '1' })),
  )
  expect((await get(`/v1/account/${PEOPLE.bob}/nfts`)).body.data).toEqual([])
  await close()
})

it('Of a transaction with many movements fifty are told, and how many more there are', async () => {
  const { history, tables, happened, close } = await serve()
  const [row] = rowsOf(happened, ID)
  const many = Array.from({ length: 60 }, (_, position) => ({
    ...row!,
    ...{ block: HEAD, position, hash: `0x${'f'.repeat(64)}` },
  }))
  await tables.addTransfers(many)
  const { body } = await history()
  expect(body.data[0]).toMatchObject({ more: 10 })
  expect(body.data[0].transfers).toHaveLength(50)
  await close()
})

it('The connection can read and not write, and a query ends after two seconds', async () => {
  const { databaseUrl, close } = await setup()
  const { ask, close: closeDatabase } = openPonder(databaseUrl, SCHEMA)
  const { signal } = new AbortController()
  await expect(ask((db) => db.deleteFrom('head').execute(), signal)).rejects.toThrow('read-only')
  await expect(
    ask((db) => db.selectNoFrom((eb) => eb.fn('pg_sleep', [eb.lit(4)]).as('n')).execute(), signal),
  ).rejects.toThrow('statement timeout')
  await closeDatabase()
  await close()
})

it.each([
  ['a schema that is more than a name', { schema: 'shop"; drop table head; --' }, 'letters'],
  ['a database of another kind', { databaseUrl: 'mysql://127.0.0.1/shop' }, 'postgres://'],
  ['a chain that is not configured', { chains: ['eip155:5'] }, 'not configured'],
  ['a chain of another family', { chains: ['solana:1'] }, 'eip155'],
])('The service does not start with %s', (_, wrong, message) => {
  const chains = createChains([chainAt('http://127.0.0.1:1')])
  const options = { databaseUrl: 'postgres://127.0.0.1/shop', schema: 'shop', chains: [CHAIN] }
  const make = () => ponder({ ...options, ...wrong })({ chains } as never)
  expect(make).toThrow(message)
})

it('A database that is away fails no start: /health says so, and history is 503', async () => {
  const chain = chainAt('http://127.0.0.1:1')
  const options = { databaseUrl: 'postgres://127.0.0.1:1/shop', schema: 'shop', chains: [CHAIN] }
  const { get } = await startTestApi({ chains: [chain], sources: [ponder(options)] })
  expect((await get('/health')).body.copies).toMatchObject([{ state: 'away' }])
  expect((await get(`/v1/account/${alice}/history`)).status).toBe(503)
})

it('The project is pinned to Ponder 0.16.10', async () => {
  const file = new URL('../../engines/ponder/package.json', import.meta.url)
  const { dependencies } = JSON.parse(await readFile(file, 'utf8'))
  expect(dependencies.ponder).toBe('0.16.10')
})
