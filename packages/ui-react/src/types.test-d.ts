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

it('gives the hooks the kernel that a host registered: in this workspace the playground’s', () => {
  expectTypeOf<ReturnType<typeof useKernel>>().toHaveProperty('plugins').toHaveProperty('evm')
})

it('gives each plugin by its id what that plugin offers, and knows no plugin that the host has not', () => {
  expectTypeOf<typeof usePlugin<'evm'>>().returns.toEqualTypeOf<
    ReturnType<typeof useKernel>['plugins']['evm']
  >()
  expectTypeOf<typeof usePlugin<'evm'>>().returns.not.toBeUnknown()
  // @ts-expect-error -- the playground has no such plugin
  expectTypeOf<typeof usePlugin<'nobody'>>()
})

it('gives a host its plugins’ types', () => {
  expectTypeOf<(typeof kernel)['plugins']['stones']['throwOne']>()
    .parameter(0)
    .toEqualTypeOf<bigint>()
})

it('takes a component that fits the view’s parameters, and no other', () => {
  defineView({
    id: 'stones.skip',
    title: 'x',
    render: { react: () => Promise.resolve({ Skip }).then((module) => module.Skip) },
  })
  defineView({ id: 'stones.skip', title: 'x', render: { react: async () => Plain } })
  // @ts-expect-error -- another view's parameters
  defineView({ id: 'stones.skip', title: 'x', render: { react: async () => Other } })
})

it('knows the parameters of every view', () => {
  kernel.open('stones.skip', { stones: 3 })
  // @ts-expect-error -- it takes stones
  kernel.open('stones.skip')
  // @ts-expect-error -- no such view
  kernel.open('nobody.knows')
})
