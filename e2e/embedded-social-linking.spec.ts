// One person with several sign-ins: they are added and removed in the frame, and a first sign-in with an
// address that another wallet has is asked.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SocialName } from '@latchkey-tools/localnet'
import type { Browser, Frame, Page } from '@playwright/test'
import { ask, openFrame, pressWhenArmed } from './support/frameHost.js'
import {
  addressesOf,
  approveDevice,
  askForMail,
  expect,
  frameOf,
  modal,
  pressInFrame,
  signInAnew,
  typeCode,
  type EmbeddedWorld,
} from './support/embeddedWorld.js'
import { newDevice, startWorld } from './support/recoveryWorld.js'
import { consent, isConnected, open, test } from './support/socialWorld.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations that axe finds in the frame. */
async function violationsOf(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe)
  return frame.evaluate(async () => {
    const { axe: tool } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string }[] }> }
    }
    return (await tool.run()).violations.map(({ id }) => id)
  })
}

let count = 0
/** A person whom nobody knows yet. */
const newPerson = () => {
  count += 1
  const id = `${Date.now()}${count}`
  return { id, name: 'ada', email: `ada${id}@shop.example` }
}
/** A browser in which nobody has signed in. */
const openShop = async (browser: Browser, world: EmbeddedWorld): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(world.shop())
  return page
}
const heading = (frame: Frame) => frame.getByRole('heading')

/** Opens the list of sign-ins in the frame's own pages. */
async function openSignIns(page: Page, world: EmbeddedWorld): Promise<Frame> {
  await page.getByRole('button', { name: /0x/i }).first().click()
  await modal(page).getByRole('button', { name: 'Wallet and security' }).click()
  const frame = await frameOf(page, world)
  await pressInFrame(frame, 'Ways to sign in')
  await expect(heading(frame)).toHaveText('Ways to sign in')
  return frame
}

/** Signs in at a provider in a window that the frame opens. */
async function signInAt(page: Page, frame: Frame, name: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    pressInFrame(frame, `Sign in with ${name}`),
  ])
  await consent(popup)
}

/** Opens Connect and signs in by a provider, up to the question of the frame. */
async function askedAt(page: Page, world: EmbeddedWorld, name: SocialName): Promise<Frame> {
  await consent(await open(page, name))
  await expect(modal(page)).toContainText('Your wallet has a question.')
  const frame = await frameOf(page, world)
  await expect(heading(frame)).toHaveText('You have a wallet with this address already')
  return frame
}

test('A sign-in that is added opens the same wallet in another browser, until it is removed', async ({
  page,
  browser,
  world,
  providers,
}) => {
  const person = newPerson()
  providers.switch('github', { person })
  await page.goto(world.shop())
  await signInAnew(page, world, person.email)
  await isConnected(page)
  const first = await addressesOf(page)
  const frame = await openSignIns(page, world)
  await expect(frame.getByText('This address can be changed, and is not removed.')).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Remove the sign-in' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(await violationsOf(frame)).toEqual([])
  await pressInFrame(frame, 'Add GitHub')
  await signInAt(page, frame, 'GitHub')
  await expect(frame.getByText('It opens your wallet from now on.')).toBeVisible()
  await pressInFrame(frame, 'Done')

  const other = await openShop(browser, world)
  await consent(await open(other, 'github'))
  await expect.poll(() => addressesOf(other), { timeout: 30_000 }).toEqual(first)

  await pressInFrame(frame, 'Ways to sign in')
  const row = frame.getByRole('listitem').filter({ hasText: 'GitHub' })
  await row.getByRole('button', { name: 'Remove the sign-in' }).click()
  await pressWhenArmed(frame.getByRole('button', { name: 'Remove', exact: true }))
  await expect(frame.getByText('The sign-in is removed.')).toBeVisible()
  await other.context().close()

  const stranger = await openShop(browser, world)
  // The address is still that of the wallet: the person is asked, and wants one of their own.
  await pressInFrame(await askedAt(stranger, world, 'github'), 'No, make a new wallet')
  await isConnected(stranger)
  expect(await addressesOf(stranger)).not.toEqual(first)
  await stranger.context().close()
})

test('A first sign-in by a provider with the address of a wallet opens that wallet after a code', async ({
  page,
  browser,
  world,
  providers,
}) => {
  const person = newPerson()
  providers.switch('google', { person })
  await page.goto(world.shop())
  await signInAnew(page, world, person.email)
  await isConnected(page)
  const first = await addressesOf(page)
  const other = await openShop(browser, world)
  const frame = await askedAt(other, world, 'google')
  await expect(frame.getByText('Open it with Google too?')).toBeVisible()
  await expect(frame.getByText(person.email)).toBeVisible()
  expect(await violationsOf(frame)).toEqual([])
  await pressInFrame(frame, 'Yes, it is mine')
  await expect(frame.getByText(`We have sent a link to ${person.email}.`)).toBeVisible()
  expect(await violationsOf(frame)).toEqual([])
  await frame
    .getByLabel('Code of the mail')
    .fill(await approveDevice(other.context(), world, person.email))
  await pressInFrame(frame, 'Continue')
  await expect.poll(() => addressesOf(other), { timeout: 30_000 }).toEqual(first)
  await other.context().close()
  const next = await openShop(browser, world)
  await consent(await open(next, 'google'))
  await expect.poll(() => addressesOf(next), { timeout: 30_000 }).toEqual(first)
  await next.context().close()
})

test('A first sign-in by mail finds the wallet of a provider, whose window proves it', async ({
  page,
  browser,
  world,
  providers,
}) => {
  const person = newPerson()
  providers.switch('discord', { person })
  await page.goto(world.shop())
  await consent(await open(page, 'discord'))
  await isConnected(page)
  const first = await addressesOf(page)
  const other = await openShop(browser, world)
  await askForMail(other, person.email)
  await typeCode(other, await approveDevice(other.context(), world, person.email))
  const frame = await frameOf(other, world)
  await expect(frame.getByText('Open it with this email address too?')).toBeVisible()
  await pressInFrame(frame, 'Yes, it is mine')
  await signInAt(other, frame, 'Discord')
  await expect.poll(() => addressesOf(other), { timeout: 30_000 }).toEqual(first)
  await other.context().close()
})

test('A person who cancels the question is signed in to nothing, and is asked again', async ({
  page,
  browser,
  world,
  providers,
}) => {
  const person = newPerson()
  providers.switch('apple', { person })
  await page.goto(world.shop())
  await signInAnew(page, world, person.email)
  await isConnected(page)
  const other = await openShop(browser, world)
  await pressInFrame(await askedAt(other, world, 'apple'), 'Cancel')
  await expect(modal(other)).toContainText('Email address')
  expect(await addressesOf(other)).toEqual({})
  // A page that is loaded in between comes back to the same question.
  await other.reload()
  const frame = await askedAt(other, world, 'apple')
  await pressInFrame(frame, 'No, make a new wallet')
  await isConnected(other)
  await other.context().close()
})

test('The question and its proof are accessible and fit 320 px, in Arabic and dark', async ({
  page,
  context,
  browser,
  providers,
}) => {
  const world = await startWorld('automatic', providers.env)
  try {
    const person = newPerson()
    providers.switch('google', { person })
    const known = await newDevice(browser, world, person.email)
    const frame = await openFrame(page, world.host.url, world.service.url, 'ar')
    await ask(page, 'sync theme', { themeMode: 'dark' })
    await page.evaluate(() => {
      document.querySelector('iframe')!.style.width = '320px'
    })
    const { payload } = await ask(page, 'get social redirect uri', { provider: 'google' })
    const tab = await context.newPage()
    await tab.goto(String(payload!['uri']))
    await tab.getByRole('button', { name: /^Continue as / }).click()
    // The browser lets the frame keep nothing by which the callback would know it.
    await tab.locator('button.primary').click()
    const result = () =>
      page.evaluate(() => window.notices.find(({ type }) => type === 'social result'))
    await expect.poll(result).toBeDefined()
    const { uri } = (await result()) as unknown as { uri: string }
    await tab.close()
    const connect = { uri, preferredAccountType: 'eoa', chainId: 1 }
    const answered = ask(page, 'connect social', connect)
    const look = async (): Promise<void> => {
      expect(await violationsOf(frame)).toEqual([])
      const { wide, dir } = await frame.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        dir: getComputedStyle(document.body).direction,
      }))
      expect([wide, dir]).toEqual([0, 'rtl'])
    }
    await expect(frame.getByText(person.email)).toBeVisible()
    await look()
    await frame.locator('button.primary').click()
    const field = frame.getByRole('textbox')
    await expect(field).toBeVisible()
    await look()
    const { text } = await world.mail.next(person.email)
    const [link = ''] = /http\S+\/device\/\S+/.exec(text) ?? []
    const shown = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
    await field.fill(/<output[^>]*>(\d{6})</.exec(shown)?.[1] ?? '')
    await page.keyboard.press('Enter')
    expect((await answered).payload!['user']).toMatchObject({ address: known.address })
    await known.close()
  } finally {
    await world.close()
  }
})
