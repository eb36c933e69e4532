import { brand } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { remembered } from './remembered.js'

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

it('is the address of the wallet that was in use, of the active chain family where there is one', () => {
  holding({ connections: [entry] })
  expect(remembered('default')).toBe('ink1first')
  expect(remembered('other')).toBeUndefined()
  holding({
    connections: [entry, { ...entry, current: { oak: 'key' }, addresses: { oak: 'oak1second' } }],
    activeNamespace: 'oak',
  })
  expect(remembered('default')).toBe('oak1second')
})

it('knows of a wallet whose address it does not know', () => {
  holding({ connections: [{ ...entry, addresses: undefined }] })
  expect(remembered('default')).toBe('')
  holding({ connections: [entry], activeNamespace: 'oak' })
  expect(remembered('default')).toBe('')
  holding({ connections: [{ ...entry, addresses: { ink: { toString: 1 } } }] })
  expect(remembered('default')).toBe('')
})

it.each([
  ['nothing', {}],
  ['none any more', { connections: [] }],
  ['half a text', { connections: 'raw [{"id"' }],
  ['something else', { connections: 7 }],
  ['others', { connections: [null, 'x'] }],
  ['an entry without parts', { connections: [{ id: 'one' }] }],
  ['a bad name', { connections: [entry], activeNamespace: 'raw {' }],
])('takes a storage that holds %s for an empty one', (_, values) => {
  holding(values)
  expect(remembered('default')).toBeUndefined()
})

it('takes a storage that is blocked, or is not there, for an empty one', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(remembered('default')).toBeUndefined()
  vi.stubGlobal('localStorage', undefined)
  expect(remembered('default')).toBeUndefined()
})
