import 'reflect-metadata'
import { expect, it } from 'vitest'

it("A host's reflect-metadata that was imported before stays as it is", async () => {
  class Service {}
  Reflect.defineMetadata('host:key', 'kept', Service)
  const before = Object.getOwnPropertyDescriptors(Reflect)
  const { createKernel } = await import('../src/index.js')
  createKernel({ metadata: { name: 'Host' }, plugins: [], storage: null }).dispose()
  expect(Object.getOwnPropertyDescriptors(Reflect)).toEqual(before)
  expect(Reflect.getMetadata('host:key', Service)).toBe('kept')
})
