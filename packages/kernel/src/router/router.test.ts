import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chain, make, probe } from '../../test/support.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'routerTest.form': { amount: number; nested?: { list: number[] } }
  }
}

let kernel: ReturnType<typeof make>['kernel']
beforeEach(() => {
  kernel = make([chain()]).kernel
  kernel.open()
})
const views = () => kernel.ports.router.get().map(({ view }) => view)

describe('the stack of views', () => {
  it('The stack begins at Connect [VIEW-01]', () => expect(views()).toEqual(['Connect']))
  it('A pushed view is added to the stack with its params [ROUTE-02]', () => {
    const { router } = kernel.ports
    router.push('AllWallets')
    router.push('ConnectingExternal', { walletId: 'w' })
    expect(views()).toEqual(['Connect', 'AllWallets', 'ConnectingExternal'])
    expect(router.get().at(-1)?.params).toEqual({ walletId: 'w' })
  })
  it('Going back removes one view [ROUTE-03]', () => {
    kernel.ports.router.push('AllWallets')
    kernel.ports.router.back()
    expect(views()).toEqual(['Connect'])
    expect(kernel.ports.modal.get().open).toBe(true)
  })
  it('Going back from the first view closes the modal [ROUTE-04]', () => {
    kernel.ports.router.back()
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('A replaced view takes the place of the top one [ROUTE-06]', () => {
    kernel.ports.router.push('AllWallets')
    kernel.ports.router.replace('Connect')
    expect(views()).toEqual(['Connect', 'Connect'])
  })
  it('A reset starts a new stack', () => {
    kernel.ports.router.push('AllWallets')
    kernel.ports.router.reset('Networks')
    expect(views()).toEqual(['Networks'])
  })
  it('Two visits to one view have different keys, and entries are frozen with their params', () => {
    const { router } = kernel.ports
    const params = { amount: 1, nested: { list: [1] } }
    router.push('routerTest.form', params)
    router.push('routerTest.form', params)
    const [one, two] = router.get().slice(-2)
    expect(one!.key).not.toBe(two!.key)
    params.nested.list.push(2)
    expect(two!.params).toEqual({ amount: 1, nested: { list: [1] } })
    expect(() => Object.assign(router.get()[0]!, { view: 'Swap' })).toThrow(TypeError)
    expect(() => (router.get() as unknown[]).push(1)).toThrow(TypeError)
  })
  it('Every view that comes on top is emitted', () => {
    const seen: unknown[] = []
    kernel.on('router:view-changed', (event) => seen.push(event))
    kernel.ports.router.push('AllWallets')
    kernel.ports.router.back()
    expect(seen).toEqual([
      { view: 'AllWallets', previous: 'Connect' },
      { view: 'Connect', previous: 'AllWallets' },
    ])
  })
})

describe('the stack of transactions', () => {
  const callbacks = () => ({ onSuccess: vi.fn(), onError: vi.fn(), onCancel: vi.fn() })
  it.each([
    ['success', 'onSuccess'],
    ['error', 'onError'],
    ['cancel', 'onCancel'],
  ] as const)(
    'A transaction that ends with %s calls only that callback, once [ROUTE-07]',
    (outcome, name) => {
      const { router } = kernel.ports
      router.push('AllWallets')
      const calls = callbacks()
      router.transaction(calls)
      router.settle(outcome)
      router.settle(outcome)
      for (const [key, call] of Object.entries(calls))
        expect(call).toHaveBeenCalledTimes(key === name ? 1 : 0)
    },
  )
  it('A transaction that ends with error goes back one view [ROUTE-08]', () => {
    kernel.ports.router.push('AllWallets')
    kernel.ports.router.transaction({})
    kernel.ports.router.settle('error')
    expect(views()).toEqual(['Connect'])
  })
  it('A transaction that ends with cancel goes back one view [ROUTE-09]', () => {
    kernel.ports.router.push('AllWallets')
    kernel.ports.router.transaction({})
    kernel.ports.router.settle('cancel')
    expect(views()).toEqual(['Connect'])
  })
  it('A transaction that ends with success leaves the stack as it is [ROUTE-10]', () => {
    kernel.ports.router.push('AllWallets')
    kernel.ports.router.transaction({})
    kernel.ports.router.settle('success')
    expect(views()).toEqual(['Connect', 'AllWallets'])
  })
  it('A transaction goes back before its callback, which may push a view', () => {
    const { router } = kernel.ports
    router.push('AllWallets')
    router.transaction({ onCancel: () => router.push('Networks') })
    router.settle('cancel')
    expect(views()).toEqual(['Connect', 'Networks'])
  })
  it('An outcome settles the latest transaction or the given one, each once', () => {
    const { router } = kernel.ports
    const [first, second] = [callbacks(), callbacks()]
    const handle = router.transaction(first)
    router.transaction(second)
    handle.settle('success')
    handle.settle('error')
    router.settle('success')
    router.settle('success')
    expect(first.onSuccess).toHaveBeenCalledTimes(1)
    expect(first.onError).not.toHaveBeenCalled()
    expect(second.onSuccess).toHaveBeenCalledTimes(1)
  })
  it('A transaction waits across closings and moves nobody who went elsewhere', () => {
    const { router } = kernel.ports
    const calls = callbacks()
    router.push('AllWallets')
    const { settle } = router.transaction(calls)
    kernel.close()
    kernel.open()
    router.push('Networks')
    settle('error')
    expect(views()).toEqual(['Connect', 'Networks'])
    expect(calls.onError).toHaveBeenCalledTimes(1)
  })
  it('A callback that throws names its plugin, and transactions of a disposed plugin are dropped', () => {
    const { kernel: other, ctx } = probe([])
    const reports: string[] = []
    other.on('kernel:error-reported', ({ where }) => reports.push(where))
    ctx.router.transaction({
      onSuccess: () => {
        throw new Error('no')
      },
    })
    ctx.router.settle('success')
    expect(reports).toEqual(['probe: onSuccess'])
    const onSuccess = vi.fn()
    const { settle } = ctx.router.transaction({ onSuccess })
    other.dispose()
    settle('success')
    expect(onSuccess).not.toHaveBeenCalled()
  })
})
