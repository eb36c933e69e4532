// Two instances that answer and two that follow, each a process of its own, behind a balancer.
import {
  type Localnet,
  type Postgres,
  accounts,
  startBalancer,
  startLocalnet,
  startPostgres,
} from '@latchkey-tools/localnet'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/store/openStore.js'
import { type Chain, chainAt, counted, fill, linesOf } from '../follow/chain.js'
import { type Instance, buildService, startInstance } from './fleet.js'

const CHAIN = 'eip155:31337'
/** How long a lease may take to pass on. */
const PASSED_ON_MS = 10_000
const KILLS = 3
const people = accounts.slice(0, 4).map(({ address }) => address)
const everybody = [
  ...accounts.map(({ address }) => address),
  '0x000000000000000000000000000000000000c0de',
]
let localnet: Localnet
let chain: Chain
let server: Postgres
let program: string
const ending: (() => unknown)[] = []
beforeAll(async () => {
  localnet = await startLocalnet()
  chain = chainAt(localnet.url)
  server = await startPostgres()
  program = await buildService()
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
afterAll(async () => {
  await server?.stop()
  await localnet?.close()
  if (program) await rm(dirname(program), { recursive: true })
})

const startFleet = async () => {
  const url = await server.create()
  const store = await openStore({ url })
  ending.push(store.close)
  const start = async (role: string, extra = {}): Promise<Instance> => {
    const instance = await startInstance(program, {
      ...{ ROLE: role, DATABASE_URL: url, RPC_URLS: `${CHAIN}=${localnet.url}` },
      ...{ SECRET: 'the same for all instances', EVERYTHING: 'true', POLL_MS: '50', ...extra },
    })
    ending.push(() => instance.kill())
    return instance
  }
  const top = async () => (await store.state(CHAIN))?.top
  const caughtUp = async () => {
    const { hash } = (await chain.rpc('eth_getBlockByNumber', 'latest', false)) as { hash: string }
    await expect.poll(async () => (await top())?.hash, { interval: 50 }).toBe(hash)
  }
  return { store, start, caughtUp }
}
const pageOf = async (url: string, cursor = '') => {
  const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
  const answer = await fetch(`${url}/v1/account/${CHAIN}:${people[0]}/history${query}`)
  const body = (await answer.json()) as { data: { id: string }[]; next: string | null }
  return { status: answer.status, ids: body.data?.map(({ id }) => id), next: body.next }
}

it.each(['SIGKILL', 'SIGSTOP'] as const)(
  'A lease passes on when its holder gets %s, and nothing is lost or doubled',
  async (signal) => {
    const { store, start, caughtUp } = await startFleet()
    await fill(chain, people, 20, 1)
    const followers = [await start('follower'), await start('follower')]
    await caughtUp()
    const holder = async () => {
      const states = await Promise.all(
        followers.map(
          async ({ url }) => (await (await fetch(`${url}/health`)).json()).following[0],
        ),
      )
      return states.findIndex(({ state }) => state === 'following')
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await expect.poll(holder).not.toBe(-1)
      const at = await holder()
      const gone = followers[at]!
      if (signal === 'SIGKILL') await gone.kill()
      else gone.child.kill(signal)
      const began = performance.now()
      await fill(chain, people, 3, 100 + kill)
      await caughtUp()
      expect(performance.now() - began).toBeLessThan(PASSED_ON_MS)
      if (signal === 'SIGKILL') followers[at] = await start('follower')
      // It wakes up with a lease that is another's by now.
      else gone.child.kill('SIGCONT')
    }
    await fill(chain, people, 3, 200)
    await caughtUp()
    expect(await linesOf(store, CHAIN, everybody)).toEqual(counted(await chain.lines()))
  },
)

it('A list that one instance begins another goes on with, also while one of them is killed', async () => {
  const { start, caughtUp } = await startFleet()
  await fill(chain, people, 60, 300)
  const follower = await start('follower')
  await caughtUp()
  await follower.kill('SIGTERM')
  const apis = [await start('api'), await start('api')]
  const balancer = await startBalancer(apis.map(({ port }) => port))
  ending.push(balancer.close)
  const walk = async (urlOf: () => string) => {
    const ids: string[] = []
    let cursor = ''
    do {
      const page = await pageOf(urlOf(), cursor)
      expect(page.status).toBe(200)
      ids.push(...page.ids)
      cursor = page.next ?? ''
    } while (cursor)
    return ids
  }
  const whole = await walk(() => apis[0]!.url)
  expect(new Set(whole).size).toBe(whole.length)
  expect(whole.length).toBeGreaterThan(50)
  let turn = 0
  expect(await walk(() => apis[(turn += 1) % 2]!.url)).toEqual(whole)

  const seen: { answer: string; at: number }[] = []
  let isOver = false
  const asking = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const page = await pageOf(`http://${balancer.authority}`).catch(() => undefined)
      const isRight = page?.status === 200 && page.ids.join() === whole.slice(0, 50).join()
      const answer = isRight ? 'right' : page?.status === 200 ? 'wrong' : 'none'
      seen.push({ answer, at: performance.now() })
    }
  })
  await expect.poll(() => seen.length).toBeGreaterThan(20)
  const killed = performance.now()
  await apis[0]!.kill()
  await expect.poll(() => performance.now() - killed).toBeGreaterThan(3_000)
  isOver = true
  await Promise.all(asking)
  expect(seen.filter(({ answer }) => answer === 'wrong')).toEqual([])
  const failed = seen.filter(({ answer }) => answer === 'none')
  expect(failed.filter(({ at }) => at < killed || at > killed + 2_000)).toEqual([])
  expect(seen.at(-1)?.answer).toBe('right')
})
