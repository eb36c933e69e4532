import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import {
  addAuthenticator,
  forgetBrowser,
  newDevice,
  openDevice,
  pressArmed,
  sign,
  signed,
  startWorld,
  tamper,
  type Device,
  type World,
} from './support/recoveryWorld.js'

let mine: World
let operators: World
test.beforeAll(async () => {
  ;[mine, operators] = await Promise.all([startWorld('user'), startWorld('automatic')])
})
test.afterAll(async () => {
  await Promise.all([mine?.close(), operators?.close()])
})

const PASSWORD = 'Grüße an alle 24'

/** Asks for the first signature and chooses a password before it. */
async function chooseOnePassword(device: Device, password = PASSWORD): Promise<void> {
  const answered = device.ask('First')
  await device.press('Use a password')
  await device.fill('Password of 10 characters or more', password)
  await device.approve()
  expect(await signed(device.address, 'First', await answered)).toBe(true)
}

/** The same addresses, and a signature of theirs. */
function expectSame(first: Device, second: Device): void {
  expect([second.address, second.solana]).toEqual([first.address, first.solana])
}

test('A passkey is chosen before the first signature and recovers the wallet in a browser that forgot it', async ({
  page,
}) => {
  await addAuthenticator(page)
  const first = await openDevice(page, mine, 'passkey@shop.example')
  const answered = first.ask('First')
  await expect(first.frame.getByRole('heading')).toHaveText('Choose how to recover your wallet')
  await first.press('Use a passkey')
  await first.approve()
  expect(await signed(first.address, 'First', await answered)).toBe(true)
  expect(await sign(first)).toBe(true)

  // A virtual authenticator belongs to one page, and its PRF secret cannot be taken to another.
  await forgetBrowser(page, mine)
  const second = await openDevice(page, mine, 'passkey@shop.example')
  expectSame(first, second)
  const again = second.ask('Again')
  await second.press('Use a passkey')
  await second.approve()
  expect(await signed(first.address, 'Again', await again)).toBe(true)
})

test('A passkey that has lost its secret opens nothing, and says so', async ({ page, browser }) => {
  const { client, authenticatorId } = await addAuthenticator(page)
  const first = await openDevice(page, mine, 'other@shop.example')
  const answered = first.ask('First')
  await first.press('Use a passkey')
  await first.approve()
  await answered
  const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
  const context = await browser.newContext()
  const other = await context.newPage()
  const thief = await addAuthenticator(other)
  // Chromium exports a passkey without its PRF secret.
  for (const credential of credentials)
    await thief.client.send('WebAuthn.addCredential', {
      authenticatorId: thief.authenticatorId,
      credential,
    })
  const second = await openDevice(other, mine, 'other@shop.example')
  const again = second.ask('Again')
  await second.press('Use a passkey')
  await expect(second.frame.getByRole('alert')).toHaveText(
    'This browser or passkey cannot do that. Choose another way.',
  )
  await second.press('Cancel')
  expect((await again).payload).toMatchObject({ code: 4001 })
  await second.close()
})

test('A password recovers the wallet on another device; a wrong one never signs', async ({
  page,
  browser,
}) => {
  const first = await openDevice(page, mine, 'password@shop.example')
  const answered = first.ask('First')
  await first.press('Use a password')
  await first.fill('Password of 10 characters or more', 'short')
  await expect(first.frame.getByRole('alert')).toHaveText('The password is too short.')
  await first.frame.getByLabel('Show the password').check()
  await expect(first.frame.getByLabel('Password of 10 characters')).toHaveAttribute('type', 'text')
  await first.fill('Password of 10 characters or more', PASSWORD)
  await first.approve()
  expect(await signed(first.address, 'First', await answered)).toBe(true)

  const second = await newDevice(browser, mine, 'password@shop.example')
  expectSame(first, second)
  const again = second.ask('Again')
  await second.press('Your password')
  await second.fill('Your password', PASSWORD.toLowerCase())
  await expect(second.frame.getByRole('alert')).toHaveText(
    'This does not open the wallet. Check it and try again.',
  )
  await expect(second.frame.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await second.fill('Your password', PASSWORD)
  await second.approve()
  expect(await signed(first.address, 'Again', await again)).toBe(true)
  expect(await sign(second, 'Without a step between')).toBe(true)
  await second.close()
})

test('A kit is saved as a file and recovers the wallet on another device; a damaged one never signs', async ({
  page,
  browser,
}) => {
  const first = await openDevice(page, mine, 'kit@shop.example')
  const answered = first.ask('First')
  await first.press('Keep a recovery kit')
  const kit = (await first.frame.locator('.kit').textContent())!
  expect(kit).toMatch(/^(?:[2-9A-HJKMNP-Z]{5}-){10}[2-9A-HJKMNP-Z]{5}$/)
  const opening = page.waitForEvent('popup')
  await first.press('Save or print it')
  const sheet = await opening
  const saving = sheet.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save as a file' }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  expect(saved).toContain(kit)
  await sheet.close()
  await first.press('I have kept it')
  await first.approve()
  expect(await signed(first.address, 'First', await answered)).toBe(true)

  const second = await newDevice(browser, mine, 'kit@shop.example')
  expectSame(first, second)
  const again = second.ask('Again')
  await second.press('Your recovery kit')
  const damaged = kit.startsWith('2') ? `3${kit.slice(1)}` : `2${kit.slice(1)}`
  await second.fill('Your recovery kit', damaged)
  await expect(second.frame.getByRole('alert')).toHaveText(
    'This does not open the wallet. Check it and try again.',
  )
  await expect(second.frame.getByLabel('Your recovery kit')).toHaveValue(damaged)
  await second.fill('Your recovery kit', ` ${kit.toLowerCase().replaceAll('-', ' ')}`)
  await second.approve()
  expect(await signed(first.address, 'Again', await again)).toBe(true)
  await second.close()
})

test('Nothing is signed before a way of recovery is chosen, and leaving the choice rejects', async ({
  page,
}) => {
  const device = await openDevice(page, mine, 'none@shop.example')
  const answered = device.ask('First')
  await expect(device.frame.getByRole('heading')).toHaveText('Choose how to recover your wallet')
  await device.frame.locator('body').press('Escape')
  expect((await answered).payload).toMatchObject({ code: 4001 })
  await chooseOnePassword(device)
})

test('In mode automatic another device signs after the link of the mail, with no step between', async ({
  page,
  browser,
}) => {
  const first = await openDevice(page, operators, 'automatic@shop.example')
  expect(await sign(first)).toBe(true)
  const second = await newDevice(browser, operators, 'automatic@shop.example')
  expectSame(first, second)
  expect(await sign(second)).toBe(true)
  await second.close()
})

interface Released extends Record<string, unknown> {
  recovery: { kind: string; share: string }[]
}

test('A share with one bit changed, of another person or of an old split never signs, and says so once', async ({
  page,
  browser,
}) => {
  const email = 'shares@shop.example'
  const first = await openDevice(page, operators, email)
  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  let strangers = ''
  await tamper(other, '/v1/wallet/recovery', (body) => {
    strangers = (body as Released).recovery[0]!.share
    return body
  })
  await openDevice(other, operators, 'eve@shop.example')
  await forgetBrowser(other, operators)
  await openDevice(other, operators, 'eve@shop.example')
  expect(strangers).toHaveLength(44)
  await stranger.close()

  // The share of before, and a new split by the removal of a device.
  const lost = await (await browser.newContext()).newPage()
  let old = ''
  await tamper(lost, '/v1/wallet/recovery', (body) => {
    old = (body as Released).recovery[0]!.share
    return body
  })
  await openDevice(lost, operators, email)
  await lost.context().close()
  const opened = first.security()
  await first.press('Devices')
  await first.press('Remove the device')
  await pressArmed(first, 'Remove the device')
  await first.press('Done')
  await first.press('Close')
  await opened
  expect(old).toHaveLength(44)

  const shares: Record<string, (share: string) => string> = {
    'one bit changed': (share) => {
      const bytes = Buffer.from(share, 'base64url')
      bytes[5]! ^= 1
      return bytes.toString('base64url')
    },
    'of another person': () => strangers,
    'of an old split': () => old,
  }
  for (const [name, change] of Object.entries(shares)) {
    const context = await browser.newContext()
    const changed = await context.newPage()
    await tamper(changed, '/v1/wallet/recovery', (body) => {
      const { recovery, ...rest } = body as Released
      return { ...rest, recovery: recovery.map((way) => ({ ...way, share: change(way.share) })) }
    })
    const device = await openDevice(changed, operators, email)
    expect(device.address, name).toBe(first.address)
    const { type, payload } = await device.ask('Hello')
    expect([type, payload], name).toEqual([
      'rpc request error',
      expect.objectContaining({
        message: 'These shares do not give the wallet that is on record.',
        reason: 'key_mismatch',
      }),
    ])
    await context.close()
  }
})
