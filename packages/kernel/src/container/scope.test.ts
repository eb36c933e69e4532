import { createToken } from '@latchkey/plugin-api'
import type { DependencyContainer } from 'tsyringe'
// @ts-expect-error its declarations are those of the barrel
import { instance } from 'tsyringe/dist/esm2015/dependency-container.js'
import { expect, it, vi } from 'vitest'
import { createBin } from '../support/bin.js'
import { createContainer } from './scope.js'

const A = createToken<{ name: string; dispose?(): void }>('test.a')
const B = createToken<{ name: string; dispose?(): void }>('test.b')
const C = createToken<string>('test.c')
const setUp = () => {
  const scopeOf = createContainer()
  const onError = vi.fn()
  const bins = [createBin(onError), createBin(onError)] as const
  return { one: scopeOf('one', bins[0]), two: scopeOf('two', bins[1]), bins, onError }
}

it('A service is made once, when it is first needed, and is the same for every plugin', () => {
  const { one, two } = setUp()
  const make = vi.fn(() => ({ name: 'a' }))
  one.provide(A, make)
  expect(make).not.toHaveBeenCalled()
  expect(two.get(A)).toBe(one.get(A))
  expect(make).toHaveBeenCalledTimes(1)
})
it('A service whose making failed is made again at the next request', () => {
  const { one } = setUp()
  const make = vi
    .fn(() => 'ok')
    .mockImplementationOnce(() => {
      throw new Error('first')
    })
  one.provide(C, make)
  expect(() => one.get(C)).toThrow('first')
  expect(one.get(C)).toBe('ok')
})
it('A service whose value is undefined is made only once', () => {
  const { one } = setUp()
  const make = vi.fn(() => undefined)
  const token = createToken<undefined>('test.undefined')
  one.provide(token, make)
  one.get(token)
  one.get(token)
  expect(make).toHaveBeenCalledTimes(1)
})
it('Services that depend on each other are refused with the path between them', () => {
  const { one, two } = setUp()
  one.provide(A, () => ({ name: one.get(C) }))
  two.provide(B, () => ({ name: two.get(A).name }))
  two.provide(C, () => two.get(B).name)
  const path = expect.arrayContaining(
    ['test.a', 'test.c', 'test.b', 'test.a'].map((name) => expect.stringContaining(name) as string),
  ) as string[]
  expect(() => one.get(A)).toThrow(
    expect.objectContaining({ code: 'kernel.token_cycle', context: { path } }),
  )
  // The path is forgotten with the failure.
  expect(() => two.get(B)).toThrow(expect.objectContaining({ code: 'kernel.token_cycle' }))
})
it('A service that no plugin provides is refused by its name', () => {
  const { one } = setUp()
  expect(() => one.get(A)).toThrow(expect.objectContaining({ code: 'kernel.token_missing' }))
})
it('A service has one provider, until that one withdraws it', () => {
  const { one, two } = setUp()
  const back = one.provide(C, () => 'one')
  expect(() => two.provide(C, () => 'two')).toThrow(
    expect.objectContaining({ code: 'kernel.duplicate_id' }),
  )
  back()
  expect(() => one.get(C)).toThrow(expect.objectContaining({ code: 'kernel.token_missing' }))
  two.provide(C, () => 'two')
  expect(one.get(C)).toBe('two')
})
it('Made services are disposed, the last made first, and one that throws does not stop the others', () => {
  const { one, bins, onError } = setUp()
  const ended: string[] = []
  const service = (name: string) => ({
    name,
    dispose: () => (ended.push(name), name === 'b' && fail()) as never,
  })
  const fail = () => {
    throw new Error('no end')
  }
  const unused = vi.fn(() => service('unused'))
  one.provide(A, () => service('a'))
  one.provide(B, () => service(`b${one.get(A).name === 'a' ? '' : '?'}`))
  one.provide(createToken<unknown>('test.unused'), unused)
  one.get(B)
  bins[0].dispose()
  expect(ended).toEqual(['b', 'a'])
  expect(unused).not.toHaveBeenCalled()
  expect(onError).toHaveBeenCalledTimes(1)
})
it('No registration is left on the root container that all copies share', () => {
  const { one } = setUp()
  one.provide(A, () => ({ name: 'a' }))
  one.get(A)
  expect((instance as DependencyContainer).isRegistered(A, true)).toBe(false)
})
