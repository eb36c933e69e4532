import { expect, it, vi } from 'vitest'
import { onSite, toHex, until } from './support.js'

vi.setConfig({ testTimeout: 60_000 })
const code = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (answer) => answer,
    (error: { code: string }) => error.code,
  )
const signs = (sent: readonly { method: string }[]) =>
  sent.filter(({ method }) => /sign|send/.test(method))

it('Requests of plugins are shown, and those of the page are not', () =>
  onSite(undefined, async ({ kernel, ask, askAsPlugin, shown, sent }) => {
    expect(await ask()).toMatch(/^0x/)
    expect(kernel.plugins.preview.state.get()).toEqual({ shown: undefined })
    const asked = askAsPlugin()
    const { id, request } = await shown()
    expect(request).toMatchObject({ origin: 'plugin', method: 'personal_sign', class: 'sign' })
    expect(signs(sent)).toHaveLength(1)
    kernel.plugins.preview.confirm(id)
    expect(await asked).toMatch(/^0x/)
    expect(signs(sent)).toHaveLength(2)
  }))

it('The wallet gets what was shown, even if the caller changes its parameters later', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown, sent, message }) => {
    const params = message('read this')
    const asked = ask({ params })
    const { id, request, description } = await shown()
    params[0] = toHex('sign that')
    expect(description).toMatchObject({
      title: 'evm.signMessage',
      rows: [{ value: 'read this' }],
      complete: true,
    })
    kernel.plugins.preview.confirm(id)
    await asked
    expect(signs(sent).at(-1)).toMatchObject({ params: request.params })
    expect((request.params as unknown[])[0]).toBe(toHex('read this'))
  }))

it('The wallet is not asked for a declined request', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown, sent, wallet }) => {
    const asked = ask().catch((error: unknown) => error)
    const { id } = await shown()
    expect(kernel.ports.modal.get().open).toBe(true)
    kernel.plugins.preview.decline(id)
    expect(await asked).toMatchObject({
      code: 'wallet.user_rejected',
      context: { connectorId: 'test.bench' },
    })
    expect(kernel.ports.modal.get().open).toBe(false)
    expect([signs(sent), wallet.asked.includes('personal_sign')]).toEqual([[], false])
  }))

it.each(['close', 'back', 'elsewhere'] as const)(
  'Leaving the view declines the request: %s',
  (how) =>
    onSite({ hostRequests: true }, async ({ kernel, ask, shown, sent }) => {
      const asked = [code(ask()), code(ask())]
      await shown()
      await until(() => expect(kernel.plugins.preview.state.get().shown?.total).toBe(2))
      const { modal, router } = kernel.ports
      if (how === 'close') modal.close()
      else if (how === 'back') router.back()
      else kernel.open('Account')
      expect(await Promise.all(asked)).toEqual(['wallet.user_rejected', 'wallet.user_rejected'])
      expect(signs(sent)).toEqual([])
      expect([
        modal.get().open,
        router.get().some(({ view }) => view === 'preview.request'),
      ]).toEqual([how === 'elsewhere', false])
    }),
)

it('Several requests are shown one after the other, with their number', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown, sent, message }) => {
    const { preview } = kernel.plugins
    const asked = ['one', 'two', 'three'].map((text) => code(ask({ params: message(text) })))
    await until(() => expect(preview.state.get().shown?.total).toBe(3))
    const seen: unknown[] = []
    for (const act of ['confirm', 'decline', 'confirm'] as const) {
      const { id, position, total, description } = await shown()
      seen.push([position, total, description?.rows[0]?.value])
      preview[act](id)
      // A second call for the same id must not confirm the next request.
      preview[act](id)
    }
    expect(seen).toEqual([
      [1, 3, 'one'],
      [2, 3, 'two'],
      [3, 3, 'three'],
    ])
    expect(await Promise.all(asked)).toEqual([
      expect.stringMatching(/^0x/),
      'wallet.user_rejected',
      expect.stringMatching(/^0x/),
    ])
    expect(signs(sent)).toHaveLength(2)
    expect(kernel.ports.modal.get().open).toBe(false)
  }))

it('The modal returns to the view that the preview covered', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown }) => {
    const { router, modal } = kernel.ports
    kernel.open('Account')
    router.push('Networks')
    const before = router.get()
    const asked = ask()
    const { id } = await shown()
    expect(router.get().map(({ view }) => view)).toEqual(['Account', 'Networks', 'preview.request'])
    kernel.plugins.preview.confirm(id)
    await asked
    expect([router.get(), modal.get().open]).toEqual([before, true])
  }))

it('The view is gone if its request ended while another view covered it', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown }) => {
    const { router, modal } = kernel.ports
    const controller = new AbortController()
    const asked = code(ask({ signal: controller.signal }))
    await shown()
    router.push('Networks')
    controller.abort()
    expect(await asked).toBe('kernel.aborted')
    expect(router.get().at(-1)?.view).toBe('Networks')
    router.back()
    expect(modal.get().open).toBe(false)
  }))

it('A toast says why the shown request was removed', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown, wallet }) => {
    const toasts = (await kernel.ports.late.load()).toasts
    const controller = new AbortController()
    const withdrawn = code(ask({ signal: controller.signal }))
    await shown()
    controller.abort()
    expect(await withdrawn).toBe('kernel.aborted')
    expect([kernel.ports.modal.get().open, toasts.get()]).toMatchObject([
      false,
      { message: 'The request was withdrawn.', open: true },
    ])
    const changed = code(ask())
    await shown()
    wallet.show('other')
    expect(await changed).toBe('wallet.account_changed')
    await until(() =>
      expect([kernel.ports.modal.get().open, toasts.get()?.message]).toEqual([
        false,
        'The account or network changed, so the request was put away.',
      ]),
    )
    const ended = code(ask())
    await shown()
    await kernel.disconnect()
    expect(await ended).toMatch(/^wallet\.disconnected$|^wallet\.account_changed$/)
    expect(kernel.plugins.preview.state.get().shown).toBeUndefined()
  }))

it('An aborted request is no longer counted', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown }) => {
    const { preview } = kernel.plugins
    const controller = new AbortController()
    const asked = [code(ask()), code(ask({ signal: controller.signal })), code(ask())]
    await until(() => expect(preview.state.get().shown?.total).toBe(3))
    const { id } = await shown()
    controller.abort()
    await until(() =>
      expect(preview.state.get().shown).toMatchObject({ id, position: 1, total: 2 }),
    )
    preview.decline(id)
    preview.decline((await shown()).id)
    expect(await Promise.all(asked)).toEqual([
      'wallet.user_rejected',
      'kernel.aborted',
      'wallet.user_rejected',
    ])
  }))

it('Disposing the kernel rejects all held requests', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown, sent }) => {
    const asked = [code(ask()), code(ask())]
    await shown()
    kernel.dispose()
    expect(await Promise.all(asked)).toEqual(['kernel.disposed', 'kernel.disposed'])
    expect(signs(sent)).toEqual([])
  }))

it('Another view replaces the preview if a guard keeps the modal open', () =>
  onSite({ hostRequests: true }, async ({ kernel, ask, shown }) => {
    const { modal, router } = kernel.ports
    kernel.open('Account')
    const asked = ask()
    const { id } = await shown()
    router.reset('preview.request')
    kernel.plugins.preview.confirm(id)
    // The reset left the view, so the request was declined.
    expect(await code(asked)).toBe('wallet.user_rejected')
    expect([modal.get().open, router.get().some(({ view }) => view === 'preview.request')]).toEqual(
      [false, false],
    )
  }))
