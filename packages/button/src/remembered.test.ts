import { brand } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { readRememberedAddress } from './remembered.js'

const entry = {
  id: 'one',
  connectorId: 'rabby',
  name: 'Rabby',
  namespaces: ['ink'],
  current: { ink: 'key' },
  addresses: { ink: 'ink1first' },
  snapshot: null,
}
const holding = (values: Readonly<Record<string, unknown>>): void => {
  const texts = new Map(
    Object.entries(values).map(([key, value]) => [
      `${brand.storagePrefix}-default:kernel:v1:${key}`,
      typeof value === 'string' && value.startsWith('raw ')
        ? value.slice(4)
        : JSON.stringify(value),
    ]),
  )
  vi.stubGlobal('localStorage', { getItem: (key: string) => texts.get(key) ?? null })
}
afterEach(() => void vi.unstubAllGlobals())

it('The remembered text is the address of the wallet in use, on the active chain family where there is one', () => {
  holding({ connections: [entry] })
  expect(readRememberedAddress('default')).toBe('ink1first')
  expect(readRememberedAddress('other')).toBeUndefined()
  holding({
    connections: [entry, { ...entry, current: { oak: 'key' }, addresses: { oak: 'oak1second' } }],
    activeNamespace: 'oak',
  })
  expect(readRememberedAddress('default')).toBe('oak1second')
})

it('A remembered wallet without a known address is remembered as an empty text', () => {
  holding({ connections: [{ ...entry, addresses: undefined }] })
  expect(readRememberedAddress('default')).toBe('')
  holding({ connections: [entry], activeNamespace: 'oak' })
  expect(readRememberedAddress('default')).toBe('')
  holding({ connections: [{ ...entry, addresses: { ink: { toString: 1 } } }] })
  expect(readRememberedAddress('default')).toBe('')
})

it.each([
  ['nothing', {}],
  ['none any more', { connections: [] }],
  ['half a text', { connections: 'raw [{"id"' }],
  ['something else', { connections: 7 }],
  ['others', { connections: [null, 'x'] }],
  ['an entry without parts', { connections: [{ id: 'one' }] }],
  ['a bad name', { connections: [entry], activeNamespace: 'raw {' }],
])('A storage that holds %s counts as empty', (_, values) => {
  holding(values)
  expect(readRememberedAddress('default')).toBeUndefined()
})

it('A storage that is blocked or missing counts as empty', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(readRememberedAddress('default')).toBeUndefined()
  vi.stubGlobal('localStorage', undefined)
  expect(readRememberedAddress('default')).toBeUndefined()
})
