import type { Account, Caip2, ConnectionInfo, Namespace, Scope } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { account, scope } from '../../../test/fakes/FakeConnection.js'
import { createRandom, type Random } from '../../../test/fakes/random.js'
import {
  infoOf,
  reduce,
  serves,
  stateOf,
  type ConnectionEvent,
  type MachineState,
  type World,
} from './machine.js'

const world: World = {
  networks: ['one:1', 'one:2', 'two:1', 'two:2'],
  spell: ({ address }, network) => (network.startsWith('two:') ? `${address}@${network}` : address),
  preferred: (namespace) => (namespace === 'one' ? 'smartAccount' : 'eoa'),
}
const start: MachineState = {
  connections: {
    restoring: false,
    connections: [],
    namespaces: { one: { status: 'disconnected' }, two: { status: 'disconnected' } },
  },
  active: { namespace: 'one', networks: { one: 'one:1', two: 'two:1' } },
}
const info = (id: string, scopes: Readonly<Record<Namespace, Scope>>): ConnectionInfo => ({
  id,
  connectorId: id,
  name: id,
  scopes,
})
const run = (machineState: MachineState, ...events: readonly ConnectionEvent[]): MachineState =>
  events.reduce((now, event) => reduce(now, event, world), machineState)
const both = (id: string): ConnectionInfo =>
  info(id, {
    one: scope([account('one', `${id}1`), account('one', `${id}2`)]),
    two: scope([account('two', `${id}3`)]),
  })
const connect = (
  id: string,
  more: Partial<Extract<ConnectionEvent, { type: 'revised' }>> = {},
): ConnectionEvent => ({
  type: 'revised',
  info: both(id),
  claims: { one: undefined, two: undefined },
  lead: 'always',
  ...more,
})
const begun: ConnectionEvent = { type: 'begun', connectorId: 'a', namespaces: ['one'] }
const over: ConnectionEvent = { type: 'rested', awaited: [], attempt: 'over' }

describe('an attempt', () => {
  it('An attempt makes its namespaces connecting, and its end makes them disconnected', () => {
    const trying = run(start, begun)
    expect(trying.connections).toMatchObject({
      attempt: { connectorId: 'a', namespaces: ['one'], step: { step: 'opening' } },
      namespaces: { one: { status: 'connecting' }, two: { status: 'disconnected' } },
    })
    expect(run(trying, over).connections).toEqual({ ...start.connections, attempt: undefined })
  })
  it('An attempt has steps as long as it lasts', () => {
    const step: ConnectionEvent = { type: 'step', step: { step: 'confirm' } }
    expect(run(start, begun, step).connections.attempt?.step).toEqual({ step: 'confirm' })
    expect(run(start, step)).toBe(start)
  })
  it('An attempt leaves a connected namespace in use until it succeeds', () => {
    const connected = run(start, connect('a'))
    expect(run(connected, begun).connections.namespaces).toEqual(connected.connections.namespaces)
    expect(run(connected, begun, over).connections.namespaces).toEqual(
      connected.connections.namespaces,
    )
  })
  it('A namespace stays connecting after an attempt if a stored connection may still come back', () => {
    const waiting: MachineState = {
      ...start,
      connections: {
        ...start.connections,
        restoring: true,
        namespaces: { ...start.connections.namespaces, one: { status: 'connecting' } },
      },
    }
    const back = run(waiting, begun, { type: 'rested', awaited: ['one'], attempt: 'over' })
    expect(stateOf(back, 'one').status).toBe('connecting')
    expect(run(back, { type: 'rested', awaited: [], restoring: 'over' }).connections).toMatchObject(
      { restoring: false, namespaces: { one: { status: 'disconnected' } } },
    )
    expect(
      stateOf(run(waiting, begun, { type: 'rested', awaited: [], restoring: 'over' }), 'one')
        .status,
    ).toBe('connecting')
  })
})

describe('a connection', () => {
  it('A connection becomes current in the namespaces that it claims and is known in others', () => {
    const machineState = run(start, connect('a', { claims: { two: undefined } }))
    expect(machineState.connections.namespaces).toEqual({
      one: { status: 'disconnected' },
      two: { status: 'connected', connectionId: 'a', accountKey: 'a3', address: 'two-a3@two:1' },
    })
    expect(machineState.active.namespace).toBe('two')
  })
  it('A connection replaces the current one, which stays known', () => {
    const machineState = run(start, connect('a'), connect('b'))
    expect(machineState.connections.connections.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(stateOf(machineState, 'one').connectionId).toBe('b')
  })
  it('A connection that yields replaces no other one', () => {
    expect(
      run(start, connect('a', { claims: { one: undefined } }), connect('b', { yields: true }))
        .connections.namespaces,
    ).toMatchObject({ one: { connectionId: 'a' }, two: { connectionId: 'b' } })
  })
  it('A connection of the same id replaces the old one in its position and keeps the account in use', () => {
    const machineState = run(start, connect('a', { claims: { one: 'a2' } }), connect('b'), {
      type: 'revised',
      info: both('a'),
      claims: { one: undefined },
    })
    expect(machineState.connections.connections.map(({ id }) => id)).toEqual(['a', 'b'])
    const again = run(machineState, connect('a', { claims: { one: undefined } }))
    expect(again.connections.connections).toHaveLength(2)
  })
  it.each([
    ['always', 'two'],
    ['ifIdle', 'one'],
    [undefined, 'one'],
  ] as const)('A connection that leads %s makes the active namespace %s', (lead, namespace) => {
    const claims = { two: undefined }
    expect(
      run(start, connect('a', { claims: { one: undefined } }), connect('b', { claims, lead }))
        .active.namespace,
    ).toBe(namespace)
    expect(run(start, connect('b', { claims, lead })).active.namespace).toBe(lead ? 'two' : 'one')
  })
  it("A connection begins with the wallet's, the wanted, the preferred or a usable account", () => {
    const mixed = [
      account('one', 'o', { type: 'ordinals' }),
      account('one', 'e'),
      account('one', 's', { type: 'smartAccount' }),
      account('one', 'x'),
    ]
    const key = (accounts: readonly Account[], more: Partial<Scope>, claim?: string) =>
      stateOf(
        run(start, {
          type: 'revised',
          info: info('a', { one: scope(accounts, more) }),
          claims: { one: claim },
        }),
        'one',
      ).accountKey
    expect(key(mixed, { selected: 'x' }, 'e')).toBe('x')
    expect(key(mixed, {}, 'e')).toBe('e')
    expect(key(mixed, {}, 'gone')).toBe('s')
    expect(key(mixed.slice(0, 2), {})).toBe('e')
    expect(key(mixed.slice(0, 1), {})).toBe('o')
  })
  it("A connection brings its wallet's network into use, or one that it serves", () => {
    const at = (one: Scope) =>
      run(start, { type: 'revised', info: info('a', { one }), claims: { one: undefined } }).active
        .networks['one']
    const some = [account('one', 'a')]
    expect(at(scope(some))).toBe('one:1')
    expect(at(scope(some, { network: 'one:77' }))).toBe('one:77')
    expect(at(scope(some, { networks: ['one:2', 'two:2'] }))).toBe('one:2')
    expect(at(scope([account('one', 'a', { networks: ['one:2'] })]))).toBe('one:2')
    expect(at(scope(some, { networks: ['one:77'] }))).toBe('one:1')
  })
  it('A selected connection brings account, namespace and, if the account is elsewhere, network into use', () => {
    const accounts = [
      account('one', 'a', { networks: ['one:1'] }),
      account('one', 'b', { networks: ['one:2'] }),
    ]
    const a = info('a', { one: scope(accounts) })
    const machineState = run(
      start,
      { type: 'revised', info: a, claims: { one: undefined } },
      connect('b'),
      { type: 'revised', info: a, claims: { one: 'b' } },
    )
    expect(stateOf(machineState, 'one')).toMatchObject({ connectionId: 'a', accountKey: 'b' })
    expect(machineState.active.networks['one']).toBe('one:2')
  })
})

describe('a wallet', () => {
  const connected = run(start, connect('a'))
  const revised = (scopes: Readonly<Record<Namespace, Scope>>): ConnectionEvent => ({
    type: 'revised',
    info: info('a', scopes),
  })
  it('A wallet that drops a namespace is disconnected only there', () => {
    const machineState = run(connected, revised({ one: scope([account('one', 'a1')]) }))
    expect(machineState.connections.namespaces).toEqual({
      one: connected.connections.namespaces['one'],
      two: { status: 'disconnected' },
    })
  })
  it('A wallet without namespaces is removed with its state [CONN-06] [CONN-07] [CONN-09]', () => {
    expect(run(connected, revised({})).connections).toEqual(start.connections)
  })
  it('A wallet that ends brings no other one into use', () => {
    const machineState = run(connected, connect('b'), { type: 'revised', info: info('b', {}) })
    expect(machineState.connections.namespaces).toEqual(start.connections.namespaces)
    expect(machineState.connections.connections.map(({ id }) => id)).toEqual(['a'])
  })
  it('A wallet that shows more accounts does not change the one in use', () => {
    const one = scope([account('one', 'new'), account('one', 'a1'), account('one', 'a2')])
    expect(run(connected, revised({ one })).connections.namespaces['one']).toEqual(
      connected.connections.namespaces['one'],
    )
  })
  it('A wallet that adds a namespace is known there', () => {
    const only = run(start, {
      type: 'revised',
      info: info('a', { one: both('a').scopes['one']! }),
      claims: { one: undefined },
    })
    const machineState = run(only, { type: 'revised', info: both('a') })
    expect(stateOf(machineState, 'two').status).toBe('disconnected')
    expect(infoOf(machineState, 'a')?.scopes).toHaveProperty('two')
  })
  it("The wallet's choice of account is followed when it changes, not when it is repeated", () => {
    const accounts = ['x', 'y', 'z'].map((key) => account('one', key))
    const selected = (key: string): ConnectionEvent =>
      revised({ one: scope(accounts, { selected: key }) })
    const first = run(start, {
      ...connect('a'),
      ...selected('x'),
      claims: { one: undefined },
    } as ConnectionEvent)
    expect(stateOf(first, 'one').accountKey).toBe('x')
    expect(stateOf(run(first, selected('y')), 'one').accountKey).toBe('y')
    const visitor = run(first, { ...selected('x'), claims: { one: 'z' } } as ConnectionEvent)
    expect(stateOf(run(visitor, selected('x')), 'one').accountKey).toBe('z')
  })
  it("The wallet's network is followed where the wallet is current, and only there", () => {
    const at = (network: Caip2): ConnectionEvent =>
      revised({ one: scope([account('one', 'a1')], { network }) })
    expect(run(connected, at('one:9')).active.networks['one']).toBe('one:9')
    expect(run(connected, connect('b'), at('one:9')).active.networks['one']).toBe('one:1')
  })
})

describe('a network', () => {
  it('An account that stands in for one of the preferred type gives way on a network that has one', () => {
    const smart = account('one', 'smart', { type: 'smartAccount', networks: ['one:1'] })
    const plain = account('one', 'plain')
    const wallet = info('a', { one: scope([plain, smart]) })
    const to = (network: Caip2): ConnectionEvent => ({
      type: 'moved',
      namespace: 'one',
      network,
      active: 'one',
    })
    const keyOf = (machineState: MachineState) => stateOf(machineState, 'one').accountKey
    const connected = run(start, { type: 'revised', info: wallet, claims: { one: undefined } })
    expect(keyOf(connected)).toBe('smart')
    const away = run(connected, to('one:2'))
    expect(keyOf(away)).toBe('plain')
    expect(keyOf(run(away, to('one:1')))).toBe('smart')
    // A wallet that goes there by itself says so with its scope.
    const byWallet = info('a', { one: scope([plain, smart], { network: 'one:1' }) })
    expect(keyOf(run(away, { type: 'revised', info: byWallet }))).toBe('smart')
    // An account that was chosen stays in use where it did not stand in.
    const chosen = run(connected, { type: 'revised', info: wallet, claims: { one: 'plain' } })
    expect(keyOf(run(chosen, to('one:1'), { type: 'respelled' }))).toBe('plain')
  })
  it('A network that comes into use spells the account anew, and can be taken back', () => {
    const connected = run(start, connect('a', { claims: { two: undefined }, lead: undefined }))
    const moved = run(connected, {
      type: 'moved',
      namespace: 'two',
      network: 'two:2',
      active: 'two',
    })
    expect(stateOf(moved, 'two').address).toBe('two-a3@two:2')
    expect(moved.active).toEqual({ namespace: 'two', networks: { one: 'one:1', two: 'two:2' } })
    expect(
      run(moved, { type: 'moved', namespace: 'two', network: 'two:1', active: 'one' }),
    ).toEqual(connected)
  })
})

/** Invariants of every state. */
function broken({ connections, active }: MachineState): string | undefined {
  const ids = connections.connections.map(({ id }) => id)
  if (new Set(ids).size < ids.length) return 'two connections of one id'
  if (connections.connections.some(({ scopes }) => !Object.keys(scopes).length))
    return 'a connection without scopes'
  for (const [name, state] of Object.entries(connections.namespaces)) {
    if (!['disconnected', 'connecting', 'connected'].includes(state.status))
      return `status ${state.status}`
    if (state.status !== 'connected') {
      if (Object.keys(state).length > 1) return `${state.status} with an account`
      if (state.status === 'connecting' && !connections.attempt?.namespaces.includes(name))
        return 'connecting without an attempt'
      continue
    }
    const found = connections.connections.find(({ id }) => id === state.connectionId)?.scopes[name]
    const inUse = found?.accounts.find(({ key }) => key === state.accountKey)
    const network = active.networks[name]
    if (!found || !inUse || network === undefined) return 'an account in use that no connection has'
    if (state.address !== (world.spell(inUse, network) ?? inUse.address))
      return 'an address that is not spelled for its network'
    if (!inUse.networks?.includes(network) && inUse.networks && serves(found, network))
      return 'an account that is not on its network, while another one is'
  }
  return undefined
}

const randomScope = (random: Random, namespace: Namespace): Scope => {
  const networks = world.networks.filter((id) => id.startsWith(`${namespace}:`))
  const accounts = random
    .shuffle(['k', 'l', 'm'])
    .slice(0, 1 + random.below(3))
    .map((key) =>
      account(namespace, key, random.below(3) ? {} : { networks: [random.pick(networks)] }),
    )
  return scope(accounts, {
    ...(random.below(2) ? { selected: random.pick(['k', 'l', 'm']) } : {}),
    ...(random.below(2) ? { network: random.pick<Caip2>([...networks, `${namespace}:9`]) } : {}),
    networks: random.below(3) ? 'any' : [random.pick(networks)],
  })
}
const randomScopes = (random: Random): Readonly<Record<Namespace, Scope>> =>
  Object.fromEntries(
    ['one', 'two']
      .filter(() => random.below(4))
      .map((namespace) => [namespace, randomScope(random, namespace)]),
  )
const randomEvent = (random: Random, machineState: MachineState): ConnectionEvent => {
  const namespaces = random.pick([['one'], ['two'], ['one', 'two']])
  const known = random.pick([
    ...machineState.connections.connections,
    info(random.pick(['a', 'b', 'c']), randomScopes(random)),
  ])
  const claims = Object.fromEntries(
    namespaces.map((name) => [name, random.pick([undefined, 'k', 'l', 'm'])]),
  )
  const namespace = random.pick(['one', 'two'])
  return random.pick<() => ConnectionEvent>([
    () => ({ type: 'begun', connectorId: 'a', namespaces }),
    () => over,
    () => ({
      type: 'revised',
      info: { ...known, scopes: randomScopes(random) },
      claims,
      lead: random.pick(['always', 'ifIdle', undefined]),
      yields: !random.below(2),
    }),
    () => ({ type: 'revised', info: { ...known, scopes: randomScopes(random) } }),
    () => ({ type: 'revised', info: known, claims }),
    () => ({ type: 'revised', info: { ...known, scopes: {} } }),
    () => ({
      type: 'moved',
      namespace,
      network: random.pick<Caip2>([`${namespace}:1`, `${namespace}:2`, `${namespace}:9`]),
      active: random.pick(['one', 'two']),
    }),
    () => ({ type: 'respelled' }),
  ])()
}

it('The machine holds its invariants over random histories, and moves only when an event says so [CONN-03]', () => {
  // A fiftieth of the full run, which `pnpm soak` does.
  const seeds = process.env['LATCHKEY_SOAK'] ? 20_000 : 400
  for (let seed = 1; seed <= seeds; seed++) {
    const random = createRandom(seed)
    let machineState = start
    const history: string[] = []
    for (let turn = 0; turn < 25; turn++) {
      // An attempt ends before the next one begins.
      const event = randomEvent(random, machineState)
      if (event.type === 'begun') machineState = run(machineState, over)
      const before = machineState
      machineState = run(machineState, event)
      history.push(JSON.stringify(event))
      expect(broken(machineState), `seed ${seed}: ${history.join('\n')}`).toBeUndefined()
      // A namespace that an update adds is never current, and a released one brings no other into use.
      if (event.type === 'revised' && !event.claims)
        for (const name of ['one', 'two'])
          expect(
            [stateOf(before, name).connectionId, undefined],
            `seed ${seed}: ${history.join('\n')}`,
          ).toContain(stateOf(machineState, name).connectionId)
      expect(run(machineState, { type: 'respelled' })).toBe(machineState)
    }
  }
}, 60_000)
