import { expect, it } from 'vitest'

it('The kernel brings no Reflect polyfill, and works beside one that a host imports later', async () => {
  const before = Object.getOwnPropertyDescriptors(Reflect)
  const { createKernel } = await import('../src/index.js')
  const kernel = createKernel({ metadata: { name: 'Host' }, plugins: [], storage: null })
  expect(Object.getOwnPropertyDescriptors(Reflect)).toEqual(before)
  expect('getMetadata' in Reflect).toBe(false)
  await import('reflect-metadata')
  class Service {}
  Reflect.defineMetadata('host:key', 'kept', Service)
  kernel.open()
  createKernel({ metadata: { name: 'Host' }, plugins: [], storage: null, id: 'second' }).dispose()
  expect(Reflect.getMetadata('host:key', Service)).toBe('kept')
  kernel.dispose()
})
