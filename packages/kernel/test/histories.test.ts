import type { Account, Caip2, Namespace, NamespaceState, Scopes } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { account, FakeConnection, scope } from './fakes/FakeConnection.js'
import { FakeConnector, type FakeBehaviour } from './fakes/FakeConnector.js'
import { makeWorld, memoryStorage, settle, type World } from './fakes/makeWorld.js'
import { createRandom, type Random } from './fakes/random.js'

// A fiftieth of the full run, which `pnpm soak` does.
const SEEDS = process.env['LATCHKEY_SOAK'] ? 15_000 : 300
const NETWORKS: readonly Caip2[] = ['one:1', 'one:2', 'two:1', 'two:2']
const NAMESPACES: readonly Namespace[] = ['one', 'two']
const STATUSES = ['disconnected', 'connecting', 'connected']
const NEVER = Promise.resolve('still waiting')

/** Accounts as a wallet may show them, some of which no adapter accepts. */
function randomScopes(random: Random): Scopes {
  const some = (namespace: Namespace): Account[] =>
    random
      .shuffle(['A', 'B', 'C', 'forged'])
      .slice(0, 1 + random.below(3))
      .map((key) => account(namespace, key, key === 'forged' ? { address: 'forged' } : {}))
  return Object.fromEntries(
    NAMESPACES.filter(() => random.below(4)).map((name) => [
      name,
      scope(some(name), {
        ...(random.below(2) ? { selected: random.pick(['A', 'B', 'C']) } : {}),
        ...(random.below(2)
          ? { network: random.pick<Caip2>([`${name}:1`, `${name}:2`, `${name}:9`]) }
          : {}),
      }),
    ]),
  )
}

/** Three wallets, and every link that was ever made to them. */
function makeWallets(random: Random) {
  const links: FakeConnection[] = []
  const connectors = ['u', 'v', 'w'].map(
    (id) =>
      new FakeConnector(id, {
        namespaces: NAMESPACES,
        link() {
          const link = new FakeConnection(id, id, randomScopes(random), {
            answer: () => new Promise(() => undefined),
            ...(random.below(2) && { canRelease: () => true }),
            ...(random.below(2) && {
              switchNetwork: () =>
                random.below(3) ? Promise.resolve() : Promise.reject(new Error('no')),
            }),
            release: () =>
              random.below(3) ? Promise.resolve() : Promise.reject(new Error('gone')),
          })
          links.push(link)
          return link
        },
      }),
  )
  return { links, connectors }
}

/** Invariants whenever the kernel itself is idle. */
function broken(
  { core, kernel }: World,
  storage: ReturnType<typeof memoryStorage>,
  links: readonly FakeConnection[],
  connecting: number,
): string | undefined {
  const { connections, namespaces, attempt } = core.connections.get()
  const connected = NAMESPACES.filter((name) => namespaces[name]?.status === 'connected')
  for (const name of NAMESPACES) {
    const { status, ...current }: Partial<NamespaceState> = namespaces[name] ?? {}
    if (status && !STATUSES.includes(status)) return `${name} is ${status}`
    if (status === 'connected') {
      const inUse = connections
        .find(({ id }) => id === current.connectionId)
        ?.scopes[name]?.accounts.find(({ key }) => key === current.accountKey)
      if (
        !inUse ||
        inUse.address !== current.address ||
        kernel.ports.accounts.active(name)?.key !== inUse.key
      )
        return `${name} uses an account that its connection does not have`
    } else if (Object.keys(current).length) return `${name} is ${status} with an account`
    if (status === 'connecting' && !attempt?.namespaces.includes(name))
      return `${name} is connecting, and nobody connects`
  }
  for (const { scopes } of connections)
    for (const [name, { accounts }] of Object.entries(scopes))
      for (const { address } of accounts)
        if (!/^(one|two)-[abc]$/.test(address) || !address.startsWith(name))
          return `${address} was not parsed`
  if (!!attempt !== connecting > 0 || connecting > 1)
    return `${connecting} connects wait, while the state ${attempt ? 'has an' : 'has no'} attempt`
  if (
    JSON.stringify(storage.read('connectedNamespaces') ?? []) !==
    JSON.stringify(Object.keys(namespaces).filter((name) => connected.includes(name)))
  )
    return 'the storage says something else'
  const listening = links
    .filter((link) => link.listeners)
    .map(({ id }) => id)
    .sort()
  if (JSON.stringify(listening) !== JSON.stringify(connections.map(({ id }) => id).sort()))
    return `links that listen: ${listening.join()}; connections: ${connections.map(({ id }) => id).join()}`
  return undefined
}

type Action = (random: Random, world: World, wallets: ReturnType<typeof makeWallets>) => unknown
const BEHAVIOURS: readonly FakeBehaviour[] = [
  'accept',
  'accept',
  'silence',
  { reject: { code: 4001 } },
  { throw: undefined },
]
const anyLink = (random: Random, links: readonly FakeConnection[]): FakeConnection | undefined =>
  links.length ? random.pick(links) : undefined
const ACTIONS: Readonly<Record<string, Action>> = {
  accounts: (random, _, { links }) =>
    anyLink(random, links)?.tell({ scopes: randomScopes(random) }),
  network: (random, _, { links }) =>
    anyLink(random, links)?.tell({
      network: random.pick<Caip2>([...NETWORKS, 'one:9', 'strange:1']),
    }),
  closed: (random, _, { links }) => anyLink(random, links)?.tell({ closed: 'wallet' }),
  answer: (random, _, { connectors }) => random.pick(connectors).answerLate(),
  'close modal': (_, { kernel }) => kernel.close(),
  'disconnect one': (random, { kernel }) =>
    kernel.disconnect({ connectionId: random.pick(['u', 'v', 'w']) }),
  'disconnect namespace': (random, { kernel }) =>
    kernel.disconnect({ namespace: random.pick(NAMESPACES) }),
  'disconnect all': (_, { kernel }) => kernel.disconnect(),
  switch: (random, { kernel }) => kernel.switchNetwork(random.pick(NETWORKS)),
  sign: (random, { kernel }) =>
    kernel.ports.connections.request({
      network: random.pick(NETWORKS),
      method: random.pick(['sign', 'look']),
    }),
}

async function live(seed: number): Promise<void> {
  const random = createRandom(seed)
  const storage = memoryStorage()
  const wallets = makeWallets(random)
  const world = await makeWorld({
    networks: NETWORKS,
    connectors: wallets.connectors,
    policies: NAMESPACES.map((namespace) => ({
      namespace,
      methods: { sign: 'sign', look: 'read' },
    })),
    kernel: { storage },
  })
  const { kernel, core } = world
  const promises: Promise<unknown>[] = []
  const history: string[] = []
  let connecting = 0
  const counted = (promise: Promise<unknown>): Promise<unknown> => (
    connecting++,
    promise.finally(() => connecting--)
  )
  const connect = (): Promise<unknown> => {
    const connector = random.pick(wallets.connectors)
    connector.behave = random.pick(BEHAVIOURS)
    kernel.open()
    return counted(
      kernel.connect(
        connector.id,
        random.below(2) ? {} : { namespaces: [random.pick(NAMESPACES)] },
      ),
    )
  }
  // A wallet that is not connected in that namespace connects; otherwise the call ends at once.
  const select = async (): Promise<unknown> => {
    const { connections } = core.connections.get()
    return connections.length
      ? counted(
          kernel.ports.accounts.select({
            connectionId: random.pick(connections).id,
            namespace: random.pick(NAMESPACES),
            key: random.pick(['A', 'B', 'C']),
          }),
        )
      : undefined
  }
  const actions: readonly (readonly [string, Action])[] = [
    ...Object.entries(ACTIONS),
    ['select', select],
  ]
  for (let turn = 0; turn < 20; turn++) {
    const [name, action] = random.below(3) ? random.pick(actions) : (['connect', connect] as const)
    history.push(name)
    // Failures are tested elsewhere: here every call has to end.
    promises.push(
      Promise.resolve()
        .then(() => action(random, world, wallets))
        .catch(() => undefined),
    )
    // Now and then the next thing happens before this one is through.
    if (!random.below(3)) continue
    await settle()
    expect(
      broken(world, storage, wallets.links, connecting),
      `seed ${seed}: ${history.join(', ')}`,
    ).toBeUndefined()
  }
  kernel.dispose()
  await settle()
  const ends = await Promise.all(
    promises.map((promise) =>
      Promise.race([promise.then(() => 'over'), settle().then(() => NEVER)]),
    ),
  )
  expect(
    ends.filter((end) => end !== 'over'),
    `seed ${seed}: ${history.join(', ')}`,
  ).toEqual([])
  const before = wallets.links.length
  for (const connector of wallets.connectors) connector.answerLate()
  await settle()
  expect(
    wallets.links.slice(before).filter(({ released }) => !released.length),
    `seed ${seed}: answered after the end, and not let go`,
  ).toEqual([])
  expect(
    wallets.links.filter(({ listeners }) => listeners),
    `seed ${seed}: listens after the end`,
  ).toEqual([])
}

it(
  'The kernel holds its invariants over random histories of three wallets in two namespaces [CONN-03]',
  async () => {
    for (let seed = 1; seed <= SEEDS; seed++) await live(seed)
  },
  process.env['LATCHKEY_SOAK'] ? 1_800_000 : 60_000,
)
