import { accounts, startBundler, type LocalBundler } from '@latchkey-tools/localnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow } from '../src/page/smart/follow.js'
import {
  createHolder,
  SEPOLIA,
  startSmartChain,
  type Holder,
  type SmartChain,
} from './smartSide.js'

const TO = accounts[4]!.address as Hex
/** The whole run takes minutes: the soak does it. */
const isWhole = process.env.LATCHKEY_SOAK !== undefined
const HOLDERS = isWhole ? 50 : 10
const EACH = isWhole ? 20 : 4
const KILL_MS = isWhole ? 5_000 : 250

let chain: SmartChain
beforeAll(async () => void (chain = await startSmartChain()))
afterAll(() => chain?.close())

/** Two bundlers, one of which is always about to be killed and started again. */
async function startPair() {
  const start = (key: number, port?: number): Promise<LocalBundler> =>
    startBundler({ rpcUrl: chain.url, key, ...(port !== undefined && { port }) })
  const pair = [await start(21), await start(22)]
  const ports = pair.map(({ url }) => Number(new URL(url).port))
  let turn = 0
  let isOver = false
  let killed = 0
  const ended = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, KILL_MS))
      const index = turn % 2
      turn += 1
      await pair[index]!.close()
      killed += 1
      await new Promise((resolve) => setTimeout(resolve, KILL_MS / 3))
      pair[index] = await start(21 + index, ports[index])
    }
  })()
  return {
    urls: pair.map(({ url }) => url),
    killed: () => killed,
    async close() {
      isOver = true
      await ended
      await Promise.all(pair.map((bundler) => bundler.close()))
    },
  }
}

it(
  'Operations through two bundlers, one of which is killed again and again, are carried out once each',
  async () => {
    const pair = await startPair()
    const holders: Holder[] = []
    for (let index = 0; index < HOLDERS; index += 1) {
      const holder = await createHolder(chain, 120 + index, { urls: pair.urls })
      await chain.fund(holder.account.address)
      holders.push(holder)
    }
    const before = BigInt((await chain.ask('eth_getBalance', TO, 'latest')) as string)
    const send = async (holder: Holder): Promise<void> => {
      const payment = holder.calls([{ to: TO, value: '0x1' }])
      for (;;) {
        // While no bundler answers nothing is signed, and the visitor tries again.
        const prepared = await holder.prepare('wallet_sendCalls', payment).catch(() => undefined)
        if (prepared) {
          const known = (await holder.records.list(SEPOLIA, holder.account.address)).length
          await holder.run(prepared).catch(() => undefined)
          const list = await holder.records.list(SEPOLIA, holder.account.address)
          const record = list.at(-1)
          if (record && list.length > known) {
            const settled = await follow(holder.context, record, Date.now() + 60_000)
            if (settled.state === 'included') return
            expect(['refused', 'signed'], settled.state).toContain(settled.state)
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    await Promise.all(
      holders.map(async (holder) => {
        for (let index = 0; index < EACH; index += 1) await send(holder)
      }),
    )
    const after = BigInt((await chain.ask('eth_getBalance', TO, 'latest')) as string)
    // None lost, none twice.
    expect(after - before).toBe(BigInt(HOLDERS * EACH))
    for (const { records, account } of holders) {
      const list = await records.list(SEPOLIA, account.address)
      const done = list.filter(({ state }) => state === 'included')
      expect(new Set(done.map(({ operation }) => operation.nonce)).size).toBe(EACH)
    }
    expect(pair.killed()).toBeGreaterThan(0)
    await pair.close()
  },
  isWhole ? 1_200_000 : undefined,
)
