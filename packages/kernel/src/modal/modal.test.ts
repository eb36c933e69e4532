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
  it('Opening the modal shows the view that is asked for, also when connected [OPEN-01]', async () => {
    const { kernel, view } = await open({ connected: true })
    kernel.open('AllWallets')
    expect(view()).toBe('AllWallets')
  })
  it('Opening the modal shows Account when an address is connected [OPEN-02]', async () => {
    const { kernel, view } = await open({ connected: true })
    kernel.open()
    expect(view()).toBe('Account')
  })
  it('Opening the modal shows Connect without an address [OPEN-03]', async () => {
    const { kernel, view } = await open({})
    kernel.open()
    expect(view()).toBe('Connect')
  })
  it.each([
    [true, 'AllWallets', 'OPEN-04'],
    [false, 'ConnectingWalletConnectBasic', 'OPEN-05'],
  ])('Opening the modal without adapters, mobile %s: shows %s [%s]', async (mobile, expected) => {
    const { kernel, view } = await open({ adapters: false, mobile })
    kernel.open()
    expect(view()).toBe(expected)
  })
  it.each([
    [true, 'AllWallets', 'OPEN-06'],
    [false, 'ConnectingWalletConnectBasic', 'OPEN-07'],
  ])(
    'Opening the modal with manual control, mobile %s: shows %s [%s]',
    async (mobile, expected) => {
      const { kernel, view } = await open({ manualWalletConnect: true, mobile })
      kernel.open()
      expect(view()).toBe(expected)
    },
  )
  it('Opening the modal prefers the explicit view, then Account, to the rule for no adapters [OPEN-08]', async () => {
    const one = await open({ adapters: false })
    one.kernel.open('Networks')
    expect(one.view()).toBe('Networks')
    const two = await open({ manualWalletConnect: true, connected: true })
    two.kernel.open()
    expect(two.view()).toBe('Account')
  })
  it('Opening the modal loads the late half once and emits an event', async () => {
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
  it('Opening an open modal changes nothing unless a view is asked for', async () => {
    const { kernel, view, depth } = await open({})
    kernel.open()
    kernel.ports.router.push('AllWallets')
    kernel.open()
    expect([view(), depth()]).toEqual(['AllWallets', 2])
    kernel.open('Networks')
    expect([view(), depth()]).toEqual(['Networks', 1])
  })
  it('Opening the modal works when the late half cannot be loaded, and loads it the next time', async () => {
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
  it('Closing the modal resets the stack to Connect [CLOSE-01]', async () => {
    const { kernel, view, depth } = await open({})
    kernel.open('AllWallets')
    kernel.ports.router.push('Networks')
    expect(kernel.close()).toBe(true)
    expect([view(), depth()]).toEqual(['Connect', 1])
  })
  it('Closing the modal clears the loading state [CLOSE-02]', async () => {
    const { kernel } = await open({})
    kernel.open()
    kernel.ports.modal.setLoading(true)
    kernel.close()
    expect(kernel.ports.modal.get().loading).toBe(false)
  })
  it('Closing the modal clears the pairing uri and ends the attempt [CLOSE-03]', async () => {
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
  it('Closing an embedded modal shows Account when connected [CLOSE-04]', async () => {
    const { kernel, view } = await open({ embedded: true, connected: true })
    kernel.open('AllWallets')
    kernel.close()
    expect(view()).toBe('Account')
  })
  it('Closing an embedded modal shows Connect when not connected [CLOSE-05]', async () => {
    const { kernel, view } = await open({ embedded: true })
    kernel.open('AllWallets')
    kernel.close()
    expect(view()).toBe('Connect')
  })
  it('Closing a modal that is not embedded shows Connect also when connected', async () => {
    const { kernel, view } = await open({ connected: true })
    kernel.open('AllWallets')
    kernel.close()
    expect(view()).toBe('Connect')
  })
  it('Closing the modal emits whether a wallet is connected, and nothing when it is closed already', async () => {
    const { kernel } = await open({ connected: true })
    const closed = vi.fn()
    kernel.on('modal:closed', closed)
    expect(kernel.close()).toBe(true)
    kernel.open()
    kernel.close()
    kernel.close()
    expect(closed.mock.calls).toEqual([[{ connected: true }]])
  })
  it('A close guard may refuse to close: the modal shakes and stays open', async () => {
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
  it('A close guard that throws does not keep the modal open, and its plugin is named', () => {
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
  it('connectWithModal resolves with the connection that was made', async () => {
    const { kernel } = await open({})
    const waiting = kernel.connectWithModal()
    expect(kernel.ports.modal.get().open).toBe(true)
    await settle()
    await kernel.connect('wallet')
    expect(await waiting).toMatchObject({ id: 'c1', connectorId: 'wallet' })
  })
  it('connectWithModal resolves with a connection that was made before its chunk was loaded', async () => {
    const { kernel } = await open({})
    const waiting = kernel.connectWithModal()
    await kernel.connect('wallet')
    kernel.close()
    expect(await waiting).toMatchObject({ id: 'c1' })
  })
  it('connectWithModal rejects with "Modal closed" when the modal is closed before [ERR-02]', async () => {
    const { kernel } = await open({})
    const waiting = expect(kernel.connectWithModal()).rejects.toMatchObject({
      code: 'kernel.modal_closed',
      message: 'Modal closed',
    })
    await settle()
    kernel.close()
    await waiting
  })
  it('connectWithModal rejects when the modal is closed at once, and when the kernel ends', async () => {
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
  it('connectWithModal leaves no listener behind', async () => {
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

it('A disposed kernel does not open its modal', () => {
  const { kernel } = make([plugin('a')])
  kernel.dispose()
  expect(() => kernel.open()).toThrow(expect.objectContaining({ code: 'kernel.disposed' }))
})
