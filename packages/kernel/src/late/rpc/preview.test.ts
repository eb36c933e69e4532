import { createToken, LatchkeyError, type Description, type PreviewedRequest, type RequestPreviewer, type WireRequest } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { account, FakeConnection, scope } from '../../../test/fakes/FakeConnection.js'
import { fakeAdapter } from '../../../test/fakes/fakeAdapter.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import { makeWorld, settle, type World } from '../../../test/fakes/makeWorld.js'

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
const DESCRIPTION: Description = { title: 'test.sign', rows: [{ label: 'test.message', value: 'hello' }], complete: true }

async function start(describe: () => Promise<Description | undefined> = async () => DESCRIPTION) {
  const asked: WireRequest[] = []
  const link = new FakeConnection('w', 'w', { test: scope([account('test', 'a'), account('test', 'b')], { selected: 'b' }) }, { answer: (request) => (asked.push(request), 'signed') })
  const adapter = fakeAdapter('test', { describe })
  const world = await makeWorld({ policies: [{ namespace: 'test', methods: { sign: 'sign', read: 'read', send: 'send', settings: 'wallet-state' } }], connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })], adapters: [adapter] })
  worlds.push(world)
  await world.kernel.connect('w')
  const preview = (previewer: Partial<RequestPreviewer> = {}) => {
    const review = vi.fn<RequestPreviewer['review']>(async () => undefined)
    world.kernel.ports.points.add(createToken<RequestPreviewer>('previews'), { id: `p${Math.random()}`, takes: () => true, review, ...previewer })
    return review
  }
  return { ...world, link, asked, preview, ask: (method = 'sign', more: { params?: unknown; signal?: AbortSignal } = {}) => world.kernel.ports.connections.request({ network: 'test:1', method, ...more }) }
}

it('is shown what signs or sends, in words, and hands the wallet the very object that was shown', async () => {
  const { ask, preview, asked } = await start()
  const review = preview()
  const params = { message: 'hello', list: [1] }
  const [shown] = await Promise.all([new Promise<PreviewedRequest>((resolve) => review.mockImplementation(async (request) => {
    // Whoever asked changes their mind while the visitor reads.
    params.message = 'other'
    params.list.push(2)
    resolve(request)
  })), ask('sign', { params })])
  expect(shown).toMatchObject({ origin: 'host', class: 'sign', method: 'sign', connectionId: 'w', network: { id: 'test:1' }, account: { key: 'b', connectionId: 'w' }, params: { message: 'hello', list: [1] } })
  expect(review.mock.calls[0]?.[1]).toEqual(DESCRIPTION)
  expect(asked.at(-1)?.params).toBe(shown.params)
  expect(Object.isFrozen(shown.params)).toBe(true)
})
it('leaves reads and settings alone', async () => {
  const { ask, preview, asked } = await start()
  const review = preview()
  await ask('settings')
  await ask('read')
  expect(review).not.toHaveBeenCalled()
  await ask('send')
  expect(review).toHaveBeenCalledTimes(1)
  expect(asked.map(({ method }) => method)).toContain('send')
})
it('asks only the first by order that takes it, and the wallet at once where nobody does', async () => {
  const { ask, preview, asked } = await start()
  const generic = preview({ order: 900 })
  const own = preview({ takes: ({ caller }) => caller === mine.signal })
  const mine = new AbortController()
  await ask('sign', { signal: mine.signal })
  expect([own.mock.calls.length, generic.mock.calls.length]).toEqual([1, 0])
  await ask('sign')
  expect([own.mock.calls.length, generic.mock.calls.length]).toEqual([1, 1])
  expect(asked).toHaveLength(2)
})
it('goes on with the wallet where nobody takes it', async () => {
  const { ask, preview } = await start()
  const review = preview({ takes: () => false })
  expect(await ask()).toBe('signed')
  expect(review).not.toHaveBeenCalled()
})
it('never asks the wallet when the visitor declines', async () => {
  const { ask, preview, asked } = await start()
  preview({ review: async () => Promise.reject(new LatchkeyError('wallet.user_rejected', 'The visitor declined.')) })
  await expect(ask()).rejects.toMatchObject({ code: 'wallet.user_rejected' })
  expect(asked).toEqual([])
})
it('shows a request that cannot be described as unread, and does not let it pass', async () => {
  const { ask, preview, errors } = Object.assign(await start(async () => Promise.reject(new Error('broken'))), { errors: [] as unknown[] })
  worlds[0]?.kernel.on('kernel:error-reported', ({ error }) => errors.push(error))
  const review = preview()
  await ask()
  expect(review.mock.calls[0]?.[1]).toBeUndefined()
  expect(errors).toHaveLength(1)
})
it('passes over a previewer that throws when asked', async () => {
  const { ask, preview } = await start()
  preview({ order: 1, takes: () => { throw new Error('broken') } })
  const next = preview()
  await ask()
  expect(next).toHaveBeenCalledTimes(1)
})
it.each(['account', 'disconnect', 'reject', 'caller', 'dispose'] as const)('gives up what is being looked at: %s', async (what) => {
  const { ask, preview, asked, kernel, half } = await start()
  const controller = new AbortController()
  const review = preview({ review: () => new Promise(() => undefined) })
  const spy = vi.fn(async (_: PreviewedRequest, __: Description | undefined, signal: AbortSignal) => new Promise<void>((_resolve) => signal.addEventListener('abort', () => (isAway = true))))
  let isAway = false
  preview({ order: 1, review: spy })
  const asking = ask('sign', { signal: controller.signal }).catch((error: { code: string }) => error.code)
  await settle()
  await vi.waitFor(() => expect(spy).toHaveBeenCalled())
  await { account: () => kernel.ports.accounts.select({ connectionId: 'w', namespace: 'test', key: 'a' }), disconnect: () => kernel.disconnect(), reject: () => half.rejectPending(), caller: () => controller.abort(), dispose: () => kernel.dispose() }[what]()
  expect(await asking).toMatch(/^(kernel\.aborted|kernel\.disposed|wallet\.account_changed|wallet\.disconnected)$/)
  expect(isAway).toBe(true)
  expect([asked, review.mock.calls]).toEqual([[], []])
})
