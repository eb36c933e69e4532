import {
  definePlugin,
  defineView,
  type Account,
  type Network,
  type StorageShape,
  type Toast,
} from '@latchkey/plugin-api'
import { expectTypeOf, it } from 'vitest'
import { createKernel } from './createKernel.js'
import type { Kernel, KernelOptions } from './types.js'

interface SwapApi {
  quote(amount: bigint): Promise<bigint>
}
declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'typed.form': { amount: bigint }
    'typed.plain': undefined
  }
  interface KernelEvents {
    'typed:happened': { at: number }
  }
  interface PluginApis {
    typed: SwapApi
  }
  interface ThemeTokens {
    typedShadow?: string
  }
}

const typed = definePlugin({
  id: 'typed',
  version: '0.1.0',
  kernelApi: '^0.1',
  chains: ['any'],
  storage: {
    version: 1,
    keys: { slippage: (value) => Number(value), names: (value) => String(value).split(',') },
  },
  setup(ctx): SwapApi {
    expectTypeOf(ctx.plugin).toEqualTypeOf<'typed'>()
    expectTypeOf(ctx.storage.get('slippage')).toEqualTypeOf<number | undefined>()
    expectTypeOf(ctx.storage.get('names')).toEqualTypeOf<string[] | undefined>()
    ctx.storage.set('slippage', 1)
    // @ts-expect-error a key that is not declared
    ctx.storage.get('other')
    // @ts-expect-error a value of another type
    ctx.storage.set('slippage', '1')

    ctx.router.push('Connect')
    ctx.router.push('typed.plain')
    ctx.router.push('typed.form', { amount: 1n })
    ctx.modal.open('typed.form', { amount: 1n })
    ctx.modal.open()
    // @ts-expect-error params are missing
    ctx.router.push('typed.form')
    // @ts-expect-error params of another type
    ctx.router.push('typed.form', { amount: 1 })
    // @ts-expect-error this view is not declared
    ctx.router.push('typed.nobody')
    // @ts-expect-error a network is a CAIP-2 id
    ctx.router.push('SwitchNetwork', { network: 'polygon' })

    ctx.events.emit('typed:happened', { at: 1 })
    ctx.events.on('network:changed', ({ network, supported }) => {
      expectTypeOf(network).toEqualTypeOf<`${string}:${string}` | undefined>()
      expectTypeOf(supported).toEqualTypeOf<boolean>()
    })
    // @ts-expect-error another event
    ctx.events.emit('typed:nothing', {})
    // @ts-expect-error an event of another shape
    ctx.events.emit('typed:happened', { at: 'now' })

    ctx.theme.set({ mode: 'auto', variables: { accent: '#f00', typedShadow: 'none' } })
    // @ts-expect-error no such mode
    ctx.theme.set({ mode: 'sepia' })
    // @ts-expect-error no such variant
    ctx.toasts.show({ message: 'x', variant: 'blank' })
    // @ts-expect-error no such class
    ctx.rpc.allow({ namespace: 'any', methods: { x: 'write' } })

    expectTypeOf(ctx.use('typed')).toEqualTypeOf<SwapApi>()
    expectTypeOf(ctx.peer('typed')).toEqualTypeOf<SwapApi | undefined>()
    expectTypeOf(ctx.use('stranger')).toEqualTypeOf<unknown>()
    expectTypeOf(ctx.slice({ count: 0 }).get()).toEqualTypeOf<{ count: number }>()
    ctx.views.add(defineView({ id: 'typed.form', title: 'typed.title', render: {} }))
    // @ts-expect-error this view is not declared
    defineView({ id: 'typed.nobody', title: 'typed.title', render: {} })
    return { quote: (amount) => Promise.resolve(amount) }
  },
})
const plain = () =>
  definePlugin({
    id: 'plain',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup: () => ({ hello: () => 'hi' as const }),
  })

it('The type of a kernel has the API of each plugin by its id', () => {
  const make = () => createKernel({ metadata: { name: 'Shop' }, plugins: [typed, plain()] })
  type Made = ReturnType<typeof make>
  expectTypeOf<keyof Made['plugins']>().toEqualTypeOf<'typed' | 'plain'>()
  expectTypeOf<Made['plugins']['typed']>().toEqualTypeOf<SwapApi>()
  expectTypeOf<ReturnType<Made['plugins']['plain']['hello']>>().toEqualTypeOf<'hi'>()
  // @ts-expect-error not installed
  expectTypeOf<Made['plugins']['other']>()
  expectTypeOf<Made>().toExtend<Kernel>()
})

it("The kernel's options are typed, and neither an option nor an account has a role [ACCT-12] [THEME-01]", () => {
  expectTypeOf<Account>().not.toHaveProperty('role')
  expectTypeOf<KernelOptions>().not.toHaveProperty('role')
  const options = { metadata: { name: 'Shop' }, plugins: [] }
  // @ts-expect-error no such theme mode
  createKernel({ ...options, themeMode: 'blue' })
  // @ts-expect-error no such option
  createKernel({ metadata: { name: 'Shop' }, plugins: [], role: 'admin' })
  // @ts-expect-error no such feature
  createKernel({ metadata: { name: 'Shop' }, plugins: [], features: { swaps: true } })
  // @ts-expect-error not a network id
  createKernel({ ...options, defaultNetwork: 'polygon' })
  // @ts-expect-error not a plugin
  createKernel({ metadata: { name: 'Shop' }, plugins: [{ id: 'x' }] })
})

it('The types of status, account type and variant of a toast list every value [ENT-46]', () => {
  expectTypeOf<Toast['variant']>().toEqualTypeOf<'success' | 'error' | 'loading' | 'info'>()
  type Status = ReturnType<Kernel['ports']['connections']['get']>['namespaces'][string]['status']
  expectTypeOf<Status>().toEqualTypeOf<'disconnected' | 'connecting' | 'connected'>()
  type Shown = NonNullable<ReturnType<Kernel['ports']['activeNetwork']['current']>>
  expectTypeOf<Shown>().toExtend<Network>()
  expectTypeOf<Shown['supported']>().toEqualTypeOf<boolean>()
  expectTypeOf<StorageShape>().toBeObject()
})
