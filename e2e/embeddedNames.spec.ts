// A name of the site's own for a wallet by email: registered in the modal, resolved by strangers' clients
// of ENS, and paid to.
import { deployNames, type Names } from '@latchkey-tools/localnet'
import type { Page } from '@playwright/test'
import { createPublicClient, http, parseEther, type Hex } from 'viem'
import { sepolia } from 'viem/chains'
import { startApi } from '../tools/localnet/api.mjs'
import {
  addressesOf,
  approve,
  expect,
  modal,
  SEPOLIA,
  signInAnew,
  test as base,
  type EmbeddedWorld,
} from './support/embeddedWorld.js'

interface Registry {
  names: Names
  /** The shop's page, with names. */
  shop: string
}

const test = base.extend<object, { registry: Registry }>({
  registry: [
    async ({ world }, use) => {
      const url = world.nodes.sepolia
      const names = await deployNames(url)
      const api = await startApi({
        chains: [{ id: SEPOLIA, url }],
        pages: [world.shop()],
        names,
        port: world.apiPort,
      })
      const shop = world.shop({ api: api.url, universalResolver: names.universalResolver })
      await use({ names, shop })
      await api.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const button = (page: Page, name: string | RegExp) => modal(page).getByRole('button', { name })

/** Signs in, and opens the account. @returns its address */
async function openAccount(
  page: Page,
  world: EmbeddedWorld,
  shop: string,
  email: string,
): Promise<string> {
  await page.goto(shop)
  await signInAnew(page, world, email)
  await expect(modal(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^0x/ }).click()
  return (await addressesOf(page))['eip155'] ?? ''
}

/** Gets a name by the form, and approves in the frame. @returns the text of the card */
async function register(page: Page, world: EmbeddedWorld, label: string): Promise<string> {
  await button(page, 'Get a name').click()
  await modal(page).getByLabel('Your name').fill(label)
  await expect(modal(page)).toContainText(`${label}.shop.eth is free`)
  await modal(page).getByRole('checkbox').check()
  await button(page, 'Sign and get it').click()
  const card = await approve(page, world)
  await expect(modal(page)).toContainText(`${label}.shop.eth is yours`)
  return card
}

test('A visitor by email gets a name, and a client of ENS resolves it', async ({
  page,
  world,
  registry: { names, shop },
}) => {
  const address = await openAccount(page, world, shop, 'alice@shop.example')
  expect(await register(page, world, 'alice')).toContain('alice.shop.eth')
  const client = createPublicClient({ chain: sepolia, transport: http(world.nodes.sepolia) })
  const { universalResolver: universalResolverAddress } = names
  const asked = { name: 'alice.shop.eth', coinType: 0x8000_0000n + BigInt(SEPOLIA) }
  const found = await client.getEnsAddress({ ...asked, universalResolverAddress })
  expect(found?.toLowerCase()).toBe(address.toLowerCase())
})

test('The page itself looks a name up in ENS: by the chain, and by the gateway that it names', async ({
  page,
  world,
  registry: { shop },
}) => {
  const address = await openAccount(page, world, shop, 'erin@shop.example')
  await register(page, world, 'erin')
  const look = (name: string) =>
    page.evaluate(async (asked) => {
      const { adapters, networks } = window.kernel.ports
      const network = networks.get().find(({ value }) => value.id === 'eip155:11155111')!.value
      const adapter = await adapters.find('eip155')!.value.load()
      return adapter.nameLookup!.resolve(asked, network)
    }, name)
  expect(await look('erin.shop.eth')).toBe(address)
  expect(await look('nobody.shop.eth')).toBeUndefined()
  expect(await look('nobody.eth')).toBeUndefined()
})

test('Sending to a name pays the address that it leads to, and shows both', async ({
  page,
  browser,
  world,
  registry: { shop },
}) => {
  const receiver = await openAccount(page, world, shop, 'carol@shop.example')
  await register(page, world, 'carol')
  const otherDevice = await browser.newContext()
  const other = await otherDevice.newPage()
  const payer = await openAccount(other, world, shop, 'dave@shop.example')
  expect(payer).not.toBe(receiver)
  await world.fund(payer, '2')
  const before = await world.balance(receiver)
  await button(other, 'Send').click()
  await modal(other).getByLabel('Amount').fill('0.4')
  await modal(other).getByLabel('To', { exact: true }).fill('carol.shop.eth')
  await button(other, 'Review').click()
  const review = modal(other).locator('[data-step=review]')
  await expect(review).toContainText('carol.shop.eth')
  await expect(review).toContainText(receiver.slice(0, 6))
  await button(other, 'Confirm').click()
  expect(await approve(other, world)).toContain(receiver)
  await expect
    .poll(async () => (await world.balance(receiver as Hex)) - before)
    .toBe(parseEther('0.4'))
  await otherDevice.close()
})
