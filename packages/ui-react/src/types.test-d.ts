import { createKernel } from '@latchkey/kernel'
import { definePlugin, defineView, type ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { expectTypeOf, it } from 'vitest'
import type { useKernel, usePlugin } from './index.js'
import type {} from './kit/index.js'

const stones = definePlugin({
  id: 'stones',
  version: '0.1.0',
  kernelApi: '^0.1',
  setup: () => ({ throwOne: (far: bigint): boolean => far > 0n }),
})
const kernel = createKernel({ metadata: { name: 'Types' }, plugins: [stones] })

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'stones.skip': { stones: number }
  }
}
interface Api {
  throwOne(far: bigint): boolean
}
declare const Skip: (props: ViewProps<{ stones: number }, Api>) => ReactNode
declare const Other: (props: ViewProps<{ colour: string }>) => ReactNode
declare const Plain: () => ReactNode

it('The hooks give the kernel type that a host registered, in this workspace the playground’s', () => {
  expectTypeOf<ReturnType<typeof useKernel>>().toHaveProperty('plugins').toHaveProperty('evm')
})

it('usePlugin gives the API type of each plugin by its id, and rejects plugins that the host does not have', () => {
  expectTypeOf<typeof usePlugin<'evm'>>().returns.toEqualTypeOf<
    ReturnType<typeof useKernel>['plugins']['evm']
  >()
  expectTypeOf<typeof usePlugin<'evm'>>().returns.not.toBeUnknown()
  // @ts-expect-error -- the playground has no such plugin
  expectTypeOf<typeof usePlugin<'nobody'>>()
})

it('A host gets the types of its plugins', () => {
  expectTypeOf<(typeof kernel)['plugins']['stones']['throwOne']>()
    .parameter(0)
    .toEqualTypeOf<bigint>()
})

it('A view takes only a component that fits its parameters', () => {
  defineView({
    id: 'stones.skip',
    title: 'x',
    render: { react: () => Promise.resolve({ Skip }).then((module) => module.Skip) },
  })
  defineView({ id: 'stones.skip', title: 'x', render: { react: async () => Plain } })
  // @ts-expect-error -- another view's parameters
  defineView({ id: 'stones.skip', title: 'x', render: { react: async () => Other } })
})

it('The parameters of every view are typed', () => {
  kernel.open('stones.skip', { stones: 3 })
  // @ts-expect-error -- it takes stones
  kernel.open('stones.skip')
  // @ts-expect-error -- no such view
  kernel.open('nobody.knows')
})
