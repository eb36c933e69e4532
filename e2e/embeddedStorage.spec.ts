import { expect, test } from '@playwright/test'
import { ask, openFrame } from './support/frameHost.js'
import { withProfile } from './support/profile.js'
import {
  deviceOf,
  forgetBrowser,
  openDevice,
  sign,
  signed,
  startWorld,
  type Device,
  type OpenFrame,
  type World,
} from './support/recoveryWorld.js'

const PASSWORD = 'a password of many letters'

let mine: World
let operators: World
test.beforeAll(async () => {
  ;[mine, operators] = await Promise.all([startWorld('user'), startWorld('automatic')])
})
test.afterAll(async () => {
  await Promise.all([mine?.close(), operators?.close()])
})

/** The frame's words on the place of this device's share. */
async function homeOf(device: OpenFrame): Promise<string> {
  const opened = device.security()
  await device.press('This browser')
  await expect(device.frame.getByRole('heading')).toHaveText('This browser')
  const text = await device.frame.locator('.content').textContent()
  await device.press('Back')
  await device.press('Close')
  await opened
  return text!
}
const IN_FRAME = 'The share of this device is kept in this browser.'
const IN_SERVICE = /This service keeps the share of this device/

/** Opens the page again, with the handle that it kept. */
async function comeBack(device: Device, world: World) {
  const frame = await openFrame(device.page, world.host.url, world.service.url)
  const { payload } = await ask(device.page, 'is connected', { token: device.handle })
  return { ...deviceOf(device.page, frame, device.address), isConnected: payload!['isConnected'] }
}

async function choosePassword(device: Device): Promise<void> {
  const answered = device.ask('First')
  await device.press('Use a password')
  await device.fill('Password of 10 characters or more', PASSWORD)
  await device.approve()
  expect(await signed(device.address, 'First', await answered)).toBe(true)
}

test('Storage of the frame has the share; cleared in use, the wallet signs on and is recovered later', async () => {
  await withProfile(async (context) => {
    const email = 'cleared@shop.example'
    const device = await openDevice(await context.newPage(), operators, email)
    expect(await homeOf(device)).toBe(IN_FRAME)
    expect(await sign(device)).toBe(true)
    await forgetBrowser(device.page, operators)
    expect(await sign(device)).toBe(true)
    // The frame's key went with it: whoever comes back signs in anew.
    expect(await comeBack(device, operators)).toMatchObject({ isConnected: false })
    const anew = await openDevice(device.page, operators, email)
    expect(anew.address).toBe(device.address)
    expect(await sign(anew)).toBe(true)
    expect(await homeOf(anew)).toBe(IN_FRAME)
  })
})

test('Where the share alone is gone, the person stays signed in and the password answers', async () => {
  await withProfile(async (context) => {
    const page = await context.newPage()
    const device = await openDevice(page, mine, 'gone@shop.example')
    await choosePassword(device)
    await device.frame.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open('latchkey-frame')
          request.onsuccess = () => {
            const change = request.result.transaction('values', 'readwrite')
            const store = change.objectStore('values')
            const keys = store.getAllKeys()
            keys.onsuccess = () => {
              for (const key of keys.result) if (String(key).startsWith('share ')) store.delete(key)
            }
            change.oncomplete = () => resolve()
          }
        }),
    )
    const back = await comeBack(device, mine)
    expect(back.isConnected).toBe(true)
    const answered = back.ask('Again')
    await back.press('Your password')
    await back.fill('Your password', PASSWORD)
    await back.approve()
    expect(await signed(device.address, 'Again', await answered)).toBe(true)
    expect(await homeOf(back)).toBe(IN_FRAME)
  })
})

test('Where the storage of the frame is full, the service keeps the share, and the wallet signs', async () => {
  await withProfile(async (context) => {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    const { origin } = new URL(operators.service.url)
    await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    const device = await openDevice(page, operators, 'full@shop.example')
    expect(await homeOf(device)).toMatch(IN_SERVICE)
    const back = await comeBack(device, operators)
    expect(back.isConnected).toBe(true)
    expect(await sign(back)).toBe(true)
  })
})

test('Where the storage of the frame is blocked, the service keeps the share; lost too, it is recovered', async ({
  page,
}) => {
  const device = await openDevice(page, operators, 'blocked@shop.example')
  expect(await homeOf(device)).toMatch(IN_SERVICE)
  const back = await comeBack(device, operators)
  expect(back.isConnected).toBe(true)
  expect(await sign(back)).toBe(true)
  await forgetBrowser(page, operators)
  const anew = await openDevice(page, operators, 'blocked@shop.example')
  expect(anew.address).toBe(device.address)
  expect(await sign(anew)).toBe(true)
})

test('A window of the secure origin takes the share from the service, and opens the wallet by a click', async ({
  page,
}) => {
  const device = await openDevice(page, mine, 'window@shop.example')
  await choosePassword(device)
  expect(await homeOf(device)).toMatch(IN_SERVICE)
  const opened = device.security()
  await device.press('This browser')
  const opening = page.waitForEvent('popup')
  await device.press('Keep it in a window')
  const window = await opening
  await expect.poll(() => window.isClosed()).toBe(true)
  await expect(device.frame.getByText('in a window of this service')).toBeVisible()
  await device.press('Done')
  await device.press('Close')
  await opened

  const back = await comeBack(device, mine)
  const answered = back.ask('Again')
  await back.press('Look in a window')
  await back.approve()
  expect(await signed(device.address, 'Again', await answered)).toBe(true)
  // Another browser has nothing in its window.
  await forgetBrowser(page, mine)
  const anew = await openDevice(page, mine, 'window@shop.example')
  const asked = anew.ask('Anew')
  await anew.press('Look in a window')
  await expect(anew.frame.getByRole('alert')).toHaveText(
    'This browser keeps no share of the wallet.',
  )
  await anew.press('Cancel')
  expect((await asked).payload).toMatchObject({ code: 4001 })
})
