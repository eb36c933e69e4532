// Many accounts, and two bundlers of which one is killed again and again: no operation is lost, and none made twice.
import { startBundler, type LocalBundler } from '@latchkey-tools/localnet'
import { toHex, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createBundler,
  findOnChain,
  readNonce,
  smartAccountOf,
  type Bundler,
  type Operation,
} from '../src/index.js'
import { fund, prepare, sign, startWorld, type World } from './world.js'

const IS_LONG = process.env['LATCHKEY_SOAK'] !== undefined
const ACCOUNTS = IS_LONG ? 50 : 8
const OPERATIONS = IS_LONG ? 20 : 5
/** ms between two kills. */
const KILL_EACH = IS_LONG ? 5_000 : 150
const PAYEE: Address = '0x5109000000000000000000000000000000000007'

const owners = Array.from({ length: ACCOUNTS }, (_, index) =>
  privateKeyToAccount(toHex(0x50a0_0000 + index, { size: 32 })),
)

let world: World
let pair: LocalBundler[]
let bundlers: Bundler
let isOver = false
const kills: number[] = []

const start = (index: number, port = 0) =>
  startBundler({ rpcUrl: world.chain.url, key: 10 + index, port })

beforeAll(async () => {
  world = await startWorld()
  for (const { address } of owners) await fund(world, smartAccountOf(address).address)
  pair = [await start(0), await start(1)]
  bundlers = createBundler({
    urls: pair.map(({ url }) => url),
    chainId: world.chain.id,
    timeoutMs: 5_000,
  })
})
afterAll(async () => {
  await Promise.all(pair?.map((one) => one.close()) ?? [])
  await world?.close()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Ends one bundler in the middle of its work, and starts it again at its place. */
async function kill(index: number) {
  const port = Number(new URL(pair[index]!.url).port)
  await pair[index]!.close()
  kills.push(index)
  await pause(KILL_EACH / 2)
  pair[index] = await start(index, port)
}

/** Hands an operation over until the chain has it: the same one, signed once. */
async function settle(operation: Operation): Promise<void> {
  const { sender } = operation
  for (let attempt = 0; attempt < 200; attempt++) {
    const hash = await bundlers.send(operation).catch(() => undefined)
    const { receipt } = hash ? await bundlers.find(hash, sender) : { receipt: undefined }
    const found = hash && (await findOnChain(world.node, { hash, sender, fromBlock: 0n }))
    if (found ?? receipt) return
    if ((await readNonce(world.node, sender)) > operation.nonce) return
    await pause(20)
  }
  throw new Error(`The operation ${operation.nonce} of ${sender} is lost.`)
}

const soaking = `${ACCOUNTS * OPERATIONS} operations of ${ACCOUNTS} accounts pass two bundlers of which one is killed`
it(`${soaking}: none is lost, and none made twice`, async () => {
  const killing = (async () => {
    for (let index = 0; !isOver; index = 1 - index) {
      await pause(KILL_EACH)
      if (!isOver) await kill(index)
    }
  })()
  await Promise.all(
    owners.map(async (signer) => {
      const account = smartAccountOf(signer.address)
      for (let count = 0; count < OPERATIONS; count++) {
        const draft = await retry(() =>
          prepare({ node: world.node, bundlers }, account, [{ to: PAYEE, value: 1n }]),
        )
        await settle(await sign(draft, signer, world.chain.id))
      }
    }),
  )
  isOver = true
  await killing
  const balance = await world.node({ method: 'eth_getBalance', params: [PAYEE, 'latest'] })
  expect(BigInt(balance as Hex)).toBe(BigInt(ACCOUNTS * OPERATIONS))
  for (const { address } of owners)
    expect(await readNonce(world.node, smartAccountOf(address).address)).toBe(BigInt(OPERATIONS))
  expect(kills.length).toBeGreaterThan(1)
})

/** Both bundlers may be away for a moment. */
async function retry<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++)
    try {
      return await ask()
    } catch (error) {
      if (attempt > 100) throw error
      await pause(20)
    }
}
