import { describe, expect, it } from 'vitest'
import { isCreateError, toNames } from '../src/index.js'
import { toFactory } from '../src/rename.js'

describe('The names of a plugin', () => {
  it('All names of a plugin derive from one name', () => {
    expect(toNames('hello-world')).toEqual({
      packageName: 'latchkey-plugin-hello-world',
      folder: 'latchkey-plugin-hello-world',
      id: 'hello-world',
      camel: 'helloWorld',
      pascal: 'HelloWorld',
      title: 'Hello World',
      namespace: 'hellowor',
    })
  })

  it('The prefix latchkey-plugin- does not change the names', () => {
    expect(toNames('latchkey-plugin-pebble')).toEqual(toNames('pebble'))
  })

  it('The package name keeps its scope', () => {
    expect(toNames('@me/pebble')).toMatchObject({
      packageName: '@me/pebble',
      folder: 'pebble',
      id: 'pebble',
    })
    expect(toNames('@me/latchkey-plugin-pebble')).toMatchObject({
      packageName: '@me/latchkey-plugin-pebble',
      id: 'pebble',
    })
  })

  it('The namespace of a plugin is one that CAIP-2 allows', () => {
    for (const name of ['abc', 'a-b-c', 'a1-2', 'a'.repeat(50)])
      expect(toNames(name).namespace).toMatch(/^[a-z][a-z0-9]{2,7}$/)
  })

  it.each([
    '',
    ' ',
    'ab',
    'a-b',
    'Pebble',
    'pebble_beach',
    'pebble beach',
    '-pebble',
    'pebble-',
    'pebble--beach',
    '2pebble',
    'latchkey-plugin-',
    'latchkey-plugin-2',
    'latchkey',
    'latchkey-page',
    '@latchkey',
    '@/pebble',
    '@me/',
    '@me/you/pebble',
    '@Me/pebble',
    '../pebble',
    'a/../../b',
    'C:\\pebble',
    'pebble\n',
    'pebble\u0000',
    'pébble',
    '$&',
    '__proto__',
    'node_modules',
    'a'.repeat(51),
    'a'.repeat(100_000),
  ])('%j is refused as the name of a plugin', (name) => {
    let thrown: unknown
    try {
      toNames(name)
    } catch (error) {
      thrown = error
    }
    expect(isCreateError(thrown, 'create.invalid_name')).toBe(true)
    expect((thrown as Error).message).toContain('my-plugin')
  })
})

describe('The factory', () => {
  it('The factory has the name of the plugin', () => {
    expect(toFactory(toNames('pebble-beach'), ['const other = 1'])).toBe('pebbleBeach')
  })

  it.each(['delete', 'class', 'await', 'window', 'adapter'])(
    'The factory is not called by a name that JavaScript or the template uses: %s',
    (name) => {
      expect(toFactory(toNames(name), ['import { adapter } from "./adapter.js"'])).toBe(
        `${name}Plugin`,
      )
    },
  )
})
