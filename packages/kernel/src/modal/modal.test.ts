import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Kernel, KernelOptions } from '../types.js'
import { chain, make, plugin, probe, settle } from '../../test/support.js'

const kernels: Kernel[] = []
afterEach(() => kernels.splice(0).forEach((kernel) => kernel.dispose()))
const open = async ({
  adapters = true,
  connected = false,
  ...options
}: Partial<KernelOptions> & { adapters?: boolean; connected?: boolean }) => {
  const { kernel, late } = make(adapters ? [chain()] : [], options)
  kernels.push(kernel)
  if (connected) await kernel.connect('wallet')
  return {
    kernel,
    late,
    view: () => kernel.ports.router.get().at(-1)?.view,
    depth: () => kernel.ports.router.get().length,
  }
}

describe('opening', () => {
  it('shows the view that is asked for, also when connected [OPEN-01]', async () => {
    const { kernel, view } = await open({ connected: true })
    kernel.open('AllWallets')
    expect(view()).toBe('AllWallets')
  })
  it('shows Account when an address is connected [OPEN-02]', async () => {
    const { kernel, view } = await open({ connected: true })
    kernel.open()
    expect(view()).toBe('Account')
  })
  it('shows Connect without an address [OPEN-03]', async () => {
    const { kernel, view } = await open({})
    kernel.open()
    expect(view()).toBe('Connect')
  })
  it.each([
    [true, 'AllWallets', 'OPEN-04'],
    [false, 'ConnectingWalletConnectBasic', 'OPEN-05'],
  ])('without adapters, mobile %s: shows %s [%s]', async (mobile, expected) => {
    const { kernel, view } = await open({ adapters: false, mobile })
    kernel.open()
    expect(view()).toBe(expected)
  })
  it.each([
    [true, 'AllWallets', 'OPEN-06'],
    [false, 'ConnectingWalletConnectBasic', 'OPEN-07'],
  ])('with manual control, mobile %s: shows %s [%s]', async (mobile, expected) => {
    const { kernel, view } = await open({ manualWalletConnect: true, mobile })
    kernel.open()
    expect(view()).toBe(expected)
  })
  it('prefers the explicit view, then Account, to the rule for no adapters [OPEN-08]', async () => {
    const one = await open({ adapters: false })
    one.kernel.open('Networks')
    expect(one.view()).toBe('Networks')
    const two = await open({ manualWalletConnect: true, connected: true })
    two.kernel.open()
    expect(two.view()).toBe('Account')
  })
  it('fetches the late half, once, and tells', async () => {
    const { kernel, late } = await open({})
    const opened = vi.fn()
    kernel.on('modal:opened', opened)
    expect(late.imports()).toBe(0)
    kernel.open()
    kernel.open()
    await settle()
    expect(late.imports()).toBe(1)
    expect(opened.mock.calls).toEqual([[{ view: 'Connect' }]])
  })
  it('while open stays where it is, unless a view is asked for', async () => {
    const { kernel, view, depth } = await open({})
    kernel.open()
    kernel.ports.router.push('AllWallets')
    kernel.open()
    expect([view(), depth()]).toEqual(['AllWallets', 2])
    kernel.open('Networks')
    expect([view(), depth()]).toEqual(['Networks', 1])
  })
  it('works although the late half cannot be fetched, and fetches it again next time', async () => {
    const { kernel, late } = await open({})
    const reports = vi.fn()
    kernel.on('kernel:error-reported', reports)
    late.failNext(new Error('offline'))
    kernel.open()
    await settle()
    expect(reports).toHaveBeenCalledTimes(1)
    expect(kernel.ports.modal.get().open).toBe(true)
    await kernel.connect('wallet')
    expect(late.imports()).toBe(2)
  })
})

describe('closing', () => {
  it('goes back to Connect, stack and all [CLOSE-01]', async () => {
    const { kernel, view, depth } = await open({})
    kernel.open('AllWallets')
    kernel.ports.router.push('Networks')
    expect(kernel.close()).toBe(true)
    expect([view(), depth()]).toEqual(['Connect', 1])
  })
  it('clears loading [CLOSE-02]', async () => {
    const { kernel } = await open({})
    kernel.open()
    kernel.ports.modal.setLoading(true)
    kernel.close()
    expect(kernel.ports.modal.get().loading).toBe(false)
  })
  it('clears the pairing uri, ending the attempt [CLOSE-03]', async () => {
    const { kernel, late } = await open({})
    kernel.open()
    await settle()
    const { core, calls } = late.made[0]!
    core.connections.set({
      attempt: {
        connectorId: 'wc',
        namespaces: ['test'],
        step: { step: 'uri', uri: 'wc:secret', expiresAt: 1 },
      },
    })
    kernel.close()
    expect(calls).toContain('abort attempt')
    expect(JSON.stringify(kernel.ports.connections.get())).not.toContain('wc:secret')
    expect(kernel.ports.connections.get().attempt).toBeUndefined()
  })
  it('embedded goes to Account when connected [CLOSE-04]', async () => {
    const { kernel, view } = await open({ embedded: true, connected: true })
    kernel.open('AllWallets')
    kernel.close()
    expect(view()).toBe('Account')
  })
  it('embedded goes to Connect when not connected [CLOSE-05]', async () => {
    const { kernel, view } = await open({ embedded: true })
    kernel.open('AllWallets')
    kernel.close()
    expect(view()).toBe('Connect')
  })
  it('not embedded goes to Connect also when connected', async () => {
    const { kernel, view } = await open({ connected: true })
    kernel.open('AllWallets')
    kernel.close()
    expect(view()).toBe('Connect')
  })
  it('tells whether somebody is connected, and nothing when it is closed already', async () => {
    const { kernel } = await open({ connected: true })
    const closed = vi.fn()
    kernel.on('modal:closed', closed)
    expect(kernel.close()).toBe(true)
    kernel.open()
    kernel.close()
    kernel.close()
    expect(closed.mock.calls).toEqual([[{ connected: true }]])
  })
  it('is refused by a guard: the modal shakes and stays', async () => {
    let stay = true
    const { kernel, ctx } = probe([chain()])
    ctx.flow.close(() => !stay)
    kernel.open('AllWallets')
    expect(kernel.close()).toBe(false)
    kernel.ports.router.back()
    expect(kernel.ports.modal.get()).toEqual({ open: true, loading: false, shakes: 2 })
    expect(kernel.ports.router.get()[0]?.view).toBe('AllWallets')
    stay = false
    expect(kernel.close()).toBe(true)
  })
  it('is not blocked by a guard that throws, which is charged to its plugin', () => {
    const { kernel, ctx } = probe([])
    const reports: string[] = []
    kernel.on('kernel:error-reported', ({ where }) => reports.push(where))
    ctx.flow.close(() => {
      throw new Error('no')
    })
    kernel.open()
    expect(kernel.close()).toBe(true)
    expect(reports).toEqual(['probe: close guard'])
  })
})

describe('connecting with the modal', () => {
  it('answers with what was connected', async () => {
    const { kernel } = await open({})
    const waiting = kernel.connectWithModal()
    expect(kernel.ports.modal.get().open).toBe(true)
    await settle()
    await kernel.connect('wallet')
    expect(await waiting).toMatchObject({ id: 'c1', connectorId: 'wallet' })
  })
  it('answers with what was connected before anything of it was loaded', async () => {
    const { kernel } = await open({})
    const waiting = kernel.connectWithModal()
    await kernel.connect('wallet')
    kernel.close()
    expect(await waiting).toMatchObject({ id: 'c1' })
  })
  it('rejects with "Modal closed" when it is closed before that [ERR-02]', async () => {
    const { kernel } = await open({})
    const waiting = expect(kernel.connectWithModal()).rejects.toMatchObject({
      code: 'kernel.modal_closed',
      message: 'Modal closed',
    })
    await settle()
    kernel.close()
    await waiting
  })
  it('rejects also when it is closed at once, or the kernel ends', async () => {
    const { kernel } = await open({})
    const waiting = expect(kernel.connectWithModal()).rejects.toMatchObject({
      code: 'kernel.modal_closed',
    })
    kernel.close()
    await waiting
    const second = expect(kernel.connectWithModal()).rejects.toMatchObject({
      code: 'kernel.modal_closed',
    })
    await settle()
    kernel.dispose()
    await second
  })
  it('leaves no listener behind', async () => {
    const { kernel } = await open({})
    const heard = vi.fn()
    const waiting = kernel.connectWithModal()
    await settle()
    await kernel.connect('wallet')
    await waiting
    kernel.on('modal:closed', heard)
    kernel.close()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

it('opens no more once the kernel is disposed', () => {
  const { kernel } = make([plugin('a')])
  kernel.dispose()
  expect(() => kernel.open()).toThrow(expect.objectContaining({ code: 'kernel.disposed' }))
})
