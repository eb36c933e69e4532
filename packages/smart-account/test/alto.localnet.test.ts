// The same operations by a bundler of others: its estimates are within our bounds, and it takes what we sign.
import { request, startAlto } from '@latchkey-tools/localnet'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmOperation, createBundler, smartAccountOf, type Bundler } from '../src/index.js'
import { fund, owner, prepare, sign, startWorld, type World } from './world.js'

const PAYEE: Address = '0x5109000000000000000000000000000000000006'
const visitor = owner(0)
const account = smartAccountOf(visitor.address)

let world: World
let alto: Awaited<ReturnType<typeof startAlto>>
let bundlers: Bundler
beforeAll(async () => {
  world = await startWorld()
  await fund(world, account.address)
  await request(world.chain.url, 'evm_setIntervalMining', [1])
  alto = await startAlto({ rpcUrl: world.chain.url })
  bundlers = createBundler({ urls: [alto.url], chainId: world.chain.id })
})
afterAll(async () => {
  await alto?.close()
  await world?.close()
})

async function send(value: bigint): Promise<Hex> {
  const calls = [
    { to: PAYEE, value },
    { to: PAYEE, value },
  ]
  const operation = await prepare({ ...world, bundlers }, account, calls)
  return bundlers.send(await sign(operation, visitor, world.chain.id))
}

it('A bundler of others serves EntryPoint 0.7, deploys an account and makes its calls', async () => {
  await bundlers.check()
  for (const value of [3n, 4n]) {
    const hash = await send(value)
    await expect
      .poll(async () => (await bundlers.find(hash, account.address)).receipt?.success)
      .toBe(true)
    const { receipt } = await bundlers.find(hash, account.address)
    expect(await confirmOperation(world.node, receipt!)).toMatchObject({ success: true })
  }
  const balance = await world.node({ method: 'eth_getBalance', params: [PAYEE, 'latest'] })
  expect(BigInt(balance as Hex)).toBe(14n)
})
