// @vitest-environment happy-dom
// What the kernel remembers of networks, and what it holds in memory where the browser keeps
// nothing.
import type { PluginContext } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it } from 'vitest'
import type { Kernel } from '../src/types.js'
import { adapter, make, memoryStorage, network, plugin } from './support.js'

const kernels: Kernel[] = []
afterEach(() => kernels.splice(0).forEach((kernel) => kernel.dispose()))
const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}
const start = (storage: ReturnType<typeof memoryStorage>) => {
  let ctx: PluginContext | undefined
  const { kernel } = make(
    [
      plugin(
        'chains',
        (found) => {
          ctx = found
          for (const namespace of ['one', 'two']) {
            found.adapters.add(adapter(namespace))
            found.networks.add(network(`${namespace}:1`))
            found.networks.add(network(`${namespace}:2`))
          }
        },
        { chains: ['one', 'two'], storage: { version: 1, keys: { title: text, other: text } } },
      ),
    ],
    { storage },
  )
  kernels.push(kernel)
  return { kernel, notes: ctx!.storage }
}
const key = (name: string) => `latchkey-default:kernel:v1:${name}`
const chosen = ({ ports: { activeNetwork } }: Kernel) => activeNetwork.current()?.id

describe('the network in use', () => {
  it('The network in use is the stored one, else the first', () => {
    expect(chosen(start(memoryStorage({ [key('activeNetwork')]: '"two:2"' })).kernel)).toBe('two:2')
    expect(chosen(start(memoryStorage()).kernel)).toBe('one:1')
  })
  it('The network in use is one of the stored namespace if the stored network is not configured any more', () => {
    expect(
      chosen(
        start(
          memoryStorage({ [key('activeNetwork')]: '"two:9"', [key('activeNamespace')]: '"two"' }),
        ).kernel,
      ),
    ).toBe('two:1')
    expect(chosen(start(memoryStorage({ [key('activeNamespace')]: '"three"' })).kernel)).toBe(
      'one:1',
    )
  })
  it('The network in use is read by namespace, and there is none without an adapter', () => {
    const {
      ports: { activeNetwork },
    } = start(memoryStorage()).kernel
    expect([
      activeNetwork.current('two')?.id,
      activeNetwork.current('three'),
      activeNetwork.current('two') === activeNetwork.current('two'),
    ]).toEqual(['two:1', undefined, true])
  })
  it('The network in use is stored when it changes, and not otherwise', async () => {
    const storage = memoryStorage()
    const { kernel } = start(storage)
    const written: string[] = []
    const { setItem } = storage
    storage.setItem = (name, value) => (
      written.push(`${name.split(':').at(-1)} ${value}`),
      setItem(name, value)
    )
    await kernel.switchNetwork('two:2')
    await kernel.switchNetwork('two:2')
    expect(written.sort()).toEqual(['activeNamespace "two"', 'activeNetwork "two:2"'])
  })
})

describe('what the browser would not keep', () => {
  const told = (name: string | null, storageArea: object) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key: name, storageArea }))
  const held = () => {
    const storage = memoryStorage()
    const { notes } = start(storage)
    storage.block()
    notes.set('title' as never, 'here' as never)
    notes.set('other' as never, 'there' as never)
    storage.mend()
    return { storage, read: () => [notes.get('title' as never), notes.get('other' as never)] }
  }
  const TITLE = 'latchkey-default:chains:v1:title'
  it('An entry that the browser refuses is held in memory until another tab writes that entry', () => {
    const { storage, read } = held()
    expect(read()).toEqual(['here', 'there'])
    storage.setItem(TITLE, '"theirs"')
    told(TITLE, storage)
    expect(read()).toEqual(['theirs', 'there'])
  })
  it('Entries in memory are gone when another tab clears everything', () => {
    const { storage, read } = held()
    told(null, storage)
    expect(read()).toEqual([undefined, undefined])
  })
  it('Entries in memory stay when another storage changes', () => {
    const { read } = held()
    told(null, memoryStorage())
    expect(read()).toEqual(['here', 'there'])
  })
})
