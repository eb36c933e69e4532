// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { EVM_ADDRESS, SIGNATURE, TOKEN } from './fakeFrame.js'
import { arrive } from './frameWindow.js'
import { openSignedIn, openSite, signedInWindow } from './site.js'

describe('Requests to the frame', () => {
  it('Parameters are posted as JSON has them, and what JSON does not hold is refused as invalid', async () => {
    const { content, request } = await openSignedIn()
    await request('wallet_sendCalls', [{ calls: [{ to: '0x1', data: undefined }] }])
    expect(content.page.of('rpc request').at(-1)?.payload.params).toEqual([
      { calls: [{ to: '0x1' }] },
    ])
    for (const params of [[1n], ['x'.repeat(1_100_000)]])
      await expect(request('personal_sign', params)).rejects.toMatchObject({
        code: 'rpc.failed',
        context: { rpcCode: -32_602 },
      })
  })

  it('A refusal of the frame keeps its code, which libraries read', async () => {
    const { content, request } = await openSignedIn()
    const message = 'This wallet cannot send calls all at once.'
    content.page.overrides.set('rpc request', () => ({ failure: { message, code: 5760 } }))
    await expect(request('wallet_sendCalls', [{}])).rejects.toMatchObject({
      code: 'rpc.failed',
      context: { rpcCode: 5760 },
      cause: { message },
    })
  })

  it('A request that comes while the accounts are restored waits until the frame knows who is signed in', async () => {
    const first = await openSignedIn()
    first.kernel.dispose()
    const content = signedInWindow()
    content.page.overrides.set('is connected', () => null)
    const { kernel, request } = await openSite({ storage: first.storage, content })
    await vi.waitFor(() => expect(kernel.ports.accounts.active('eip155')).toBeDefined())
    const signed = request('personal_sign', ['0x00', EVM_ADDRESS])
    await vi.waitFor(() => expect(content.page.of('is connected')).toHaveLength(1))
    await arrive()
    expect(content.page.of('rpc request')).toEqual([])
    const [question] = content.page.of('is connected')
    content.page.reply(question!, { success: { isConnected: true, token: TOKEN } })
    expect(await signed).toBe(SIGNATURE)
  })

  it('After the frame was asked for the users a request is on its own network again', async () => {
    const { content, request } = await openSignedIn()
    await request('personal_sign', ['0x00', EVM_ADDRESS])
    content.page.tell({ type: 'user changed' })
    await vi.waitFor(() => expect(content.page.chainId).not.toBe(1))
    content.page.overrides.set('rpc request', () => {
      expect(content.page.chainId).toBe(1)
      return undefined
    })
    expect(await request('personal_sign', ['0x00', EVM_ADDRESS])).toBe(SIGNATURE)
  })
})
