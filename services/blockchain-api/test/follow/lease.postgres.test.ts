import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Follower } from '../../src/follow/follower.js'
import { openStore } from '../../src/store/openStore.js'
import { FakeChain, ME, startFakeNode } from './fakeNode.js'
import { stepUntil } from './steps.js'

const CHAIN = 'eip155:31337'
let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

it.each([
  ['hears of it and waits', true],
  ['does not hear of it and is refused by its epoch', false],
])('A follower that lost its lease %s', async (_, hears) => {
  const chain = new FakeChain(40)
  const node = await startFakeNode(chain)
  const url = await server.create()
  const [one, two] = [await openStore({ url }), await openStore({ url })]
  const options = { chain: CHAIN, urls: [node.url], everything: true, pollMs: 1 }
  const lease = one.lease
  let isHeld = () => true
  one.lease = async (...args) => {
    const held = await lease(...args)
    if (held) ({ isHeld } = held)
    return held && { ...held, ...(!hears && { isHeld: () => true }) }
  }
  const [first, second] = [new Follower(one, options), new Follower(two, options)]
  await first.step()
  await second.step()
  expect(second.health().state).toBe('waiting')

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("update lease set holder = 'another', until = until + 60000")
  await expect.poll(isHeld).toBe(false)
  await client.query('delete from lease')
  await client.end()
  await stepUntil(second, ({ top }) => top === 40, 50)

  chain.head = 45
  await first.step()
  expect(first.health()).toMatchObject({ state: 'waiting', conflicts: hears ? 0 : 1 })
  expect((await one.state(CHAIN))?.top.number).toBe(40)
  await second.close()
  await stepUntil(first, ({ top }) => top === 45, 50)
  const rows = await one.history.page({ account: `${CHAIN}:${ME}`, chain: CHAIN, limit: 100 })
  expect(rows.map(({ block }) => block)).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at))
  await first.close()
  for (const store of [one, two]) await store.close()
  await node.close()
})
