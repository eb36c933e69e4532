import { createKernel, type StorageBackend } from '@latchkey/kernel'
import { describe, expect, it } from 'vitest'
import { sampleFeature } from '../src/index.js'

function memory(): StorageBackend {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (at) => [...map.keys()][at] ?? null,
    get length() {
      return map.size
    },
  }
}

async function start(storage: StorageBackend, longest?: number) {
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage,
    mobile: false,
    strict: true,
    plugins: [sampleFeature(longest === undefined ? {} : { longest })],
  })
  await kernel.ready
  await kernel.ports.late.load()
  return { kernel, api: kernel.plugins['sample-feature'] }
}

describe('a note', () => {
  it('A note is kept over a reload', async () => {
    const storage = memory()
    const before = await start(storage)
    before.api.save('Buy milk')
    expect(before.api.state.get().note).toBe('Buy milk')
    before.kernel.dispose()
    const after = await start(storage)
    expect(after.api.state.get().note).toBe('Buy milk')
    after.kernel.dispose()
  })

  it('A note is cut to the length that the host says', async () => {
    const { kernel, api } = await start(memory(), 3)
    api.save('Buy milk')
    expect(api.state.get().note).toBe('Buy')
    kernel.dispose()
  })
})

describe('the action', () => {
  it('The action is in the Account view of a connected visitor', async () => {
    const { kernel } = await start(memory())
    const action = kernel.ports.accountActions.find('sample-feature.open')?.value
    const account = { key: 'a', namespace: 'any', address: 'a', type: 'eoa', connectionId: 'c' }
    expect(action?.when?.({ account: undefined, network: undefined })).toBe(false)
    expect(action?.when?.({ account, network: undefined })).toBe(true)
    kernel.dispose()
  })
})
