import { describe, expect, it, vi } from 'vitest'
import { readStandardAccounts } from './accounts.js'
import { copyBytes, readResults } from './answers.js'
import { readFeature, onStandardChange, readTexts, type StandardWallet } from './features.js'

const throwing = {
  get: (): never => {
    throw new Error('hands off')
  },
}
const withFeatures = (features: unknown): StandardWallet => ({
  name: 'W',
  chains: [],
  accounts: [],
  features,
})
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe('a feature method', () => {
  it('A method of a feature is called on its feature with the inputs that it is given', () => {
    const owner = {
      version: '1.0.0',
      sign(this: unknown, ...inputs: unknown[]) {
        return [this, inputs]
      },
    }
    expect(readFeature(withFeatures({ 'chain:sign': owner }), 'chain:sign')!(1, 2)).toEqual([
      owner,
      [1, 2],
    ])
  })
  it('A method of a feature may have another name than its feature', () => {
    const wallet = withFeatures({ 'standard:events': { on: () => 'listening' } })
    expect(readFeature(wallet, 'standard:events')).toBeUndefined()
    expect(readFeature(wallet, 'standard:events', 'on')!()).toBe('listening')
  })
  it.each<[string, unknown]>([
    ['features that are missing', undefined],
    ['features that are a number', 7],
    ['a feature that throws', { 'chain:sign': new Proxy({}, throwing) }],
    ['features that throw', new Proxy({}, throwing)],
    ['features that are revoked', revoked()],
    ['another feature', { 'chain:other': { sign: () => 1 } }],
    ['a method that is not a function', { 'chain:sign': { sign: 7 } }],
  ])('A method is read as undefined where the wallet has %s', (_, features) => {
    expect(readFeature(withFeatures(features), 'chain:sign')).toBeUndefined()
  })
})

it.each([undefined, 7, new Proxy({}, throwing)])(
  'A value that is not a wallet has no features: case %#',
  (value) => expect(readFeature(value, 'chain:sign')).toBeUndefined(),
)

describe('a listener of changes', () => {
  it('A listener is called through the first event feature that the wallet has, until it is removed', () => {
    const listeners = new Set<() => void>()
    const wallet = withFeatures({
      'chain:events': {
        on(_event: string, listener: () => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    })
    const changed = vi.fn()
    const stop = onStandardChange(wallet, changed, ['standard:events', 'chain:events'])
    for (const listener of listeners) listener()
    stop()
    expect([changed.mock.calls.length, listeners.size]).toEqual([1, 0])
  })
  it.each<[string, unknown]>([
    ['without events', {}],
    ['whose event feature throws', { 'standard:events': { on: throwing.get } }],
    ['that returns nothing', { 'standard:events': { on: () => undefined } }],
    ['that throws while unsubscribing', { 'standard:events': { on: () => throwing.get } }],
  ])('Listening for changes fails quietly at a wallet %s', (_, features) => {
    const stop = onStandardChange(withFeatures(features), () => undefined)
    expect(stop).not.toThrow()
  })
})

describe('accounts', () => {
  it('An account is read as plain data, beside the raw object that features take back', () => {
    const raw = {
      address: 'a1',
      publicKey: Uint8Array.of(1, 2),
      label: 'L'.repeat(100),
      chains: ['samplech:main', 7],
      features: ['samplech:sign'],
    }
    const [account] = readStandardAccounts([raw])!
    expect(account).toEqual({
      address: 'a1',
      publicKey: Uint8Array.of(1, 2),
      label: 'L'.repeat(64),
      chains: ['samplech:main'],
      features: ['samplech:sign'],
      raw,
    })
    expect(account!.raw).toBe(raw)
    raw.publicKey[0] = 9
    expect(account!.publicKey).toEqual(Uint8Array.of(1, 2))
  })
  it('A malformed or throwing account is left out, and the accounts beside it are kept', () => {
    const good = { address: 'good' }
    const list = [
      null,
      7,
      {},
      { address: 7 },
      { address: '' },
      { address: 'x'.repeat(1_000) },
      Object.defineProperty({ address: 'x' }, 'label', throwing),
      new Proxy({}, throwing),
      revoked(),
      good,
    ]
    expect(readStandardAccounts(list)!.map(({ address }) => address)).toEqual(['good'])
  })
  it('At most 100 accounts of a list are read, and a value that is not a list is read as undefined', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ address: `a${index}` }))
    expect(readStandardAccounts(many)).toHaveLength(100)
    for (const value of [undefined, null, 7, 'a1', {}, { length: 1e9 }, revoked()])
      expect(readStandardAccounts(value)).toBeUndefined()
  })
})

describe('answers', () => {
  it('Results are read where there is one object for each input, and refused otherwise', () => {
    const results = [{ signature: 1 }, { signature: 2 }]
    expect(readResults(results, 2)).toEqual(results)
    for (const answer of [
      undefined,
      {},
      'ab',
      [{}],
      [{}, null],
      [{}, {}, {}],
      new Proxy([{}, {}], throwing),
    ])
      expect(readResults(answer, 2)).toBeUndefined()
  })
  it('Bytes are copied from every kind of view, and other values are refused', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4)
    const copy = copyBytes(bytes.subarray(1, 3))!
    bytes.fill(9)
    expect(copy).toEqual(Uint8Array.of(2, 3))
    expect(copyBytes(new DataView(Uint8Array.of(5).buffer))).toEqual(Uint8Array.of(5))
    expect(copyBytes(bytes, 3)).toBeUndefined()
    for (const value of [undefined, [1, 2], 'ab', bytes.buffer, { length: 1, 0: 1 }, revoked()])
      expect(copyBytes(value)).toBeUndefined()
  })
  it('Texts are read from a list up to a maximum, and other members are left out', () => {
    expect(readTexts(['a', 7, 'b', null])).toEqual(['a', 'b'])
    expect(readTexts(['a', 'b', 'c'], 2)).toEqual(['a', 'b'])
    expect(readTexts(Array.from({ length: 500 }, () => 'x'))).toHaveLength(100)
    for (const value of [undefined, 'ab', {}, new Proxy([], throwing)])
      expect(readTexts(value)).toEqual([])
  })
})
