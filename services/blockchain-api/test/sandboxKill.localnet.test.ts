// The service is killed in the middle of paying and sending; each order is delivered once.
import { spawnKept, startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildProgram } from './follow/buildChild.js'
import { balanceOf, begin, BOUGHT, pay, read, SECRET, setUp, walletAt } from './onramp/sandbox.js'

/** `soak` kills a hundred times. */
const KILLS = process.env.LATCHKEY_SOAK ? 100 : 4
/** Orders of each life. */
const ORDERS = 3

let localnet: Localnet
let program: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
  localnet = await startLocalnet()
  program = await buildProgram({
    child: fileURLToPath(new URL('onramp/child.ts', import.meta.url)),
    followWorker: fileURLToPath(new URL('../src/follow/followWorker.ts', import.meta.url)),
  })
})
afterAll(async () => {
  await localnet?.close()
  if (folder) await rm(folder, { recursive: true })
  if (program) await rm(dirname(program), { recursive: true })
})

async function start() {
  const options = {
    ...setUp(localnet),
    ...{ secret: SECRET, store: { file: join(folder, 'api.db') }, role: 'api' },
    limits: { addressRequests: 1e6 },
  }
  const child = spawnKept(process.execPath, [program], {
    env: { ...process.env, SANDBOX: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { ask: (path: string, init?: RequestInit) => fetch(url + path, init), end }
}

it(
  `After ${KILLS} deaths in the middle of payments each order was delivered once`,
  { timeout: KILLS * 60_000 },
  async () => {
    const orders: { orderId: string; wallet: ReturnType<typeof walletAt> }[] = []
    for (let life = 0; life < KILLS; life += 1) {
      const { ask, end } = await start()
      const own = await Promise.all(
        Array.from({ length: ORDERS }, async (_, at) => {
          const wallet = walletAt(10_000 + life * ORDERS + at)
          return { wallet, orderId: (await begin(ask, wallet)).orderId }
        }),
      )
      orders.push(...own)
      // Old orders are paid once more as well; nobody hears the answers.
      const paying = [...own, ...own, ...orders.slice(-6)].map(({ orderId }) =>
        pay(ask, orderId).catch(() => undefined),
      )
      // Deaths are spread over the payment, the signing, the sending and the block.
      await new Promise((done) => setTimeout(done, (life * 37) % 400))
      await end('SIGKILL')
      await Promise.all(paying)
    }
    const { ask, end } = await start()
    for (const { orderId } of orders) await pay(ask, orderId)
    for (const { orderId, wallet } of orders) {
      await expect
        .poll(async () => (await read(ask, orderId)).status, { timeout: 60_000 })
        .toBe('done')
      expect(await balanceOf(localnet, wallet)).toBe(BOUGHT.ETH)
    }
    await end('SIGTERM')
  },
)
