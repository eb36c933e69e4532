import { expect, test } from '@playwright/test'
import { startMail } from '@latchkey-tools/localnet'
import { startSecureFrame, type RunningFrame } from '../tools/localnet/secureFrame.mjs'
import { verifyMessage, type Hex } from 'viem'
import { approveByMouse, ask, openFrame, signIn, startFrameHost } from './support/frameHost.js'

let mail: Awaited<ReturnType<typeof startMail>>
let host: Awaited<ReturnType<typeof startFrameHost>>
let service: RunningFrame

test.beforeAll(async () => {
  mail = await startMail()
  host = await startFrameHost()
  service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url],
    recovery: 'automatic',
    env: { LIMIT_MAIL_PAUSE: '0' },
  })
})
test.afterAll(async () => {
  await service?.close()
  host?.close()
  await mail?.close()
})

test('A person signs in by email, signs a message, comes back and signs again', async ({
  page,
}) => {
  let frame = await openFrame(page, host.url, service.url)
  const { user, handle } = await signIn(page, mail, 'ada@shop.example')
  const sign = async (): Promise<Hex> => {
    const params = ['Hello', user.address]
    const answered = ask(page, 'rpc request', { method: 'personal_sign', params })
    await expect(frame.getByText(host.url)).toBeVisible()
    await approveByMouse(frame)
    const { payload } = await answered
    return payload!['result'] as Hex
  }
  const verify = (signature: Hex) =>
    verifyMessage({ address: user.address, message: 'Hello', signature })
  expect(await verify(await sign())).toBe(true)

  frame = await openFrame(page, host.url, service.url)
  expect(await ask(page, 'is connected', { token: handle })).toMatchObject({
    payload: { isConnected: true },
  })
  const { payload } = await ask(page, 'get user', { chainId: 1, preferredAccountType: 'eoa' })
  expect(payload!['user']).toMatchObject({ address: user.address })
  expect(await verify(await sign())).toBe(true)

  expect(await ask(page, 'sign out')).toMatchObject({ type: 'sign out success' })
  expect(await ask(page, 'is connected', { token: handle })).toMatchObject({
    payload: { isConnected: false },
  })
})
