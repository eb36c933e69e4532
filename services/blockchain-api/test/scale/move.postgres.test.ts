import { type Postgres, spawnKept, startPostgres } from '@latchkey-tools/localnet'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Follower } from '../../src/follow/follower.js'
import { openSqlite } from '../../src/store/engine/sqlite.js'
import { openPostgres } from '../../src/store/engine/postgres.js'
import { moveStore } from '../../src/move/moveStore.js'
import { openStore } from '../../src/store/openStore.js'
import { buildProgram } from '../follow/buildChild.js'
import { FakeChain, ME, startFakeNode } from '../follow/fakeNode.js'
import { stepUntil } from '../follow/steps.js'
import { CHAIN, fillStore, person } from './fill.js'

const TRANSFERS = 100_000
let server: Postgres
let folder: string
beforeAll(async () => {
  server = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-move-'))
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

it(`${TRANSFERS} transfers are moved over two kills, counted and hashed`, async () => {
  const file = join(folder, 'large.db')
  await fillStore({ file }, TRANSFERS)
  const url = await server.create()
  const program = await buildProgram({
    child: fileURLToPath(new URL('./moveChild.ts', import.meta.url)),
  })
  const start = () =>
    spawnKept(process.execPath, [program, '--from', file, '--to', url], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const entriesOf = (text: string) => Number(/entry: (\d+)\n$/.exec(text)?.[1] ?? 0)
  let before = 0
  for (let kill = 0; kill < 2; kill += 1) {
    const child = start()
    let told = ''
    for await (const part of child.stderr!) {
      told += String(part)
      if (entriesOf(told) > before + 10_000) break
    }
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    expect(await gone).toEqual([null, 'SIGKILL'])
    // The second run goes on where the first was.
    if (kill === 1) expect(Number(/entry: (\d+)/.exec(told)?.[1])).toBeGreaterThan(before)
    before = entriesOf(told)
  }
  const last = start()
  let said = ''
  last.stdout!.on('data', (part) => (said += String(part)))
  expect(await once(last, 'exit')).toEqual([0, null])
  expect(said).toMatch(/^Both sides are the same\.\n/)
  expect(said).toMatch(new RegExp(`entry: ${TRANSFERS} rows, [0-9a-f]{64}\n`))
  const [from, to] = [await openStore({ file }), await openStore({ url })]
  for (const at of [0, 1, 999]) {
    const query = { account: `${CHAIN}:${person(at)}`, chain: CHAIN, limit: 200 }
    const page = await to.history.page(query)
    expect(page.length).toBeGreaterThan(50)
    expect(page).toEqual(await from.history.page(query))
  }
  await from.close()
  await to.close()
  await rm(dirname(program), { recursive: true })
})

const eventOf = (id: string, at: number) => ({
  ...{ id, project: 'p', sdkType: 'js', sdkVersion: '1', at, body: '{"a":1}' },
  ...{ name: 'MODAL_OPEN', step: 'opened' as const },
})

/** A small store with a row in each table. */
const furnish = async (file: string) => {
  const store = await openStore({ file })
  const now = Date.now()
  await store.tokens.put([
    {
      ...{ chain: CHAIN, address: person(1), standard: 'erc20' as const, name: 'Ü\u{1f600}' },
      ...{ symbol: 'TST', decimals: 18, spam: false },
    },
  ])
  await store.events.add(['e', 'old'].map((id) => eventOf(id, id === 'e' ? now : 1)))
  await store.events.fold(2)
  await store.sessions.put(
    {
      ...{ address: `${CHAIN}:${person(1)}`, pci: 'a', permissions: [], expiry: 2e9 },
      ...{ signature: '0x01', issuedAt: 1, createdAt: 1 },
    },
    { limit: 10, now: 1 },
  )
  for (const pci of ['B', 'ä', 'Z', '_'])
    await store.sessions.put(
      {
        ...{ address: `${CHAIN}:${person(1)}`, pci, permissions: [], expiry: 2e9 },
        ...{ signature: '0x01', issuedAt: 1, createdAt: 1 },
      },
      { limit: 10, now: 1 },
    )
  await store.orders.add({
    ...{ id: 'o', project: '', provider: 'sandbox', chain: CHAIN, address: person(1) },
    ...{ status: 'created', expires: 2e12, createdAt: 1, updatedAt: 1 },
  })
  await store.names.register(
    {
      ...{ zone: 'shop.eth', label: 'alice', key: 'alice', address: person(1), coinType: 2 ** 31 },
      ...{ byKey: true, attributes: { url: 'https://ü.example' }, signedAt: 1, createdAt: 1 },
    },
    { perAddress: 1, restedBefore: 0 },
  )
  return store
}

it('A follower goes on in PostgreSQL where it was in the file, and events are numbered on', async () => {
  const file = join(folder, 'small.db')
  const chain = new FakeChain(40)
  const node = await startFakeNode(chain)
  const options = { chain: CHAIN, urls: [node.url], everything: true, pollMs: 1 }
  const store = await furnish(file)
  const before = new Follower(store, options)
  await stepUntil(before, ({ top }) => top === 40, 50)
  await before.close()
  await store.close()

  const url = await server.create()
  const sums = await moveStore({ from: file, to: url })
  expect(Object.fromEntries([...sums].map(([table, { rows }]) => [table, rows]))).toMatchObject({
    ...{ chain: 1, entry: 80, token: 1, event: 1, event_count: 1, session: 5 },
    ...{ onramp_order: 1, registered_name: 1 },
  })
  chain.head = 45
  const moved = await openStore({ url })
  const after = new Follower(moved, options)
  await stepUntil(after, ({ top }) => top === 45, 50)
  expect(after.health()).toMatchObject({ reorgs: 0, conflicts: 0 })
  const rows = await moved.history.page({ account: `${CHAIN}:${ME}`, chain: CHAIN, limit: 100 })
  expect(rows.map(({ block }) => block)).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at))
  expect(await moved.events.add([eventOf('e', 1), eventOf('f', 1)])).toBe(1)
  expect(await moved.events.fold(2)).toBe(1)
  const counts = await moved.events.funnel({ project: 'p', fromDay: 0, untilDay: 1 })
  expect(counts.opened).toBe(2)
  await after.close()
  await moved.close()
  await node.close()
})

it.each([
  [
    'a database that has rows',
    'store.not_empty',
    async () => {
      const url = await server.create()
      await fillStore({ url }, 1000)
      return { url }
    },
  ],
  [
    'a file that a service follows chains into',
    'store.in_use',
    async () => {
      const file = join(folder, 'followed.db')
      await (await furnish(file)).close()
      const { lockSqlite } = await import('@latchkey/service-kit/store/sqlite')
      const lock = await lockSqlite(`${file}.follower`)
      return { file, end: async () => lock?.release() }
    },
  ],
  ['a file that is not there', 'store.unreachable', async () => ({ file: '/nowhere/api.db' })],
  [
    'a server that does not answer',
    'store.unreachable',
    async () => ({ url: 'postgres://127.0.0.1:1/api' }),
  ],
])('Refused with one sentence: %s', async (name, code, prepare) => {
  const plain = join(folder, `${name}.db`)
  await (await furnish(plain)).close()
  const scene: { file?: string; url?: string; end?: () => Promise<unknown> } = await prepare()
  const { file = plain, url = await server.create(), end } = scene
  await expect(moveStore({ from: file, to: url })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/^[A-Z].+\.$/),
  })
  await end?.()
})

it('A file that was written to between the parts of a move is noticed', async () => {
  const file = join(folder, 'changed.db')
  await (await furnish(file)).close()
  const url = await server.create()
  const cutOff = new Error('cut off')
  await expect(
    moveStore({
      from: file,
      to: url,
      onProgress(table) {
        if (table === 'session') throw cutOff
      },
    }),
  ).rejects.toBe(cutOff)
  const { db } = openSqlite(file, true)
  await db.updateTable('session').set({ expiry: 7 }).execute()
  await db.destroy()
  await expect(moveStore({ from: file, to: url })).rejects.toMatchObject({ code: 'store.conflict' })
  const target = openPostgres(url)
  const kept = await target.db.selectFrom('session').select('expiry').execute()
  expect(kept.map(({ expiry }) => expiry)).toEqual(Array.from({ length: 5 }, () => 2e9))
  await target.db.destroy()
})
