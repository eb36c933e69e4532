// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { EVM_ADDRESS } from './fakeFrame.js'
import { openSignedIn, type Site } from './site.js'

const HASH = `0x${'cd'.repeat(32)}`
const codeOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error as { code: string }).code,
  )

/** A payment that waits in the frame. */
async function begin(): Promise<{ site: Site; sent: Promise<unknown>; submit(): Promise<void> }> {
  const site = await openSignedIn()
  const { page } = site.content
  page.approval = 'wait'
  const sent = site.request('eth_sendTransaction', [{ from: EVM_ADDRESS, to: EVM_ADDRESS }])
  sent.catch(() => undefined)
  await vi.waitFor(() => expect(page.of('rpc request')).toHaveLength(1))
  return {
    site,
    sent,
    async submit() {
      page.tell({ type: 'request submitted', of: page.of('rpc request')[0]!.id })
      await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}

it('A request that is carried out already ends as it ends, though the visitor closes the view', async () => {
  const { site, sent, submit } = await begin()
  await submit()
  site.kernel.close()
  site.content.page.decide(true)
  expect(await sent).toBe(HASH)
  expect(site.content.page.cancelled).toEqual([])
})

it('Its failure is told as it is, and not as a refusal of the visitor', async () => {
  const { site, sent, submit } = await begin()
  await submit()
  site.kernel.close()
  const [request] = site.content.page.of('rpc request')
  site.content.page.reply(request!, {
    failure: { message: 'In no block yet', code: -32_603, reason: 'operation_pending' },
  })
  const code = await codeOf(sent)
  expect(code).toBeDefined()
  expect(code).not.toBe('wallet.user_rejected')
})

it('A request that was not submitted is refused by the visitor who closes the view', async () => {
  const { site, sent } = await begin()
  site.kernel.close()
  expect(await codeOf(sent)).toBe('wallet.user_rejected')
})

it('A notice about another request changes nothing', async () => {
  const { site, sent } = await begin()
  site.content.page.tell({ type: 'request submitted', of: 'someone else’s' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  site.kernel.close()
  expect(await codeOf(sent)).toBe('wallet.user_rejected')
})

it('Its outcome is unknown where the frame is gone, though the visitor had closed the view', async () => {
  const { site, sent, submit } = await begin()
  await submit()
  site.kernel.close()
  // A further load is a new document.
  const [frame] = site.frames
  frame!.dispatchEvent(new Event('load'))
  frame!.dispatchEvent(new Event('load'))
  const error = await sent.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ cause: { code: -32_603 } })
  expect(error).not.toMatchObject({ code: 'wallet.user_rejected' })
})

it('The view ends once the frame has nothing to show of it, and its answer still comes', async () => {
  const { site, sent, submit } = await begin()
  const { page } = site.content
  page.tell({ type: 'hide frame' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(site.top()).toBe('ApproveTransaction')
  await submit()
  expect(site.top()).toBe('ApproveTransaction')
  page.tell({ type: 'hide frame' })
  await vi.waitFor(() => expect(site.top()).toBeUndefined())
  page.decide(true)
  expect(await sent).toBe(HASH)
})

it('A change of the network ends it before it is submitted, and not afterwards', async () => {
  for (const isSubmitted of [false, true]) {
    const { site, sent, submit } = await begin()
    if (isSubmitted) await submit()
    await site.kernel.ports.activeNetwork.switch('eip155:10')
    site.content.page.decide(true)
    if (isSubmitted) expect(await sent).toBe(HASH)
    else expect(await codeOf(sent)).toBe('wallet.account_changed')
  }
})

describe('A request that is taken back while the frame submits it', () => {
  /** The visitor closes the view, and the frame has heard that. */
  async function takeBack() {
    const begun = await begin()
    const { page } = begun.site.content
    begun.site.kernel.close()
    const [request] = page.of('rpc request')
    await vi.waitFor(() => expect(page.cancelled).toEqual([request!.id]))
    return { ...begun, page, request: request! }
  }

  it('Its hash is told, though the notice came after the visitor had left', async () => {
    const { sent, submit, page, request } = await takeBack()
    await submit()
    page.reply(request, { success: { result: HASH } })
    expect(await sent).toBe(HASH)
  })

  it('Its hash is told where the frame says nothing else', async () => {
    const { sent, page, request } = await takeBack()
    page.reply(request, { success: { result: HASH } })
    expect(await sent).toBe(HASH)
  })

  it('It is refused once the frame says so', async () => {
    const { sent, page, request } = await takeBack()
    let isSettled = false
    const code = codeOf(sent).finally(() => (isSettled = true))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isSettled).toBe(false)
    page.reply(request, { failure: { message: 'No', code: 4001, reason: 'rejected' } })
    expect(await code).toBe('wallet.user_rejected')
  })
})
