import { afterEach, expect, it, vi } from 'vitest'
import { chain, make, plugin, settle } from '../../test/support.js'
import { assembleKernel } from '../assembleKernel.js'
import type { KernelCore } from '../core.js'
import type { Kernel } from '../types.js'
import { createLateLoader } from './lateLoader.js'

const kernels: Kernel[] = []
afterEach(() => kernels.splice(0).forEach((kernel) => kernel.dispose()))

/** A kernel with a plugin whose late part fails as long as `offline` is set. */
function start() {
  const world = { offline: true }
  const load = vi.fn(async () => {
    if (world.offline) throw new Error('offline')
  })
  const { kernel } = make([chain(), plugin('part', (ctx) => ctx.late(load))])
  kernels.push(kernel)
  const reported = vi.fn()
  kernel.on('kernel:error-reported', ({ where }) => reported(where))
  return { world, load, kernel, reported }
}

it('A late part that fails ahead of a need is silent, and is loaded again when it is needed', async () => {
  const { world, load, kernel, reported } = start()
  await kernel.ports.late.ahead?.()
  await settle()
  expect(load).toHaveBeenCalledTimes(1)
  expect(reported).not.toHaveBeenCalled()
  world.offline = false
  kernel.open()
  await settle()
  expect(load).toHaveBeenCalledTimes(2)
  expect(reported).not.toHaveBeenCalled()
})

it('A late part that fails ahead of a need and again in it is reported once', async () => {
  const { load, kernel, reported } = start()
  await kernel.ports.late.ahead?.()
  await settle()
  kernel.open()
  await settle()
  expect(load).toHaveBeenCalledTimes(2)
  expect(reported.mock.calls).toEqual([['part']])
})

it('A late part that failed while the late half was still loading ahead runs again with the first need', async () => {
  const part = vi.fn(async () => false)
  const core = { signal: new AbortController().signal } as KernelCore
  const loader = createLateLoader(
    () => core,
    () => new Promise(() => undefined),
    assembleKernel,
  )
  loader.join(part)
  void loader.ahead()
  await settle()
  expect(part).toHaveBeenCalledTimes(1)
  void loader.call(() => undefined)
  void loader.call(() => undefined)
  await settle()
  expect(part).toHaveBeenCalledTimes(2)
})

it('A late part that fails while somebody waits for it is reported', async () => {
  const { kernel, reported } = start()
  await kernel.ports.late.load()
  await settle()
  expect(reported.mock.calls).toEqual([['part']])
})
