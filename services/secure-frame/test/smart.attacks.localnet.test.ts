import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts, startBundler } from '@latchkey-tools/localnet'
import { CONTRACTS } from '@latchkey/smart-account'
import { zeroAddress, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow } from '../src/page/smart/follow.js'
import {
  createHolder,
  SEPOLIA,
  startSmartChain,
  type Holder,
  type SmartChain,
} from './smartSide.js'

const TO = accounts[1]!.address as Hex
const PAYMENT = [{ to: TO, value: '0x1' }]
let chain: SmartChain
beforeAll(async () => void (chain = await startSmartChain()))
afterAll(() => chain?.close())

let seed = 180
async function newHolder(options: Parameters<typeof createHolder>[2]): Promise<Holder> {
  const holder = await createHolder(chain, (seed += 1), options)
  await chain.fund(holder.account.address)
  return holder
}
const recordsOf = ({ records, account }: Holder) => records.list(SEPOLIA, account.address)

it('Lies of a bundler about gas and receipts are never paid, and never shown as done', async ({
  task,
}) => {
  const bundler = await startBundler({ rpcUrl: chain.url, key: 31 })
  const believed: string[] = []
  for (let index = 0; index < 3; index += 1) {
    bundler.fail('gas-hundredfold')
    const ada = await newHolder({ urls: [bundler.url] })
    const prepared = await ada.prepare('eth_sendTransaction', PAYMENT).catch(() => undefined)
    if (prepared || (await recordsOf(ada)).length) believed.push('gas')
  }
  for (const lie of ['foreign-receipt', 'false-success', 'silence'] as const)
    for (let index = 0; index < 3; index += 1) {
      bundler.fail()
      const ada = await newHolder({ urls: [bundler.url] })
      const prepared = await ada.prepare('wallet_sendCalls', ada.calls(PAYMENT))
      bundler.fail('swallow')
      await ada.run(prepared)
      bundler.fail(lie)
      const [record] = await recordsOf(ada)
      const { state } = await follow(ada.context, record!, Date.now() + 600)
      if (state !== 'sent') believed.push(`${lie}: ${state}`)
    }
  await bundler.close()
  task.meta.attack = {
    attack: 'smart accounts: a bundler lies about gas, receipts and success, or is silent',
    tries: 12,
    wanted: '0 believed',
    seen: `${believed.length} believed`,
  }
  expect(believed).toEqual([])
})

it('A paymaster that changes more than its own fields gets no operation', async ({ task }) => {
  const OTHER = accounts[5]!.address
  const own = { paymaster: OTHER, paymasterData: '0x' }
  let answer: object = own
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: answer }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const paymaster = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ada = await newHolder({ paymaster })
  const lies: object[] = [
    { ...own, callData: '0x1234' },
    { ...own, nonce: '0x9' },
    { ...own, sender: OTHER },
    { ...own, factory: OTHER },
    { ...own, maxFeePerGas: '0xffffffff' },
    { ...own, paymaster: zeroAddress },
    { ...own, paymaster: ada.account.address },
    { ...own, paymaster: CONTRACTS.entryPoint, paymasterPostOpGasLimit: '0xffffffff' },
  ]
  let taken = 0
  for (const lie of lies) {
    answer = lie
    const prepared = await ada.prepare('eth_sendTransaction', PAYMENT).catch(() => undefined)
    taken += Number(prepared !== undefined)
  }
  await new Promise((done) => server.close(done))
  task.meta.attack = {
    attack:
      'smart accounts: a paymaster changes calls, nonce, account, fee, or names itself falsely',
    tries: lies.length,
    wanted: '0 taken',
    seen: `${taken} taken`,
  }
  expect([taken, await recordsOf(ada)]).toEqual([0, []])
})
