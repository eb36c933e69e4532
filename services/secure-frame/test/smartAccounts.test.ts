import { frameEvmNetworks } from '@latchkey/embedded-wallet/protocol'
import { smartAccountOf } from '@latchkey/smart-account'
import { getAddress } from 'viem'
import { afterEach, expect, it } from 'vitest'
import type { FrameConfig } from '../src/page/link/config.js'
import { createFrameSide, done } from './frameSide.js'
import { startTestFrame } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const EMAIL = 'ada@shop.example'
const BUNDLING = { bundlers: ['http://127.0.0.1:9'] }

/** A frame with smart accounts on these networks. */
async function start(chainIds: readonly number[], isSignedIn = true) {
  const smartAccounts: FrameConfig['smartAccounts'] = Object.fromEntries(
    chainIds.map((id) => [`eip155:${id}`, BUNDLING]),
  )
  const bench = await startTestFrame()
  ending.push(bench.close)
  const frame = await createFrameSide(bench.url, 'user', { smartAccounts })
  ending.push(frame.close)
  if (isSignedIn) {
    done(await frame.ask('connect email', { email: EMAIL }))
    const otp = await bench.approve(await bench.nextMail(EMAIL))
    done(await frame.ask('connect otp', { otp }))
  }
  const userOn = async (chainId: number | string, preferredAccountType: 'eoa' | 'smartAccount') =>
    done(await frame.ask('get user', { chainId, preferredAccountType })).user
  const addresses = () => {
    const owner = getAddress(frame.wallet.record().evm)
    return { eoa: owner, smart: smartAccountOf(owner).address }
  }
  return { frame, userOn, addresses }
}

it('[FRAME-18] [FRAME-45] The networks with smart accounts are those of the service, as numbers', async () => {
  const asked = async (chainIds: readonly number[]) => {
    const { frame } = await start(chainIds, false)
    return done(await frame.ask('get smart account enabled networks', undefined))
      .smartAccountEnabledNetworks
  }
  expect(await asked([1, 137, 11155111])).toEqual([1, 137, 11155111])
  expect(await asked([])).toEqual([])
  for (const chainId of await asked([10, 8453])) expect(frameEvmNetworks).toContain(chainId)
})

it('[FRAME-37] The user of a type of account has its address, and names both', async () => {
  const { userOn, addresses } = await start([1])
  const { eoa, smart } = addresses()
  expect(smart).not.toBe(eoa)
  const accounts = [
    { address: eoa, type: 'eoa' },
    { address: smart, type: 'smartAccount' },
  ]
  const user = await userOn(1, 'smartAccount')
  expect(user).toMatchObject({ address: smart, chainId: 1, accounts, smartAccountDeployed: false })
  expect(await userOn(1, 'eoa')).toMatchObject({ address: eoa, accounts })
  // The network has none: the account of the key is in use, and the other one still is there.
  expect(await userOn(10, 'smartAccount')).toMatchObject({ address: eoa, accounts })
  const solana = await userOn('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'smartAccount')
  expect(solana.accounts).toEqual([{ address: solana.address, type: 'eoa' }])
})

it('A service without smart accounts names the account of the key alone', async () => {
  const { frame, userOn, addresses } = await start([])
  const { eoa } = addresses()
  expect(await userOn(1, 'smartAccount')).toMatchObject({
    address: eoa,
    accounts: [{ address: eoa, type: 'eoa' }],
    preferredAccountType: 'eoa',
  })
  for (const reply of [
    await frame.ask('init smart account', undefined),
    await frame.ask('set preferred account', { type: 'smartAccount' }),
  ])
    expect(reply).toMatchObject({ isDone: false, failure: { code: -32_602 } })
})

it('[FRAME-47] A smart account is prepared for who is signed in, and for nobody else', async () => {
  const { frame, addresses } = await start([1])
  expect(done(await frame.ask('init smart account', undefined))).toEqual({
    address: addresses().smart,
  })
  done(await frame.ask('sign out', undefined))
  expect(await frame.ask('init smart account', undefined)).toMatchObject({
    isDone: false,
    failure: { code: 4100, reason: 'signed_out' },
  })
})

it('[FRAME-49] The preferred type of account is the one that was set last', async () => {
  const { frame, userOn } = await start([1])
  const asked = async (): Promise<string> => (await userOn(1, 'eoa')).preferredAccountType
  expect(await asked()).toBe('eoa')
  for (const type of ['smartAccount', 'eoa', 'smartAccount'] as const) {
    expect(done(await frame.ask('set preferred account', { type }))).toEqual({ type })
    expect(await asked()).toBe(type)
  }
  const accounts = () => frame.ask('rpc request', { method: 'eth_accounts', params: [] })
  const { address } = await userOn(1, 'smartAccount')
  expect(done(await accounts())).toEqual({ result: [address] })
})
