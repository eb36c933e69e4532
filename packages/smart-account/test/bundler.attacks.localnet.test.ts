// Bundlers that lie about operations of a real chain: never paid, never shown as done.
import { startBundler, type BundlerFault } from '@latchkey-tools/localnet'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  confirmOperation,
  CONTRACTS,
  createBundler,
  encodeCalls,
  findOnChain,
  smartAccountOf,
  type Bundler,
} from '../src/index.js'
import { fund, owner, prepare, run, sign, startWorld, type World } from './world.js'

const visitor = owner(0)
const account = smartAccountOf(visitor.address)
const PAYEE: Address = '0x5109000000000000000000000000000000000005'
const TRIES = 3

let world: World
beforeAll(async () => {
  world = await startWorld()
  await fund(world, account.address)
  await run(world, visitor, [{ to: PAYEE }])
})
afterAll(() => world?.close())

const paid = async () =>
  BigInt((await world.node({ method: 'eth_getBalance', params: [PAYEE, 'latest'] })) as Hex)

/** Whether a wallet would call the operation done: a bundler says so, and the chain has it too. */
async function isShownAsDone(bundlers: Bundler, hash: Hex): Promise<boolean> {
  const { receipt } = await bundlers.find(hash, account.address)
  if (!receipt) return false
  return (await confirmOperation(world.node, receipt))?.success === true
}

const signed = async (value = 1n) =>
  sign(await prepare(world, account, [{ to: PAYEE, value }]), visitor, world.chain.id)

const LIES: Record<string, () => Promise<boolean>> = {
  'gas a hundredfold': async () => {
    world.bundler.fail('gas-hundredfold')
    return prepare(world, account, [{ to: PAYEE, value: 1n }]).then(
      () => true,
      (error: { code: string }) => error.code !== 'smart.gas_beyond_bounds',
    )
  },
  'the receipt of another operation': async () => {
    const hash = await world.bundlers.send(await signed())
    world.bundler.fail('foreign-receipt')
    return isShownAsDone(world.bundlers, hash)
  },
  'success of an operation that no block has': async () => {
    const operation = await signed()
    world.bundler.fail('swallow')
    const hash = await world.bundlers.send(operation)
    world.bundler.fail('false-success')
    const seen = await isShownAsDone(world.bundlers, hash)
    // Its nonce is free still: another operation of it is made, and only one of the two.
    world.bundler.fail()
    return seen
  },
  'success of calls that failed': async () => {
    // The factory has no such function: the calls fail, and the fee is paid.
    const callData = encodeCalls([{ to: CONTRACTS.factory, data: '0x12345678' }])
    const failing = { ...(await signed()), callData }
    const hash = await world.bundlers.send(await sign(failing, visitor, world.chain.id))
    world.bundler.fail('false-success')
    const chain = await findOnChain(world.node, { hash, sender: account.address, fromBlock: 0n })
    expect(chain?.success).toBe(false)
    return isShownAsDone(world.bundlers, hash)
  },
}

it('A bundler that lies is never paid, and nothing is shown as done', async ({ task }) => {
  let passed = 0
  for (const [what, lie] of Object.entries(LIES))
    for (let attempt = 0; attempt < TRIES; attempt++) {
      world.bundler.fail()
      if (await lie()) {
        passed++
        expect.soft(what).toBe('refused')
      }
    }
  world.bundler.fail()
  task.meta.attack = {
    attack:
      'a bundler lies: gas a hundredfold, foreign receipt, success for a failure or for nothing',
    tries: Object.keys(LIES).length * TRIES,
    wanted: 'never paid, never shown as done',
    seen: `${passed} believed`,
  }
  expect(passed).toBe(0)
})

it.each<BundlerFault>(['silence', '429', '500', 'html', 'other-entry-point', 'other-chain'])(
  'With a first bundler that fails by %s the second takes the operation',
  async (fault) => {
    const first = await startBundler({ rpcUrl: world.chain.url, key: 2 })
    first.fail(fault)
    const bundlers = createBundler({
      urls: [first.url, world.bundler.url],
      chainId: world.chain.id,
      // Only silence is waited for.
      ...(fault === 'silence' && { timeoutMs: 2_000 }),
    })
    const before = await paid()
    const hash = await bundlers.send(await signed())
    // A bundler answers before its transaction is in a block.
    await expect.poll(paid).toBe(before + 1n)
    const search = await bundlers.find(hash, account.address)
    expect(search).toMatchObject({ receipt: { success: true }, unanswered: 1 })
    await first.close()
  },
)

it('An operation that is handed to two bundlers is executed once', async () => {
  const second = await startBundler({ rpcUrl: world.chain.url, key: 3 })
  const operation = await signed(5n)
  const before = await paid()
  const chainId = world.chain.id
  const hash = await world.bundlers.send(operation)
  const other = createBundler({ urls: [second.url], chainId })
  await expect(other.send(operation)).rejects.toMatchObject({
    details: 'AA25 invalid account nonce',
  })
  expect(await paid()).toBe(before + 5n)
  // The second one did not take it, and finds it on the chain all the same.
  expect(await other.find(hash, account.address)).toMatchObject({ receipt: { success: true } })
  await second.close()
})
