import { expect, test } from '@playwright/test'
import { accounts } from '@latchkey-tools/localnet'
import { stringToHex, type Hex } from 'viem'
import { approve, approveButton, rowsOf } from './support/approvals.js'
import { ask } from './support/frameHost.js'
import {
  enterSmart,
  signInAtServer,
  startSmartWorld,
  type Holder,
  type SmartWorld,
} from './support/smartWorld.js'

const TO = accounts[1]!.address
const ETHER = 10n ** 18n
const hex = (value: bigint): Hex => `0x${value.toString(16)}`

let world: SmartWorld
test.beforeAll(async () => void (world = await startSmartWorld()))
test.afterAll(() => world?.close())

const balance = async (address: Hex): Promise<bigint> =>
  BigInt((await world.node('eth_getBalance', [address, 'latest'])) as string)
const codeAt = (address: Hex): Promise<unknown> => world.node('eth_getCode', [address, 'latest'])

/** Signs in at the site's server with the account in use. */
const enterSite = (person: Holder) =>
  signInAtServer(world, person.smart, async (message) => {
    const answered = person.rpc('personal_sign', [stringToHex(message), person.smart])
    await approve(person)
    return (await answered).payload!['result'] as string
  })
const sendBoth = (person: Holder) =>
  person.rpc('wallet_sendCalls', [
    {
      version: '2.0.0',
      chainId: '0xaa36a7',
      from: person.smart,
      atomicRequired: true,
      calls: [
        { to: TO, value: hex(ETHER) },
        { to: accounts[2]!.address, value: hex(ETHER / 2n) },
      ],
    },
  ])

test('An email leads to a smart account, which signs in, pays two by one approval, and signs in again', async ({
  page,
}) => {
  const person = await enterSmart(page, world, 'smart@shop.example')
  expect(person.smart).not.toBe(person.evm)
  expect(await codeAt(person.smart)).toBe('0x')
  expect(await enterSite(person)).toEqual({ status: 200 })
  const before = await balance(TO)
  const answered = sendBoth(person)
  await approveButton(person).waitFor()
  const rows = await rowsOf(person)
  expect(rows).toContainEqual(['Account', person.smart])
  expect(rows).toContainEqual(['Leaves your account', '1.5 ETH'])
  expect(rows).toContainEqual(['Paid by', 'Your account'])
  await approve(person)
  const id = (await answered).payload!['result'] as { id: string }
  const status = async () =>
    (await person.rpc('wallet_getCallsStatus', [id.id])).payload!['result'] as {
      status: number
      atomic: boolean
    }
  await expect.poll(async () => (await status()).status).toBe(200)
  expect((await status()).atomic).toBe(true)
  expect((await balance(TO)) - before).toBe(ETHER)
  expect(await codeAt(person.smart)).not.toBe('0x')
  expect(await enterSite(person)).toEqual({ status: 200 })
})

test('A payment answers the hash of its transaction, and its state is known after a reload of the frame', async ({
  page,
}) => {
  const person = await enterSmart(page, world, 'reload@shop.example')
  const answered = person.rpc('eth_sendTransaction', [{ to: TO, value: hex(ETHER) }])
  await approve(person)
  const hash = (await answered).payload!['result'] as Hex
  expect(await world.node('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  const sent = sendBoth(person)
  await approve(person)
  const { id } = (await sent).payload!['result'] as { id: string }
  const noticesOf = (name: string) =>
    page.evaluate((wanted) => window.notices.filter(({ type }) => type === wanted), name)
  expect(await noticesOf('request submitted')).toHaveLength(2)
  // The first one deployed the account: the page asks for the user anew.
  expect(await noticesOf('user changed')).toHaveLength(1)
  const wanted = { chainId: 11_155_111, preferredAccountType: 'smartAccount' }
  const { payload } = await ask(page, 'get user', wanted)
  expect(payload).toMatchObject({ user: { smartAccountDeployed: true } })
  await person.resume()
  const status = async () =>
    (await person.rpc('wallet_getCallsStatus', [id])).payload!['result'] as { status: number }
  await expect.poll(async () => (await status()).status).toBe(200)
  // Another person of this browser has nothing of it.
  const other = await enterSmart(page, world, 'other@shop.example')
  const asked = await other.rpc('wallet_getCallsStatus', [id])
  expect(asked.type).toBe('rpc request error')
})

test('A switch rejects what waits, and the other account signs from then on', async ({ page }) => {
  const person = await enterSmart(page, world, 'switch@shop.example')
  const waiting = person.rpc('personal_sign', ['0x68', person.smart])
  await approveButton(person).waitFor()
  await ask(page, 'set preferred account', { type: 'eoa' })
  expect((await waiting).type).toBe('rpc request error')
  await expect(approveButton(person)).toHaveCount(0)
  const refused = await person.rpc('personal_sign', ['0x68', person.smart])
  expect(refused.type).toBe('rpc request error')
  const signed = person.rpc('personal_sign', ['0x68', person.evm])
  await approve(person)
  expect((await signed).type).toBe('rpc request success')
})

test('A call to the account itself is refused before anything is shown', async ({ page }) => {
  const person = await enterSmart(page, world, 'self@shop.example')
  const refused = await person.rpc('eth_sendTransaction', [{ to: person.smart, data: '0x1234' }])
  expect(refused.payload).toMatchObject({ code: -32_602, reason: 'refused_target' })
  await expect(approveButton(person)).toHaveCount(0)
})
