// The limits that the README names of the project in `engines/ponder`, on a real Ponder. It is run by
// `pnpm indexers ponder`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Localnet,
  type Ponder,
  type Postgres,
  reorg,
  request,
  startLocalnet,
  startPonder,
  startPostgres,
} from '@latchkey-tools/localnet'
import { pad, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BATCH, SINGLE } from '../../src/follow/transfers.js'
import { ponder } from '../../src/sources/ponder.js'
import { CHAIN, chain as chainAt, startTestApi } from '../harness.js'
import { PEOPLE } from './fakeChain.js'
import { makeStoredSource } from './fakeContext.js'
import { describeHistory, type Step } from './historySuite.js'
import { happenAt, LOCAL_TOKENS } from './localChain.js'

const SCHEMA = 'shop_v1'
/** Ponder starts and catches up in seconds; on a busy machine in more of them. */
const PATIENCE_MS = 50_000
const folder = process.env['LATCHKEY_ENGINE'] ?? ''
const { alice, bob } = PEOPLE

/** A chain, a database and Ponder between them. */
async function startAll() {
  if (!folder) throw new Error('Run this test by: npx pnpm@12.21.0 indexers ponder')
  const [localnet, postgres] = [await startLocalnet(), await startPostgres()]
  const databaseUrl = await postgres.create()
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_SCHEMA: SCHEMA,
    PONDER_RPC_URL_31337: localnet.url,
    PONDER_POLL_MS: '200',
  }
  const engine = startPonder({ folder, env })
  const options = { databaseUrl, schema: SCHEMA, chains: [CHAIN] }
  const close = () => closeAll(engine, localnet, postgres)
  return { localnet, url: localnet.url, env, engine, options, close }
}
type All = Awaited<ReturnType<typeof startAll>>

const closeAll = async (engine: Ponder, localnet: Localnet, postgres: Postgres) => {
  await engine.close()
  await localnet.close()
  await postgres.stop()
}

const headOf = async (url: string) => Number(await request(url, 'eth_blockNumber'))

/** A service in front of Ponder. */
async function serve({ url, options }: All) {
  const { get, app } = await startTestApi({ chains: [chainAt(url)], sources: [ponder(options)] })
  const copy = async () => (await get('/health')).body.copies[0]
  return {
    get,
    copy,
    history: (account: string) => get(`/v1/account/${account}/history`),
    /** Waits until Ponder has all of the chain. */
    async caughtUp() {
      const top = await headOf(url)
      const isThere = async () => expect(await copy()).toMatchObject({ state: 'ok', top })
      await vi.waitFor(isThere, { timeout: PATIENCE_MS, interval: 250 })
    },
    close: () => app.close(),
  }
}

const mint = (tokenId: bigint): Step => ({
  ...{ from: 'alice', to: 'alice', kind: 'erc721', mint: true, tokenId },
})
const pay: Step = { from: 'alice', to: 'bob', kind: 'native', amount: 5n }

describeHistory('a real Ponder', {
  tells: { native: false, failed: false, erc1155: true, fees: false, balances: false },
  async realise(steps) {
    const all = await startAll()
    const happened = await happenAt(all.url, steps)
    const api = await serve(all)
    await api.caughtUp()
    await api.close()
    const source = await makeStoredSource(ponder(all.options), chainAt(all.url))
    const close = async () => {
      await source.close?.()
      await all.close()
    }
    return { source, chain: CHAIN, accounts: PEOPLE, tokens: LOCAL_TOKENS, happened, close }
  },
})

describe('the limits of Ponder', () => {
  let all: All
  let api: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    all = await startAll()
    api = await serve(all)
    await api.caughtUp()
  })
  afterAll(async () => {
    await api?.close()
    await all?.close()
  })
  const hashesOf = async (account: string): Promise<string[]> => {
    const { status, body } = await api.history(account)
    expect(status).toBe(200)
    return body.data.map(({ metadata }: { metadata: { hash: string } }) => metadata.hash)
  }

  it('Payments of the native coin are not in its history, and tokens are', async () => {
    const [paid, minted] = await happenAt(all.url, [pay, mint(1n)])
    await api.caughtUp()
    expect(await hashesOf(alice)).toEqual([minted!.hash])
    expect(await hashesOf(bob)).toEqual([])
    expect(paid!.hash).not.toBe(minted!.hash)
  })

  it('NFTs are those that the account has now', async () => {
    await happenAt(all.url, [
      mint(2n),
      { from: 'alice', to: 'bob', kind: 'erc721', tokenId: 2n },
      { from: 'alice', to: 'alice', kind: 'erc1155', tokenId: 4n, amount: 9n, mint: true },
      { from: 'alice', to: 'bob', kind: 'erc1155', tokenId: 4n, amount: 2n },
    ])
    await api.caughtUp()
    const nftsOf = async (account: string) =>
      (await api.get(`/v1/account/${account}/nfts`)).body.data.map(
        ({ tokenId, amount }: { tokenId: string; amount: string }) => `${tokenId} ${amount}`,
      )
    expect((await nftsOf(alice)).sort()).toEqual(['1 1', '4 7'])
    expect((await nftsOf(bob)).sort()).toEqual(['2 1', '4 2'])
  })

  it('A contract that tells nonsense does not stop it', async () => {
    const echo = '0x00000000000000000000000000000000000ec401'
    // Logs what it is called with: four topics, then data.
    const code = '0x608036036080600037606035604035602035600035608036036000a400'
    await request(all.url, 'anvil_setCode', [echo, code])
    const words = (...parts: (bigint | string)[]) =>
      parts.map((part) => pad(typeof part === 'bigint' ? toHex(part) : (part as '0x'))).join('')
    const log = (event: string, ...data: bigint[]) =>
      request(all.url, 'eth_sendTransactionSync', [
        {
          from: alice,
          to: echo,
          gas: toHex(500_000),
          data: `0x${words(event, alice, zeroAddress, bob, ...data).replaceAll('0x', '')}`,
        },
      ])
    // More of one item than a number of 78 digits could hold, in all.
    for (let times = 0; times < 10; times += 1) await log(SINGLE, 1n, 2n ** 256n - 1n)
    await log(SINGLE, 1n)
    // Two ids with one amount, and lists that begin nowhere.
    await log(BATCH, 64n, 160n, 2n, 1n, 2n, 1n, 5n)
    await log(BATCH, 2n ** 255n, 2n ** 255n)
    const [minted] = await happenAt(all.url, [mint(3n)])
    await api.caughtUp()
    expect((await hashesOf(alice))[0]).toBe(minted!.hash)
    expect(await hashesOf(bob)).toHaveLength(12)
  })

  it('An account cannot be added for its native payments: that wants a new schema', async () => {
    const file = join(folder, 'ponder.config.ts')
    const text = await readFile(file, 'utf8')
    const accounts = `accounts: { Shop: { chain: 'eip155_31337', address: '${alice}', startBlock: 0 } },`
    await writeFile(file, text.replace('  blocks:', `  ${accounts}\n  blocks:`))
    const changed = startPonder({ folder, env: all.env })
    try {
      await expect.poll(() => changed.exitCode()).toBe(1)
      expect(changed.output()).toContain('previously used by a different Ponder app')
    } finally {
      await writeFile(file, text)
      await changed.close()
    }
    const [paid] = await happenAt(all.url, [pay])
    await api.caughtUp()
    expect(await hashesOf(alice)).not.toContain(paid!.hash)
  })

  it('A reorganisation of five blocks is followed', async () => {
    await request(all.url, 'anvil_mine', [toHex(40)])
    await api.caughtUp()
    const [gone] = await happenAt(all.url, [mint(50n), mint(51n), mint(52n), mint(53n), mint(54n)])
    await api.caughtUp()
    expect(await hashesOf(alice)).toContain(gone!.hash)
    await reorg(all.url, 5)
    const [kept] = await happenAt(all.url, [mint(60n)])
    await api.caughtUp()
    const hashes = await hashesOf(alice)
    expect(hashes[0]).toBe(kept!.hash)
    expect(hashes).not.toContain(gone!.hash)
  })

  it('A reorganisation of 64 blocks stops it: /health sees it, and no old row is told', async () => {
    const steps = Array.from({ length: 64 }, (_, at) => mint(100n + BigInt(at)))
    await happenAt(all.url, steps)
    await api.caughtUp()
    expect((await api.history(alice)).status).toBe(200)
    await reorg(all.url, 64)
    await expect.poll(api.copy).toMatchObject({ state: 'other_chain' })
    expect((await api.history(alice)).status).toBe(503)
    // Ponder itself goes on for ten minutes, with the old rows in its tables.
    await expect.poll(() => all.engine.output()).toContain('unrecoverable')
    expect(all.engine.exitCode()).toBeNull()
    for (let times = 0; times < 3; times += 1) {
      await request(all.url, 'anvil_mine', ['0x1'])
      expect((await api.history(alice)).status).toBe(503)
      expect(await api.copy()).toMatchObject({ state: 'other_chain' })
    }
  })
})
