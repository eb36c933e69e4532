import { expect, test, type Page } from '@playwright/test'
import { accounts } from '@latchkey-tools/localnet'
import type { SmartSession } from '@latchkey/feature-smart-sessions'
import { openSession, type UsableSession } from '@latchkey/feature-smart-sessions/use'
import { createPublicClient, createWalletClient, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sepolia } from 'viem/chains'
import {
  approve,
  approving,
  frameOf,
  modal,
  readCard,
  signInAnew,
  startEmbeddedWorld,
} from './support/embeddedWorld.js'

const key = privateKeyToAccount(accounts[6]!.privateKey)
const SHOP: Hex = '0x5109000000000000000000000000000000000042'
const ETHER = 10n ** 18n
const HOUR_S = 3_600

let world: Awaited<ReturnType<typeof startEmbeddedWorld>>
test.beforeAll(async () => void (world = await startEmbeddedWorld({}, { hasSmart: true })))
test.afterAll(() => world?.close())

/** Signs somebody new in, whose smart account is in use and holds 10 ETH. */
async function enter(page: Page, email: string): Promise<string> {
  await page.goto(world.shop({ sessions: '', families: 'eip155' }))
  await signInAnew(page, world, email)
  await expect(modal(page)).toHaveCount(0)
  const account = () => page.evaluate(() => window.kernel.ports.accounts.active('eip155'))
  await expect.poll(async () => (await account())?.type).toBe('smartAccount')
  const { address } = (await account())!
  await world.fund(address, '10')
  return address
}

type Granted = Pick<SmartSession, 'context' | 'dependencies'>

/** The site asks for one ether in all, three times at most, within an hour. */
const ask = (page: Page): Promise<Granted> =>
  page.evaluate(
    async ({ to, expiry }) => {
      const [session] = await window.kernel.plugins.sessions.grant({
        ...{ to, expiry, maxCalls: 3, justification: 'Three moves of the game' },
        permissions: [{ type: 'native', allowance: { kind: 'total', amount: 10n ** 18n } }],
      })
      return { context: session!.context, dependencies: [...session!.dependencies] }
    },
    { to: key.address, expiry: Math.floor(Date.now() / 1000) + HOUR_S },
  )

/** The session as the site's server uses it, with the session key. */
function use({ context, dependencies }: Granted) {
  const transport = http(world.nodes.sepolia)
  const client = createPublicClient({ chain: sepolia, transport })
  const wallet = createWalletClient({ account: key, chain: sepolia, transport })
  const session: UsableSession = openSession({
    ...{ context: context!, dependencies },
    node: (asked) => client.request(asked as never),
  })
  return async (value: bigint): Promise<string> => {
    try {
      const hash = await session.redeem([{ to: SHOP, value }], (one) => wallet.sendTransaction(one))
      const { status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 100 })
      return status
    } catch (error) {
      return (error as { context: { reason: string } }).context.reason
    }
  }
}

test('A visitor allows less than a site asks for, the site acts up to that, and the visitor takes it back', async ({
  page,
}) => {
  const account = await enter(page, 'sessions@shop.example')
  const asking = ask(page)
  const frame = await frameOf(page, world)
  const rows = frame.locator('.row')
  await expect(rows.filter({ hasText: 'Leaves your account at most' })).toContainText('1 ETH')
  // By keys: the frame may still slide in, and a press would miss.
  await frame.getByText('Allow less').press('Enter')
  await frame.getByLabel('Amount at most').fill('2')
  await frame.getByRole('button', { name: 'Use these limits' }).press('Enter')
  await expect(frame.getByRole('alert')).toContainText('no higher than what is asked for')
  await frame.getByLabel('Amount at most').fill('0.5')
  await frame.getByLabel('Amount at most').press('Enter')
  await expect(rows.filter({ hasText: 'Leaves your account at most' })).toContainText('0.5 ETH')
  const card = await readCard(page, world)
  for (const part of [key.address, account, 'At most 3×', '“Three moves of the game”', 'Until'])
    expect(card).toContain(part)
  const granted = await approving(page, world, asking)

  const redeem = use(granted)
  expect(await redeem((ETHER * 3n) / 10n)).toBe('success')
  expect(await redeem((ETHER * 3n) / 10n)).toBe('amount')
  expect(await world.balance(SHOP)).toBe((ETHER * 3n) / 10n)

  await page.evaluate(() => void window.kernel.ports.modal.open('smartSessions.list'))
  await expect(modal(page)).toContainText('Up to 0.5 ETH in all')
  await expect(modal(page)).toContainText('0.2 ETH left')
  await modal(page).getByText('Up to 0.5 ETH in all').click()
  await modal(page).getByRole('button', { name: 'Take back' }).click()
  expect(await approve(page, world)).toContain('Take back what a website may do for you')
  await expect(modal(page)).toContainText(/No smart sessions|This session has ended/)
  expect(await redeem(1n)).toBe('revoked')
  expect(
    await page.evaluate(async () => (await window.kernel.plugins.sessions.list()).length),
  ).toBe(0)
})

test('A grant that cannot be kept, or of the key’s own account, is refused without a card', async ({
  page,
}) => {
  await enter(page, 'refused@shop.example')
  const expiry = Math.floor(Date.now() / 1000) + HOUR_S
  const grant = (more: object) =>
    page.evaluate(
      (params) =>
        window.shop.ask('wallet_requestExecutionPermissions', params).then(
          () => 'granted',
          (error: unknown) => (error as { message: string }).message,
        ),
      [
        {
          ...{ chainId: '0xaa36a7', to: key.address },
          permission: {
            ...{ type: 'native-token-allowance', isAdjustmentAllowed: false },
            data: { allowanceAmount: '0x1' },
          },
          rules: [{ type: 'expiry', data: { timestamp: expiry } }],
          ...more,
        },
      ],
    )
  // The page's own guard lets this pass: the frame is the one that refuses it.
  expect(await grant({ delegate: SHOP })).toContain('[0].delegate is nothing that this wallet')
  await page.evaluate(() => window.kernel.plugins.embedded.switchAccountType('eoa'))
  expect(await grant({})).toBe('Requested RPC call is not allowed')
  const frame = await frameOf(page, world)
  await expect(frame.locator('.row')).toHaveCount(0)
})
