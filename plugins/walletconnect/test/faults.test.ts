import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFaultProxy, type FaultProxy } from './faultProxy.js'
import { openStage, type Site, type Stage, type Wallet } from './support.js'

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
const ask = (): Promise<unknown> => site.kernel.ports.connections.request({ network: 'eip155:1', method: 'personal_sign', params: [`0x${(count++).toString(16)}`] })
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = Date.now()
  await work()
  return Date.now() - began
}

describe('when the line to the relay breaks', () => {
  it('answers a request that is made 250 ms later within 2 s', async () => {
    proxy.kill()
    await wait(250)
    expect(await timed(ask)).toBeLessThan(2_000)
  })

  it('answers a request that was under way within 6 s, once', async () => {
    const before = wallet.requests.length
    const answer = timed(ask)
    proxy.kill()
    expect(await answer).toBeLessThan(6_000)
    expect(wallet.requests.length).toBe(before + 1)
  })

  it('notices a line that fell silent while nobody asks within 10 s, and answers within 12 s', { timeout: 30_000 }, async () => {
    await ask()
    proxy.blackhole()
    const began = Date.now()
    const lines = proxy.lines()
    await expect.poll(() => proxy.lines(), { timeout: 15_000, interval: 50 }).toBeGreaterThan(lines)
    expect(Date.now() - began).toBeLessThan(10_000)
    await ask()
    expect(Date.now() - began).toBeLessThan(12_000)
  })

  it('answers a request that is made into silence within 12 s', { timeout: 30_000 }, async () => {
    proxy.blackhole()
    expect(await timed(ask)).toBeLessThan(12_000)
  })

  it.each([1_000, 10_000])('answers within 5 s after a relay that was away for %i ms came back', { timeout: 30_000 }, async (away) => {
    await proxy.goAway()
    const answer = ask()
    await wait(away)
    await proxy.comeBack()
    expect(await timed(() => answer)).toBeLessThan(5_000)
  })

  it('loses and doubles nothing over 12 kills', { timeout: 60_000 }, async () => {
    const before = wallet.requests.length
    const answers: Promise<unknown>[] = []
    for (let turn = 0; turn < 12; turn++) {
      answers.push(ask())
      await wait(Math.random() * 100)
      proxy.kill()
      await wait(Math.random() * 200)
    }
    expect(await Promise.all(answers)).toHaveLength(12)
    const asked = wallet.requests.slice(before).map(({ params }) => (params as string[])[0])
    expect(asked).toHaveLength(12)
    expect(new Set(asked).size).toBe(12)
  })

  it('hears what the wallet says while the line was down', { timeout: 20_000 }, async () => {
    await proxy.goAway()
    await wallet.client.emit({ topic: wallet.topic, event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' })
    await wait(300)
    await proxy.comeBack()
    await expect.poll(() => site.kernel.ports.connections.get().connections[0]?.scopes['eip155']?.network, { timeout: 5_000 }).toBe('eip155:137')
  })

  it('works over a slow line', { timeout: 30_000 }, async () => {
    proxy.delay = 1_500
    const took = await timed(ask)
    proxy.delay = 0
    expect(took).toBeGreaterThan(3_000)
    expect(took).toBeLessThan(10_000)
  })
})
