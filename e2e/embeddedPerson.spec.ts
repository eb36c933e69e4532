// The secure frame's word on who is signed in, and requests that outlive a person's sign-in.
import { expect, test, type Page } from '@playwright/test'
import { createIdentityVerifier } from '@latchkey/siwx-server'
import { startMail } from '@latchkey-tools/localnet'
import { verifyMessage, type Hex } from 'viem'
import { startSecureFrame, type RunningFrame } from '../tools/localnet/secureFrame.mjs'
import { approveByMouse, ask, openFrame, signIn, startFrameHost } from './support/frameHost.js'

let mail: Awaited<ReturnType<typeof startMail>>
let host: Awaited<ReturnType<typeof startFrameHost>>
let service: RunningFrame

test.beforeAll(async () => {
  mail = await startMail()
  host = await startFrameHost()
  const env = { LIMIT_MAIL_CLIENT: '1000' }
  service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url],
    recovery: 'automatic',
    env,
  })
})
test.afterAll(async () => {
  await service?.close()
  host?.close()
  await mail?.close()
})

test('A site gets an identity token for its server, which verifies it by the service’s keys', async ({
  page,
}) => {
  await openFrame(page, host.url, service.url)
  const nonce = 'nonce-of-the-server'
  const early = await ask(page, 'identity token', { nonce })
  expect(early).toMatchObject({ type: 'identity token error', payload: { code: 4100 } })
  const { user } = await signIn(page, mail, 'server@shop.example')
  const { type, payload } = await ask(page, 'identity token', { nonce })
  expect(type).toBe('identity token success')
  const token = payload!['token'] as string
  const verify = createIdentityVerifier({ issuer: service.url, projectId: 'local' })
  const person = await verify(token, { nonce })
  expect(person).toMatchObject({ accounts: { eip155: user.address } })
  // The project does not ask for the address of the mail.
  expect(person).not.toHaveProperty('email')
  expect(payload!['expiresAt']).toBe(person!.expiresAt)
  expect(await verify(token, { nonce: 'another-nonce' })).toBeUndefined()
  const other = createIdentityVerifier({ issuer: service.url, projectId: 'shop' })
  expect(await other(token, { nonce })).toBeUndefined()
  const changed = `${token.slice(0, -5)}${token.endsWith('AAAAA') ? 'BBBBB' : 'AAAAA'}`
  expect(await verify(changed, { nonce })).toBeUndefined()
})

/** Asks for a signature of an account and waits for its card. */
async function showCard(page: Page, account: Hex) {
  const params = ['Hello', account]
  const answered = ask(page, 'rpc request', { method: 'personal_sign', params })
  const frame = page.frames()[1]!
  await expect(frame.getByText(account, { exact: true })).toBeVisible()
  return { frame, answered }
}

test('A card of one person is not signed by another who signed in meanwhile', async ({ page }) => {
  await openFrame(page, host.url, service.url)
  const { user: ada } = await signIn(page, mail, 'ada@shop.example')
  const first = await showCard(page, ada.address)
  // The page signs the person out and another one in, and leaves the card where it is.
  await ask(page, 'sign out')
  const { user: eve } = await signIn(page, mail, 'eve@shop.example')
  expect(eve.address).not.toBe(ada.address)
  await approveByMouse(first.frame)
  await first.frame.getByRole('button', { name: 'Close' }).click()
  expect(await first.answered).toMatchObject({
    type: 'rpc request error',
    payload: { code: 4100 },
  })
  const second = await showCard(page, eve.address)
  await approveByMouse(second.frame)
  const signature = (await second.answered).payload!['result'] as Hex
  expect(await verifyMessage({ address: eve.address, message: 'Hello', signature })).toBe(true)
})

test('A card whose person signed out is not signed', async ({ page }) => {
  await openFrame(page, host.url, service.url)
  const { user } = await signIn(page, mail, 'bob@shop.example')
  const { frame, answered } = await showCard(page, user.address)
  await ask(page, 'sign out')
  await approveByMouse(frame)
  await frame.getByRole('button', { name: 'Close' }).click()
  expect((await answered).payload).toMatchObject({ code: 4100 })
})
