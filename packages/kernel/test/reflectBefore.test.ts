import 'reflect-metadata'
import { expect, it } from 'vitest'

it("leaves a host's reflect-metadata, imported before, as it is", async () => {
  class Service {}
  Reflect.defineMetadata('host:key', 'kept', Service)
  const before = Object.getOwnPropertyDescriptors(Reflect)
  const { createKernel } = await import('../src/index.js')
  createKernel({ metadata: { name: 'Host' }, plugins: [], storage: null }).dispose()
  expect(Object.getOwnPropertyDescriptors(Reflect)).toEqual(before)
  expect(Reflect.getMetadata('host:key', Service)).toBe('kept')
})
