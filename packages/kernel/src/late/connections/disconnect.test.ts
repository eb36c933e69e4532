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
  it('A disconnect clears status, address and connection, also stored [CONN-06] [CONN-07] [CONN-09]', async () => {
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
  it('After a disconnect no namespace starts as connecting [STORE-30] [STORE-06] [STORE-07]', async () => {
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
  it("A disconnect clears the cached balances of the wallet's accounts [CONN-08]", async () => {
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
  it('A disconnect brings no other wallet into use', async () => {
    const { kernel, status, core } = await connected()
    await kernel.connect('v')
    await kernel.disconnect({ connectionId: 'v' })
    expect(status()).toBe('disconnected')
    expect(core.connections.get().connections.map(({ id }) => id)).toEqual(['w'])
    expect(core.connections.get().namespaces['other']?.connectionId).toBe('w')
  })
  it('A disconnect of an unknown wallet does nothing', async () => {
    const { kernel, link } = await connected()
    await kernel.disconnect({ connectionId: 'nobody' })
    await kernel.disconnect({ namespace: 'nobody' })
    expect(link.released).toEqual([])
  })
  it('A wallet that fails to disconnect is gone here, and the call rejects [ERR-01]', async () => {
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
  it('A wallet that does not answer is waited for no longer than 10 s', async () => {
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
  it('Disconnecting everything ends every wallet, also when one fails, and the attempt under way', async () => {
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
  it('A namespace is disconnected alone if its wallet can part with it', async () => {
    const { kernel, status, link } = await connected({ canRelease: () => true })
    expect(kernel.ports.late.now()?.endsTogetherWith('other')).toEqual(['other'])
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
  ])(
    'The whole wallet ends if it cannot part with one namespace, which endsTogetherWith says before',
    async (wallet) => {
      const { kernel, status, link } = await connected(wallet)
      expect(kernel.ports.late.now()?.endsTogetherWith('other')).toEqual(['test', 'other'])
      await kernel.disconnect({ namespace: 'other' })
      expect([status('test'), status('other'), link.released]).toEqual([
        'disconnected',
        'disconnected',
        [undefined],
      ])
    },
  )
  it('A namespace without a wallet can be disconnected and ends nothing', async () => {
    const { kernel } = await connected()
    await kernel.disconnect()
    expect(kernel.ports.late.now()?.endsTogetherWith('test')).toEqual([])
    await kernel.disconnect({ namespace: 'test' })
    await settle()
  })
})
