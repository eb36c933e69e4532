import { expect, test, type Page } from '@playwright/test'
import { startMail } from '@latchkey-tools/localnet'
import { startSecureFrame, type RunningFrame } from '../tools/localnet/secureFrame.mjs'
import { reportAttack } from './support/attackRow.js'
import { createWorld, startHostileHost, type Attack } from './support/hostileWorld.js'
import { READS } from './support/hostileReads.js'
import { DISGUISES, MOVES } from './support/hostileTricks.js'

let mail: Awaited<ReturnType<typeof startMail>>
let host: Awaited<ReturnType<typeof startHostileHost>>
let service: RunningFrame

test.beforeAll(async () => {
  mail = await startMail()
  host = await startHostileHost()
  service = await startSecureFrame({ mailUrl: mail.url, pages: [host.url], recovery: 'automatic' })
})
test.afterAll(async () => {
  await service?.close()
  host?.close()
  await mail?.close()
})

/** Runs attacks one after the other and names those that got a signature or a secret. */
async function suffer(page: Page, attack: string, attacks: readonly Attack[]): Promise<void> {
  const email = `${attack.replaceAll(' ', '.')}@shop.example`
  const options = { page, mail, hostUrl: host.url, frameUrl: service.url, email }
  const { world, secrets, count } = await createWorld(options)
  const got: string[] = []
  for (const { name, approved = 0, run } of attacks) {
    await run(world)
    const { signed, stolen } = await count()
    if (signed > approved) got.push(`${name}: ${signed - approved} signatures`)
    if (stolen > 0) got.push(`${name}: ${stolen} secrets`)
  }
  const seen = `${got.length ? got.join('; ') : '0 signatures, 0 secrets'}`
  const row = {
    attack: `a page ${attack}`,
    tries: attacks.length,
    wanted: '0 signatures, 0 secrets',
    seen,
  }
  reportAttack(row)
  expect(secrets.size).toBeGreaterThan(1)
  expect(got).toEqual([])

  // The same page gets a signature where the person approves.
  await world.open()
  await world.request()
  await world.approve().hover()
  await world.armed()
  await world.approve().click()
  await expect.poll(async () => (await count()).signed).toBe(1)
}

test('A page that reads, forges, floods and misplaces the frame gets no signature and no secret', ({
  page,
}) => suffer(page, 'that reads and forges', READS))

test('A page that moves the frame and misleads clicks and keys gets no signature', ({ page }) =>
  suffer(page, 'that moves and misleads', MOVES))

test('A page that covers and disguises the card gets no signature', ({ page }) =>
  suffer(page, 'that covers and disguises', DISGUISES))

test('In a page of a stranger, and in an allowed page within it, the frame is not shown', async ({
  page,
}) => {
  const stranger = await startHostileHost()
  let shown = 0
  const tries = 20
  try {
    for (let count = 0; count < tries; count += 1) {
      await page.goto(stranger.url)
      const isDeep = count % 2 === 1
      const src = `${service.url}/frame?projectId=local&try=${count}`
      const outer = isDeep ? host.url : src
      await page.evaluate((address) => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        return new Promise((resolve) => {
          frame.onload = resolve
          frame.src = address
        })
      }, outer)
      if (isDeep)
        await page.frames()[1]!.evaluate((address) => {
          const frame = document.createElement('iframe')
          document.body.append(frame)
          return new Promise((resolve) => {
            frame.onload = resolve
            frame.src = address
          })
        }, src)
      expect(page.frames()).toHaveLength(isDeep ? 3 : 2)
      shown += page.frames().filter((frame) => frame.url().startsWith(service.url)).length
    }
  } finally {
    stranger.close()
  }
  const seen = `${shown} shown`
  reportAttack({
    attack: 'framed by a stranger, at depth 1 and 2',
    tries,
    wanted: 'not shown',
    seen,
  })
  expect(shown).toBe(0)
})
