import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFaultProxy, type FaultProxy } from './faultProxy.js'
import { openStage, type Site, type Stage, type Wallet } from './support.js'

const KILLS = process.env['LATCHKEY_SOAK'] ? 200 : 12

let stage: Stage
let proxy: FaultProxy
let site: Site
let wallet: Wallet
beforeAll(async () => {
  stage = await openStage()
  proxy = await openFaultProxy(stage.url)
  ;[site, wallet] = await Promise.all([stage.site({ relayUrl: proxy.url }), stage.wallet()])
  await site.connect(wallet)
})
afterAll(async () => {
  await stage.close()
  await proxy.close()
})

let count = 0
const ask = (): Promise<unknown> =>
  site.kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: [`0x${(count++).toString(16)}`],
  })
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

// `pnpm bench reconnect` measures how soon, beside the published client.
describe('when the line to the relay breaks', () => {
  it('A request made 250 ms after the line broke is answered', async () => {
    proxy.kill()
    await wait(250)
    expect(await ask()).toBeDefined()
  })

  it('A request under way when the line breaks is answered once', async () => {
    const before = wallet.requests.length
    const answer = ask()
    proxy.kill()
    expect(await answer).toBeDefined()
    expect(wallet.requests.length).toBe(before + 1)
  })

  it('A line that fell silent is noticed although nobody asks, and another one answers', async () => {
    await ask()
    proxy.blackhole()
    const lines = proxy.lines()
    await expect.poll(() => proxy.lines(), { timeout: 20_000, interval: 50 }).toBeGreaterThan(lines)
    expect(await ask()).toBeDefined()
  })

  it('A request made into a silent line is answered', async () => {
    proxy.blackhole()
    expect(await ask()).toBeDefined()
  })

  it.each([1_000, 5_000])(
    'A request is answered after the relay was away for %i ms',
    async (away) => {
      await proxy.goAway()
      const answer = ask()
      await wait(away)
      await proxy.comeBack()
      expect(await answer).toBeDefined()
    },
  )

  it(
    `No request is lost or doubled over ${KILLS} kills of the line`,
    { timeout: KILLS * 5_000 },
    async () => {
      const before = wallet.requests.length
      const answers: Promise<unknown>[] = []
      for (let turn = 0; turn < KILLS; turn++) {
        answers.push(ask())
        await wait(Math.random() * 100)
        proxy.kill()
        await wait(Math.random() * 200)
      }
      expect(await Promise.all(answers)).toHaveLength(KILLS)
      const asked = wallet.requests.slice(before).map(({ params }) => (params as string[])[0])
      expect(asked).toHaveLength(KILLS)
      expect(new Set(asked).size).toBe(KILLS)
    },
  )

  it('An event that the wallet sends while the line is down still arrives', async () => {
    await proxy.goAway()
    await wallet.client.emit({
      topic: wallet.topic,
      event: { name: 'chainChanged', data: 137 },
      chainId: 'eip155:137',
    })
    await wait(300)
    await proxy.comeBack()
    await expect
      .poll(() => site.kernel.ports.connections.get().connections[0]?.scopes['eip155']?.network, {
        timeout: 5_000,
      })
      .toBe('eip155:137')
  })

  it('A request over a slow line is answered on that line', async () => {
    proxy.delay = 1_500
    const lines = proxy.lines()
    expect(await ask()).toBeDefined()
    proxy.delay = 0
    expect(proxy.lines()).toBe(lines)
  })
})
