import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeConnection, scopesOf, type FakeWallet } from '../../../test/fakes/FakeConnection.js'
import { fakeAdapter } from '../../../test/fakes/fakeAdapter.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import {
  makeWorld,
  memoryStorage,
  settle,
  type World,
  type WorldOptions,
} from '../../../test/fakes/makeWorld.js'

const worlds: World[] = []
afterEach(() => {
  worlds.splice(0).forEach(({ kernel }) => kernel.dispose())
  vi.useRealTimers()
})
const connected = async (wallet: Partial<FakeWallet> = {}, options: WorldOptions = {}) => {
  const link = new FakeConnection('w', 'w', scopesOf('test', 'other'), {
    answer: () => null,
    ...wallet,
  })
  const second = new FakeConnection('v', 'v', scopesOf('test'))
  const world = await makeWorld({
    connectors: [
      new FakeConnector('w', { namespaces: ['test', 'other'], link: () => link }),
      new FakeConnector('v', { namespaces: ['test'], link: () => second }),
    ],
    ...options,
  })
  worlds.push(world)
  await world.kernel.connect('w')
  return { ...world, link, second }
}

describe('disconnecting a wallet', () => {
  it('clears status, address and connection of its namespaces, and what is stored of them [CONN-06] [CONN-07] [CONN-09]', async () => {
    const storage = memoryStorage()
    const { kernel, core, link, named } = await connected({}, { kernel: { storage } })
    await kernel.disconnect({ connectionId: 'w' })
    expect(core.connections.get()).toEqual({
      restoring: false,
      attempt: undefined,
      connections: [],
      namespaces: { test: { status: 'disconnected' }, other: { status: 'disconnected' } },
    })
    expect(named('connection:closed')).toEqual([
      { connectionId: 'w', namespaces: ['test', 'other'], reason: 'user' },
    ])
    expect([link.released, link.listeners]).toEqual([[undefined], 0])
    expect(storage.read('connections')).toBeUndefined()
    kernel.dispose()
    const again = await makeWorld({ kernel: { storage } })
    worlds.push(again)
    expect(again.core.connections.get()).toMatchObject({
      connections: [],
      namespaces: { test: { status: 'disconnected' }, other: { status: 'disconnected' } },
    })
  })
  it('removes status and namespaces from the storage: no namespace of the next page starts as connecting [STORE-30] [STORE-06] [STORE-07]', async () => {
    const storage = memoryStorage()
    const { kernel } = await connected({}, { kernel: { storage } })
    expect([storage.read('connectedNamespaces'), storage.read('connectionStatus')]).toEqual([
      ['test', 'other'],
      { test: 'connected', other: 'connected' },
    ])
    await kernel.disconnect()
    expect([storage.read('connectedNamespaces'), storage.read('connectionStatus')]).toEqual([
      undefined,
      undefined,
    ])
    kernel.dispose()
    const again = await makeWorld({ kernel: { storage } })
    worlds.push(again)
    expect(again.core.connections.get()).toMatchObject({
      restoring: false,
      namespaces: { test: { status: 'disconnected' }, other: { status: 'disconnected' } },
    })
  })
  it('clears what was read of its balances [CONN-08]', async () => {
    const balance = vi.fn(async () => ({ value: 7n, decimals: 1, symbol: 'C' }))
    const { kernel } = await connected({}, { adapters: [fakeAdapter('test', { balance })] })
    const read = (address: string) =>
      kernel.ports.late.now()?.balance({ network: 'test:1', address })
    for (const address of ['test-a', 'test-b', 'test-a']) await read(address)
    expect(balance).toHaveBeenCalledTimes(2)
    await kernel.disconnect()
    await read('test-b')
    expect(balance).toHaveBeenCalledTimes(2)
    await read('test-a')
    expect(balance).toHaveBeenCalledTimes(3)
  })
  it('puts nobody else in its place', async () => {
    const { kernel, status, core } = await connected()
    await kernel.connect('v')
    await kernel.disconnect({ connectionId: 'v' })
    expect(status()).toBe('disconnected')
    expect(core.connections.get().connections.map(({ id }) => id)).toEqual(['w'])
    expect(core.connections.get().namespaces['other']?.connectionId).toBe('w')
  })
  it('that nobody knows does nothing', async () => {
    const { kernel, link } = await connected()
    await kernel.disconnect({ connectionId: 'nobody' })
    await kernel.disconnect({ namespace: 'nobody' })
    expect(link.released).toEqual([])
  })
  it('that fails says so, with the cause, and is over all the same [ERR-01]', async () => {
    const cause = new Error('locked')
    const { kernel, core } = await connected({ release: () => Promise.reject(cause) })
    await expect(kernel.disconnect({ connectionId: 'w' })).rejects.toMatchObject({
      code: 'wallet.disconnect_failed',
      message: 'Failed to disconnect',
      context: { connectionId: 'w' },
      cause,
    })
    expect(core.connections.get().connections).toEqual([])
  })
  it('that says nothing is not waited for longer than 10 s', async () => {
    vi.useFakeTimers()
    const { kernel, status } = await connected({ release: () => new Promise(() => undefined) })
    const failing = expect(kernel.disconnect()).rejects.toMatchObject({
      code: 'wallet.disconnect_failed',
      cause: { code: 'kernel.timed_out' },
    })
    expect(status()).toBe('disconnected')
    await vi.advanceTimersByTimeAsync(10_000)
    await failing
  })
  it('of all wallets ends every one, also when one fails, and what is being connected', async () => {
    const { kernel, core, link, second } = await connected({
      release: () => Promise.reject(new Error('no')),
    })
    await kernel.connect('v')
    const late = kernel.ports.connectors.find('v')?.value
    if (late instanceof FakeConnector) late.behave = 'silence'
    const connecting = expect(kernel.connect('v')).rejects.toMatchObject({ code: 'kernel.aborted' })
    await expect(kernel.disconnect()).rejects.toMatchObject({ code: 'wallet.disconnect_failed' })
    await connecting
    expect(core.connections.get()).toMatchObject({ connections: [], attempt: undefined })
    expect([link.released, second.released]).toEqual([[undefined], [undefined]])
  })
})

describe('disconnecting a namespace', () => {
  it('parts with it where the wallet can', async () => {
    const { kernel, status, link } = await connected({ canRelease: () => true })
    expect(kernel.ports.late.now()?.endsWith('other')).toEqual(['other'])
    await kernel.disconnect({ namespace: 'other' })
    expect([status('test'), status('other'), link.released, link.listeners]).toEqual([
      'connected',
      'disconnected',
      ['other'],
      1,
    ])
    await kernel.disconnect({ namespace: 'test' })
    expect([status('test'), link.released, link.listeners]).toEqual([
      'disconnected',
      ['other', undefined],
      0,
    ])
  })
  it.each([
    [{}],
    [{ canRelease: () => false }],
    [
      {
        canRelease: () => {
          throw new Error('no')
        },
      },
    ],
  ])('ends the wallet where it cannot, which can be asked before', async (wallet) => {
    const { kernel, status, link } = await connected(wallet)
    expect(kernel.ports.late.now()?.endsWith('other')).toEqual(['test', 'other'])
    await kernel.disconnect({ namespace: 'other' })
    expect([status('test'), status('other'), link.released]).toEqual([
      'disconnected',
      'disconnected',
      [undefined],
    ])
  })
  it('of which nobody is connected ends nothing', async () => {
    const { kernel } = await connected()
    await kernel.disconnect()
    expect(kernel.ports.late.now()?.endsWith('test')).toEqual([])
    await kernel.disconnect({ namespace: 'test' })
    await settle()
  })
})
