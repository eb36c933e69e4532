import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Frame } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { ask, openFrame, pressWhenArmed } from './support/frameHost.js'
import {
  newDevice,
  nextCode,
  openDevice,
  pressArmed,
  sign,
  signed,
  startWorld,
  type Device,
  type World,
} from './support/recoveryWorld.js'

const fromHere = createRequire(import.meta.url)
const axe = readFileSync(fromHere.resolve('axe-core/axe.min.js'), 'utf8')
const PASSWORD = 'a password of many letters'

/** The part of `libsql` that is needed here: the service has it, these tests do not. */
interface Store {
  prepare(text: string): { all(): unknown[] }
  close(): void
}

let mine: World
let operators: World
test.beforeAll(async () => {
  ;[mine, operators] = await Promise.all([startWorld('user'), startWorld('automatic')])
})
test.afterAll(async () => {
  await Promise.all([mine?.close(), operators?.close()])
})

/** Chooses a password where the frame asks for a way of recovery. */
async function choosePassword(device: Device): Promise<void> {
  await device.press('Use a password')
  await device.fill('Password of 10 characters or more', PASSWORD)
}
const heading = ({ frame }: Pick<Device, 'frame'>) => frame.getByRole('heading')
const sessionEnds = ({ page }: Pick<Device, 'page'>) =>
  expect
    .poll(() => page.evaluate(() => window.notices.map(({ type }) => type)))
    .toContain('session ended')

test('The 24 words are shown in the frame after a new sign-in, and are those of the wallet', async ({
  page,
  context,
}) => {
  await page.clock.install()
  const email = 'words@shop.example'
  const device = await openDevice(page, operators, email)
  await page.clock.fastForward('06:00')
  const opened = device.security()
  await device.press('Your 24 words')
  await expect(
    device.frame.getByText('Whoever reads these words can take everything'),
  ).toBeVisible()
  await pressArmed(device, 'Show the words')
  await expect(heading(device)).toHaveText('Is it you?')
  await expect(device.frame.getByRole('listitem')).toHaveCount(0)
  await device.press('Send the code')
  await device.fill('Code of the mail', '000000')
  await expect(device.frame.getByRole('alert')).toHaveText('This code is wrong or is over.')
  await device.fill('Code of the mail', await nextCode(operators, email))
  await expect(device.frame.getByRole('listitem')).toHaveCount(24)
  const words = (await device.frame.getByRole('listitem').allTextContents()).join(' ')
  expect(mnemonicToAccount(words).address).toBe(device.address)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await device.press('Copy the words')
  await expect(
    device.frame.getByText('Other apps and websites can read what you copy'),
  ).toBeVisible()
  await device.press('Copy all the same')
  await expect(device.frame.getByText('Empty the clipboard')).toBeVisible()
  await device.press('Done')
  await device.press('Close')
  expect(await opened).toMatchObject({ type: 'open security success' })
  const told = await page.evaluate(() => JSON.stringify(window.notices))
  expect(told).toContain('"purpose":"security"')
  for (const word of [words, words.split(' ').slice(0, 3).join(' ')]) {
    expect(told).not.toContain(word)
    expect(JSON.stringify(await opened)).not.toContain(word)
  }
})

test("A visitor takes an automatic wallet over, and the operator's share is deleted from the store", async ({
  page,
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-takeover-'))
  const file = join(folder, 'recovery.db')
  const world = await startWorld('automatic', { RECOVERY_DATABASE_URL: `file:${file}` })
  const kinds = (): string[] => {
    const Database = createRequire(join(process.cwd(), 'services/secure-frame/package.json'))(
      'libsql',
    ) as new (file: string, options: { readonly: true }) => Store
    const store = new Database(file, { readonly: true })
    try {
      return (store.prepare('select kind from recovery').all() as { kind: string }[]).map(
        ({ kind }) => kind,
      )
    } finally {
      store.close()
    }
  }
  try {
    const device = await openDevice(page, world, 'mine@shop.example')
    expect(kinds()).toEqual(['automatic'])
    const opened = device.security()
    await device.press('Recovery')
    await expect(device.frame.getByText('This service keeps your recovery.')).toBeVisible()
    await pressArmed(device, 'Take the wallet over')
    await choosePassword(device)
    await expect(device.frame.getByText('The shares of before are deleted.')).toBeVisible()
    expect(kinds()).toEqual(['password'])
    await device.press('Done')
    await device.press('Close')
    await opened
    expect(await sign(device)).toBe(true)

    const other = await newDevice(browser, world, 'mine@shop.example')
    expect(other.address).toBe(device.address)
    const answered = other.ask('Other')
    await other.press('Your password')
    await other.fill('Your password', PASSWORD)
    await other.approve()
    expect(await signed(device.address, 'Other', await answered)).toBe(true)
    await other.close()
  } finally {
    await world.close()
    rmSync(folder, { recursive: true })
  }
})

test('A device is removed: it is signed out, and its share joins with nothing', async ({
  page,
  browser,
}) => {
  const email = 'devices@shop.example'
  const first = await openDevice(page, operators, email)
  const second = await newDevice(browser, operators, email)
  expect(await sign(second)).toBe(true)
  const opened = first.security()
  await first.press('Devices')
  await expect(first.frame.getByRole('listitem')).toHaveCount(2)
  await expect(first.frame.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await first.press('Remove the device')
  await pressArmed(first, 'Remove the device')
  await expect(first.frame.getByText('The device is removed.')).toBeVisible()
  await first.press('Done')
  await first.press('Devices')
  await expect(first.frame.getByRole('listitem')).toHaveCount(1)
  await first.press('Back')
  await first.press('Close')
  await opened
  expect(await sign(first)).toBe(true)

  await openFrame(second.page, operators.host.url, operators.service.url)
  expect(await ask(second.page, 'is connected', { token: second.handle })).toMatchObject({
    payload: { isConnected: false },
  })
  // The operator's new share opens it again for whoever has the mailbox.
  const again = await openDevice(second.page, operators, email)
  expect(again.address).toBe(first.address)
  expect(await sign(again)).toBe(true)
  await second.close()
})

test('In mode user the recovery is sealed anew when a device is removed, and the old one opens nothing', async ({
  page,
  browser,
}) => {
  const email = 'anew@shop.example'
  const first = await openDevice(page, mine, email)
  const answered = first.ask('First')
  await first.press('Use a password')
  await first.fill('Password of 10 characters or more', 'the password of before')
  await first.approve()
  await answered
  const second = await newDevice(browser, mine, email)
  const opened = first.security()
  await first.press('Devices')
  await first.press('Remove the device')
  await pressArmed(first, 'Remove the device')
  await choosePassword(first)
  await expect(first.frame.getByText('The device is removed.')).toBeVisible()
  await first.press('Done')
  await first.press('Close')
  await opened
  const third = await openDevice(second.page, mine, email)
  const asked = third.ask('Third')
  await third.press('Your password')
  await third.fill('Your password', 'the password of before')
  await expect(third.frame.getByRole('alert')).toBeVisible()
  await third.fill('Your password', PASSWORD)
  await third.approve()
  expect(await signed(first.address, 'Third', await asked)).toBe(true)
  await second.close()
})

test('Signing out everywhere ends the sign-in of every device', async ({ page, browser }) => {
  const email = 'everywhere@shop.example'
  const first = await openDevice(page, operators, email)
  const second = await newDevice(browser, operators, email)
  const opened = first.security()
  await first.press('Sign out everywhere')
  await pressArmed(first, 'Sign out everywhere')
  expect(await opened).toMatchObject({ type: 'open security success' })
  await sessionEnds(first)
  const answered = await second.ask('Hello')
  expect(answered.type).toBe('rpc request error')
  await sessionEnds(second)
  expect(await ask(page, 'open security')).toMatchObject({ payload: { code: 4100 } })
  await second.close()
})

test('An account is deleted by its owner: the next sign-in makes another wallet', async ({
  page,
}) => {
  const email = 'deleted@shop.example'
  const device = await openDevice(page, operators, email)
  const opened = device.security()
  await device.press('Delete the account')
  await expect(device.frame.getByText('It cannot be undone.')).toBeVisible()
  await pressArmed(device, 'Delete for good')
  expect(await opened).toMatchObject({ type: 'open security success' })
  await sessionEnds(device)
  const anew = await openDevice(page, operators, email)
  expect(anew.address).not.toBe(device.address)
})

test('The page takes its request back, and the pages are put away', async ({ page }) => {
  const device = await openDevice(page, operators, 'cancel@shop.example')
  // A request that is taken back has no answer.
  device.security().catch(() => undefined)
  await expect(heading(device)).toHaveText('Security of your wallet')
  await page.evaluate(() => {
    // The page's ids are numbers.
    for (let id = 1; id < 20; id += 1) window.port.postMessage({ type: 'cancel', id: String(id) })
  })
  await expect(heading(device)).toHaveCount(0)
  expect(await sign(device)).toBe(true)
})

/** Violations that axe finds in the frame. */
async function violationsOf(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe)
  return frame.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await run.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

for (const { lang, mode, text } of [
  { lang: 'en', mode: 'light', text: 100 },
  { lang: 'ar', mode: 'dark', text: 100 },
  { lang: 'de', mode: 'light', text: 200 },
])
  test(`Every page is accessible and fits 320 px (${lang}, ${mode}, text of ${text} %)`, async ({
    page,
  }) => {
    const device = await openDevice(page, mine, `pages-${lang}@shop.example`, lang)
    await ask(page, 'sync theme', { themeMode: mode })
    await page.evaluate(() => {
      document.querySelector('iframe')!.style.width = '320px'
    })
    // The frame's text is 93.75 % of what the person has set in the browser.
    await device.frame.evaluate((percent) => {
      document.documentElement.style.fontSize = `${(93.75 * percent) / 100}%`
    }, text)
    const problems: string[] = []
    const look = async (name: string): Promise<void> => {
      const { frame } = device
      await expect(heading(device)).toBeVisible()
      for (const found of await violationsOf(frame)) problems.push(`${name}: ${found}`)
      const { wide, dir } = await frame.evaluate(() => ({
        wide: Math.max(
          ...[document.documentElement, document.querySelector('.sheet')!].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        ),
        dir: getComputedStyle(document.body).direction,
      }))
      if (wide > 0) problems.push(`${name}: ${wide} px too wide`)
      if (dir !== (lang === 'ar' ? 'rtl' : 'ltr')) problems.push(`${name}: ${dir}`)
    }
    const buttons = device.frame.getByRole('button')
    device.security().catch(() => undefined)
    await look('the list')
    const count = (await buttons.count()) - 1
    expect(count).toBe(7)
    for (let at = 0; at < count; at += 1) {
      const name = (await buttons.nth(at).textContent())!
      // By the keyboard alone.
      await buttons.nth(at).focus()
      await page.keyboard.press('Enter')
      await expect(buttons).not.toHaveCount(8)
      await look(name)
      await page.keyboard.press('Escape')
      await expect(buttons).toHaveCount(8)
    }
    await buttons.last().click()
    // The heading of the next page must not be taken for this one's.
    await expect(heading(device)).toHaveCount(0)
    device.ask('First').catch(() => undefined)
    await look('the choice of a recovery')
    const choice = await heading(device).textContent()
    await pressWhenArmed(buttons.nth(1))
    await expect(heading(device)).not.toHaveText(choice!)
    await look('a password')
    await page.keyboard.press('Escape')
    expect(problems).toEqual([])
  })
