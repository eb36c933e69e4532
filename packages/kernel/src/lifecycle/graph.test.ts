import { isLatchkeyError, KERNEL_API, type AnyPlugin } from '@latchkey/plugin-api'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { resolveOrder } from './graph.js'

const plugin = (id: string, more: Partial<AnyPlugin> = {}): AnyPlugin => ({
  id,
  version: '1.2.0',
  kernelApi: '^0.1',
  setup: () => undefined,
  ...more,
})
const order = (...plugins: AnyPlugin[]) => resolveOrder(plugins).map(({ id }) => id)
const problems = (...plugins: AnyPlugin[]): readonly string[] => {
  try {
    resolveOrder(plugins)
  } catch (error) {
    if (isLatchkeyError(error, 'kernel.composition_failed')) return error.context.problems
    throw error
  }
  return []
}

it('Plugins are compared with the contract that the kernel was built with', () => {
  const { version } = createRequire(import.meta.url)('@latchkey/plugin-api/package.json') as {
    version: string
  }
  expect(version.split('.').slice(0, 2).join('.')).toBe(KERNEL_API)
})

describe('the order of set-up', () => {
  it("The order of set-up is the host's if nothing requires another", () =>
    expect(order(plugin('b'), plugin('a'))).toEqual(['b', 'a']))
  it("A plugin's dependencies, and its peers that are installed, are set up before it", () => {
    expect(
      order(
        plugin('a', { dependsOn: { b: '^1' }, peers: { c: '^1', absent: '^9' } }),
        plugin('b', { dependsOn: { d: '1.2.0' } }),
        plugin('c'),
        plugin('d'),
      ),
    ).toEqual(['c', 'd', 'b', 'a'])
  })
  it('A plugin that two others need is set up once', () => {
    expect(
      order(
        plugin('a', { dependsOn: { c: '*' } }),
        plugin('b', { dependsOn: { c: '*' } }),
        plugin('c'),
      ),
    ).toEqual(['c', 'a', 'b'])
  })
})

describe('what does not fit', () => {
  it('All problems are reported at once, each with what was wanted, what is there and what to do', () => {
    const found = problems(
      plugin('old', { kernelApi: '^9' }),
      plugin('swap', { dependsOn: { quotes: '^1.0' }, peers: { assets: '^2' } }),
      plugin('assets', { conflictsWith: ['old', 'absent'] }),
      plugin('twin'),
      plugin('twin'),
    )
    expect(found).toHaveLength(5)
    expect(found).toEqual(
      expect.arrayContaining([
        'Plugin "twin" is listed twice: keep one.',
        `Plugin "old" needs contract ^9, found ${KERNEL_API}: install versions that fit.`,
        'Plugin "swap" needs "quotes" ^1.0, found none: install versions that fit.',
        'Plugin "swap" needs "assets" ^2, found 1.2.0: install versions that fit.',
        'Plugin "assets" cannot run beside "old": leave one out.',
      ]),
    )
  })
  it('A circle of dependencies is refused with its path', () => {
    expect(
      problems(
        plugin('a', { dependsOn: { b: '*' } }),
        plugin('b', { peers: { c: '*' } }),
        plugin('c', { dependsOn: { a: '*' } }),
      ),
    ).toEqual(['Plugins need each other, a -> b -> c -> a: let one fill a point of the other.'])
    expect(problems(plugin('self', { dependsOn: { self: '*' } }))).toHaveLength(1)
  })
  it('A missing dependency is refused, whatever version is wanted', () =>
    expect(problems(plugin('a', { dependsOn: { b: '*' } }))).toHaveLength(1))
  it.each([
    ['a factory', () => undefined],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'swap'],
    ['no version', { id: 'a', kernelApi: '^0.1', setup: () => undefined }],
  ])('The list of plugins with %s in it is refused', (_, thing) => {
    expect(problems(thing as unknown as AnyPlugin)).toHaveLength(1)
  })
  it.each(['kernel', 'host', 'a:b', '', '1a', '__proto__', 'a b', '../a'])(
    'A plugin called "%s" is refused',
    (id) => expect(problems(plugin(id))).toHaveLength(1),
  )
})
