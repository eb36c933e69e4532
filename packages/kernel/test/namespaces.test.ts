// One wallet, or several, in three chain families at once.
import type { Caip2, LatchkeyError, Namespace } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  account,
  FakeConnection,
  scope,
  scopesOf,
  type FakeWallet,
} from './fakes/FakeConnection.js'
import { fakeAdapter } from './fakes/fakeAdapter.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import {
  makeWorld,
  memoryStorage,
  settle,
  type World,
  type WorldOptions,
} from './fakes/makeWorld.js'

const SPACES = ['one', 'two', 'three'] as const
const NETWORKS: readonly Caip2[] = ['one:1', 'one:2', 'two:1', 'two:2', 'three:1']
const worlds: World[] = []
afterEach(() => {
  worlds.splice(0).forEach(({ kernel }) => kernel.dispose())
  vi.useRealTimers()
})

/**
 * A wallet by as many providers as there are chain families, and one that serves all of them by
 * one.
 */
async function start(wallet: Partial<FakeWallet> = {}, options: WorldOptions = {}) {
  const links = new Map<string, FakeConnection>()
  const make = (id: string, name: string, namespaces: readonly Namespace[]) =>
    new FakeConnector(id, {
      name,
      kind: 'announced',
      namespaces,
      link() {
        const link = new FakeConnection(
          id,
          id,
          Object.fromEntries(
            namespaces.map((space) => [space, scope([account(space, 'a'), account(space, 'b')])]),
          ),
          { answer: () => null, ...wallet },
        )
        links.set(id, link)
        return link
      },
    })
  const providers = Object.fromEntries(
    SPACES.map((space) => [space, make(`two-${space}`, 'Several', [space])]),
  ) as Record<(typeof SPACES)[number], FakeConnector>
  const whole = make('whole', 'Whole', SPACES)
  const world = await makeWorld({
    networks: NETWORKS,
    connectors: [...Object.values(providers), whole],
    ...options,
  })
  worlds.push(world)
  const statuses = () => SPACES.map((space) => world.status(space))
  const inUse = () =>
    SPACES.map((space) => world.core.connections.get().namespaces[space]?.connectionId)
  return {
    ...world,
    links,
    providers,
    whole,
    statuses,
    inUse,
    active: () => world.kernel.ports.activeNetwork.current()?.id,
  }
}
const declined = { reject: { code: 4001 } }

describe('a wallet with a provider for each chain family', () => {
  it('A wallet with a provider for each chain family is one row with all of them', async () => {
    const { kernel, providers } = await start()
    const row = kernel.ports.late
      .now()
      ?.wallets.get()
      .find(({ name }) => name === 'Several')
    expect(row).toMatchObject({
      type: 'MULTI_CHAIN',
      lookalike: false,
      connectors: Object.values(providers),
    })
  })
  it('A wallet of several families connects in each, and a family that refuses stops no other', async () => {
    const { kernel, providers, statuses, active, views } = await start()
    providers.two.behave = declined
    kernel.open()
    kernel.ports.router.push('ConnectingMultiChain', { walletId: 'several' })
    const outcomes = []
    for (const { id } of Object.values(providers))
      outcomes.push(
        await kernel.connect(id, { stay: true }).then(
          () => 'connected',
          ({ code }: LatchkeyError) => code,
        ),
      )
    expect(outcomes).toEqual(['connected', 'wallet.user_rejected', 'connected'])
    expect(statuses()).toEqual(['connected', 'disconnected', 'connected'])
    expect([kernel.ports.modal.get().open, views().at(-1), active()]).toEqual([
      true,
      'ConnectingMultiChain',
      'one:1',
    ])
    await kernel.connect('two-two').catch(() => undefined)
    providers.two.behave = 'accept'
    await kernel.connect('two-two')
    expect([statuses(), kernel.ports.modal.get().open, active()]).toEqual([
      ['connected', 'connected', 'connected'],
      false,
      'two:1',
    ])
  })
  it('The first family becomes active if no wallet is connected in the active one', async () => {
    const { kernel, active } = await start()
    await kernel.connect('two-three', { stay: true })
    await kernel.connect('two-two', { stay: true })
    expect(active()).toBe('three:1')
  })
})

describe('accounts of several chain families', () => {
  it('Each family has its own account in use, and a change in one touches no other [ENT-05]', async () => {
    const { kernel, core, address, links } = await start()
    await kernel.connect('whole')
    await kernel.ports.accounts.select({ connectionId: 'whole', namespace: 'two', key: 'b' })
    links.get('whole')?.tell({
      scopes: {
        ...scopesOf('one', 'two', 'three'),
        two: scope([account('two', 'a'), account('two', 'b')]),
        three: scope([account('three', 'c')], { selected: 'c' }),
      },
    })
    expect(SPACES.map((space) => address(space))).toEqual(['one-a', 'two-b', 'three-c'])
    expect(kernel.ports.accounts.all('three').map(({ key }) => key)).toEqual(['c'])
    const { one } = core.connections.get().namespaces
    await kernel.switchNetwork('two:2')
    expect(core.connections.get().namespaces['one']).toBe(one)
  })
  it('Accounts in use of two wallets in two families stay when a third wallet comes', async () => {
    const { kernel, inUse } = await start()
    await kernel.connect('whole')
    await kernel.connect('two-two')
    expect(inUse()).toEqual(['whole', 'two-two', 'whole'])
    // The wallet shows more: it is known there, and not current.
    await kernel.disconnect({ connectionId: 'whole' })
    expect(inUse()).toEqual([undefined, 'two-two', undefined])
  })
  it('Only the wanted family is asked for', async () => {
    const { kernel, whole, inUse } = await start()
    await kernel.connect('two-one')
    await kernel.connect('whole', { namespaces: ['two'] })
    expect(whole.asked[0]?.networks.map(({ id }) => id)).toEqual(['two:1', 'two:2'])
    expect(inUse()).toEqual(['two-one', 'whole', undefined])
  })
})

describe('the active chain family', () => {
  it('The active family brings its own account, network and balance, and back [NET-03]', async () => {
    const read: string[] = []
    const balances = (space: string) =>
      fakeAdapter(space, {
        balance: async ({ address, network }) => (
          read.push(`${network.id} ${address}`),
          { value: BigInt(read.length), decimals: 0, symbol: space }
        ),
      })
    const { kernel, links } = await start(
      { switchNetwork: async () => undefined },
      { adapters: SPACES.map(balances) },
    )
    await kernel.connect('whole')
    await kernel.switchNetwork('one:2')
    const now = async () => {
      const { accounts, activeNetwork, late } = kernel.ports
      const [who, where] = [accounts.active(), activeNetwork.current()]
      return [
        who?.address,
        where?.id,
        (await late.now()?.balance({ network: where!.id, address: who!.address }))?.symbol,
      ]
    }
    expect(await now()).toEqual(['one-a', 'one:2', 'one'])
    await kernel.switchNetwork('two:1')
    expect(await now()).toEqual(['two-a', 'two:1', 'two'])
    await kernel.switchNetwork('three:1')
    expect(await now()).toEqual(['three-a', 'three:1', 'three'])
    await kernel.switchNetwork('one:2')
    expect(await now()).toEqual(['one-a', 'one:2', 'one'])
    // No wallet was asked to switch to the network that it is on.
    expect(links.get('whole')?.switched).toMatchObject([{ id: 'one:2' }])
    expect(read).toEqual(['one:2 one-a', 'two:1 two-a', 'three:1 three-a'])
  })
  it('An active family without a wallet leads to SwitchActiveChain, which Connect replaces [VIEW-14]', async () => {
    const { kernel } = await start()
    await kernel.connect('two-one')
    kernel.open('Networks')
    await kernel.switchNetwork('three:1')
    expect(kernel.ports.router.get().at(-1)).toMatchObject({
      view: 'SwitchActiveChain',
      params: { switchToChain: 'three', navigateTo: 'Connect' },
    })
    expect(kernel.ports.activeNetwork.get().namespace).toBe('three')
    expect(kernel.ports.accounts.active()).toBeUndefined()
    expect(kernel.ports.accounts.active('one')?.address).toBe('one-a')
  })
})

describe('disconnecting', () => {
  it('One family of three is disconnected alone if the wallet can part with it', async () => {
    const { kernel, statuses, links } = await start({ canRelease: () => true })
    await kernel.connect('whole')
    expect(kernel.ports.late.now()?.endsTogetherWith('two')).toEqual(['two'])
    await kernel.disconnect({ namespace: 'two' })
    expect([statuses(), links.get('whole')?.released]).toEqual([
      ['connected', 'disconnected', 'connected'],
      ['two'],
    ])
  })
  it('A wallet that cannot part with one family ends as a whole, as endsTogetherWith says; others stay', async () => {
    const { kernel, inUse } = await start()
    await kernel.connect('whole')
    await kernel.connect('two-three')
    expect(kernel.ports.late.now()?.endsTogetherWith('one')).toEqual(SPACES)
    await kernel.disconnect({ namespace: 'one' })
    expect(inUse()).toEqual([undefined, undefined, 'two-three'])
  })
  it('Disconnecting everything ends every wallet in every family, also when one fails', async () => {
    const { kernel, statuses, links } = await start()
    for (const space of SPACES) await kernel.connect(`two-${space}`)
    const { wallet } = links.get('two-two')!
    wallet.release = () => Promise.reject(new Error('no'))
    await expect(kernel.disconnect()).rejects.toMatchObject({
      code: 'wallet.disconnect_failed',
      context: { connectionId: 'two-two' },
    })
    expect(statuses()).toEqual(['disconnected', 'disconnected', 'disconnected'])
    expect([...links.values()].map(({ released }) => released)).toEqual([
      [undefined],
      [undefined],
      [undefined],
    ])
  })
})

describe('restoring several', () => {
  const kept = async () => {
    const storage = memoryStorage()
    const first = await start({}, { kernel: { storage } })
    for (const space of SPACES) await first.kernel.connect(`two-${space}`)
    await first.kernel.switchNetwork('two:2')
    first.kernel.dispose()
    return storage
  }
  it('Each connection is restored on its own: one that hangs or is gone stops no other', async () => {
    vi.useFakeTimers()
    const storage = await kept()
    const providers = SPACES.map(
      (space) =>
        new FakeConnector(`two-${space}`, {
          namespaces: [space],
          link: () => new FakeConnection(`two-${space}`, `two-${space}`, scopesOf(space)),
        }),
    )
    providers[1]!.comeBack = 'silence'
    // The first one's wallet was removed from the browser.
    const world = await makeWorld({
      networks: NETWORKS,
      connectors: providers.slice(1),
      kernel: { storage },
    })
    worlds.push(world)
    await settle()
    const statuses = () => SPACES.map((space) => world.status(space))
    expect([statuses(), world.core.connections.get().restoring]).toEqual([
      ['connecting', 'connecting', 'connected'],
      true,
    ])
    providers[1]!.answerLate()
    await settle()
    expect(statuses()).toEqual(['connecting', 'connected', 'connected'])
    expect(world.kernel.ports.activeNetwork.current()?.id).toBe('two:2')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([statuses(), world.core.connections.get().restoring]).toEqual([
      ['disconnected', 'connected', 'connected'],
      false,
    ])
    // It may be there again after the next reload.
    expect(storage.read('connections')).toMatchObject([
      { id: 'two-three' },
      { id: 'two-two' },
      { id: 'two-one' },
    ])
  })
  it('A family whose adapter cannot be loaded stays out when connections are restored', async () => {
    const storage = await kept()
    const providers = SPACES.map(
      (space) =>
        new FakeConnector(`two-${space}`, {
          namespaces: [space],
          link: () => new FakeConnection(`two-${space}`, `two-${space}`, scopesOf(space)),
        }),
    )
    const world = await makeWorld({
      networks: NETWORKS,
      connectors: providers,
      adapters: [fakeAdapter('one', { loading: () => Promise.reject(new Error('offline')) })],
      kernel: { storage },
    })
    worlds.push(world)
    await settle()
    expect(SPACES.map((space) => world.status(space))).toEqual([
      'disconnected',
      'connected',
      'connected',
    ])
    expect(world.reports).toContain('connection: adapter of one')
  })
})
