import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  account,
  FakeConnection,
  scope,
  type FakeWallet,
} from '../../../test/fakes/FakeConnection.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import {
  makeWorld,
  memoryStorage,
  settle,
  type World,
  type WorldOptions,
} from '../../../test/fakes/makeWorld.js'
import { actionFor, relativeStatus } from './select.js'

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
const start = async (wallet: Partial<FakeWallet> = {}, options: WorldOptions = {}) => {
  const links = new Map<string, FakeConnection>()
  const make = (id: string) => {
    const connector = new FakeConnector(id, {
      namespaces: ['test'],
      link() {
        const link = new FakeConnection(
          id,
          id,
          {
            test: scope(
              [
                account('test', `${id}1`),
                account('test', `${id}2`),
                account('test', `${id}o`, { type: 'ordinals' }),
              ],
              id === 'far' ? { network: 'test:2' } : {},
            ),
          },
          { answer: () => null, ...wallet },
        )
        links.set(id, link)
        return link
      },
    })
    return connector
  }
  const connectors = ['a', 'b', 'far'].map(make)
  const world = await makeWorld({ connectors, ...options })
  worlds.push(world)
  const select = (connectionId: string, key: string) =>
    world.kernel.ports.accounts.select({ connectionId, namespace: 'test', key })
  return {
    ...world,
    links,
    connectors,
    select,
    current: () => world.core.connections.get().namespaces['test'],
  }
}

describe('what a wallet is to a namespace', () => {
  it("A wallet has one of three states, by its own id or its connector's [CONN-10] [CONN-11] [CONN-12]", async () => {
    const { kernel, core } = await start()
    await kernel.connect('a')
    await kernel.connect('b')
    const is = (id: string, namespace = 'test') =>
      relativeStatus(core.connections.get(), id, namespace)
    expect([is('b'), is('a'), is('far'), is('a', 'other'), is('a', '__proto__')]).toEqual([
      'connected',
      'active',
      'disconnected',
      'disconnected',
      'disconnected',
    ])
  })
  it('A wallet with an unknown status is refused [ERR-11]', () => {
    const actions = { connected: 1, active: 2, disconnected: 3 }
    for (const status of ['foo', '', 'constructor', '__proto__'])
      expect(() => actionFor(status, actions)).toThrow(
        expect.objectContaining({
          code: 'kernel.invalid_connection_status',
          message: 'Invalid connection status',
        }),
      )
    expect(actionFor('active', actions)).toBe(2)
  })
})

describe('selecting an account', () => {
  it('Selecting an account of the wallet in use changes only the account [CONN-13]', async () => {
    const { kernel, select, current, connectors, named } = await start()
    await kernel.connect('a')
    await select('a', 'a2')
    expect(current()).toMatchObject({ connectionId: 'a', accountKey: 'a2', address: 'test-a2' })
    expect(connectors[0]?.asked).toHaveLength(1)
    expect(named('account:changed')).toMatchObject([
      { account: { key: 'a1' } },
      { account: { key: 'a2' } },
    ])
  })
  it('Selecting an account of a known wallet makes that wallet current [CONN-14]', async () => {
    const { kernel, select, current, connectors } = await start()
    await kernel.connect('a')
    await kernel.connect('b')
    await select('a', 'a1')
    expect(current()).toMatchObject({ connectionId: 'a', accountKey: 'a1' })
    expect(connectors.map(({ asked }) => asked.length)).toEqual([1, 1, 0])
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('Selecting an account of a wallet that is not connected connects it [CONN-15]', async () => {
    const { kernel, select, current, connectors } = await start()
    await kernel.connect('a')
    await select('b', 'b2')
    expect(connectors[1]?.asked).toHaveLength(1)
    expect(current()).toMatchObject({ connectionId: 'b', accountKey: 'b2' })
  })
  it('Selecting an account of a wallet without a connector is refused [ERR-12]', async () => {
    const storage = memoryStorage()
    storage.setItem(
      'latchkey-default:kernel:v1:connections',
      JSON.stringify([
        {
          id: 'kept',
          connectorId: 'gone',
          name: 'Gone',
          namespaces: ['test'],
          current: { test: 'k' },
          snapshot: null,
        },
      ]),
    )
    const { select } = await start({}, { kernel: { storage, reconnect: false } })
    for (const id of ['kept', 'nobody'])
      await expect(select(id, 'k')).rejects.toMatchObject({
        code: 'kernel.connector_missing',
        message: 'No connector found for connection',
      })
  })
  it('Selecting an account that the wallet does not have is refused', async () => {
    const { kernel, select, current } = await start()
    await kernel.connect('a')
    await expect(select('a', 'b1')).rejects.toMatchObject({
      code: 'kernel.account_or_network_missing',
    })
    expect(current()?.accountKey).toBe('a1')
  })
  it('Selecting an account needs a namespace [VALID-14]', async () => {
    const { half } = await start()
    await expect(
      half.select({ connectionId: 'a', namespace: '', key: 'a1' }),
    ).rejects.toMatchObject({
      code: 'kernel.chain_missing',
      message: 'Chain is required to update chain account data',
    })
  })
  it('Selecting an account asks a wallet that can switch, and changes nothing when it refuses', async () => {
    const switchAccount = vi.fn(async () => undefined)
    const { kernel, select, current, links } = await start({ switchAccount })
    await kernel.connect('a')
    await select('a', 'a2')
    expect(links.get('a')?.switched).toMatchObject([{ key: 'a2' }])
    switchAccount.mockImplementation(() => Promise.reject({ code: 4001 }))
    await expect(select('a', 'a1')).rejects.toMatchObject({ code: 'wallet.user_rejected' })
    expect(current()?.accountKey).toBe('a2')
  })
  it('Selecting an account rejects when the account or the wallet is gone after the wallet was asked', async () => {
    let go = (): void => undefined
    const { kernel, select, current, links } = await start({
      switchAccount: () => new Promise((resolve) => (go = resolve)),
    })
    await kernel.connect('a')
    const first = expect(select('a', 'a2')).rejects.toMatchObject({
      code: 'kernel.account_or_network_missing',
    })
    links.get('a')?.tell({ scopes: { test: scope([account('test', 'a1')]) } })
    go()
    await first
    expect(current()?.accountKey).toBe('a1')
    const second = expect(select('a', 'a1')).rejects.toBeDefined()
    await kernel.disconnect()
    await second
    expect(current()).toEqual({ status: 'disconnected' })
  })
  it('An account can be selected if its type is eoa, smartAccount or payment [ACCT-05]', async () => {
    const { kernel, select, current, links } = await start()
    await kernel.connect('a')
    const usable = ['eoa', 'smartAccount', 'payment'].map((type) => account('test', type, { type }))
    links.get('a')?.tell({
      scopes: {
        test: scope([
          account('test', 'a1'),
          ...usable,
          account('test', 'ao', { type: 'ordinals' }),
        ]),
      },
    })
    for (const { key } of usable) {
      await select('a', key)
      expect(current()?.accountKey).toBe(key)
    }
    await expect(select('a', 'ao')).rejects.toMatchObject({ code: 'kernel.not_allowed' })
    expect(current()?.accountKey).toBe('payment')
  })
  it("Selecting an account brings its wallet's network into use, and the network steps follow", async () => {
    const { kernel, select, ctx } = await start()
    await kernel.connect('far')
    await kernel.connect('a')
    await kernel.switchNetwork('test:1')
    const changes: unknown[] = []
    ctx.flow.network((change) => void changes.push(change))
    await select('far', 'far1')
    expect(kernel.ports.activeNetwork.current()?.id).toBe('test:2')
    expect(changes).toMatchObject([
      {
        network: 'test:2',
        previousNetwork: 'test:1',
        account: { key: 'far1' },
        previousAccount: { key: 'a1' },
        origin: 'visitor',
      },
    ])
  })
})

it('The preferred type of account is remembered by namespace, over reloads [ACCT-06]', async () => {
  const storage = memoryStorage()
  const both = (namespace: string) =>
    scope([account(namespace, 'x'), account(namespace, 'y', { type: 'smartAccount' })])
  const link = () => new FakeConnection('s', 's', { test: both('test'), other: both('other') })
  const world = async () => {
    const made = await makeWorld({
      networks: ['test:1', 'other:1'],
      connectors: [new FakeConnector('s', { namespaces: ['test', 'other'], link })],
      kernel: { storage },
    })
    worlds.push(made)
    return made
  }
  const first = await world()
  await first.kernel.connect('s')
  await first.kernel.ports.accounts.select({ connectionId: 's', namespace: 'test', key: 'y' })
  await first.kernel.ports.accounts.select({ connectionId: 's', namespace: 'other', key: 'y' })
  await first.kernel.ports.accounts.select({ connectionId: 's', namespace: 'other', key: 'x' })
  expect(storage.read('accountTypes')).toEqual({ test: 'smartAccount', other: 'eoa' })
  await first.kernel.disconnect()
  first.kernel.dispose()
  const second = await world()
  await second.kernel.connect('s')
  await settle()
  expect(
    ['test', 'other'].map((namespace) => second.kernel.ports.accounts.active(namespace)?.key),
  ).toEqual(['y', 'x'])
})
