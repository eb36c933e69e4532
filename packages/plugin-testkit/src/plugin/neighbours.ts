import type { Kernel } from '@latchkey/kernel'
import {
  knownFeatures,
  knownViews,
  namespaceOf,
  type AnyPlugin,
  type Namespace,
} from '@latchkey/plugin-api'
import { calm, demand, demandTyped, rules, settled, show } from '../check.js'
import {
  demandNoFaults,
  inWorld,
  ownedBy,
  visit,
  type PluginSubject,
  type World,
} from '../world.js'

/** Makes a check of two visited kernels, with a plugin each or with one object for both. */
const two =
  (
    look: (
      kernels: readonly [Kernel, Kernel],
      plugins: readonly [AnyPlugin, AnyPlugin],
      world: World,
    ) => void | Promise<void>,
    shares = false,
  ) =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      const one = subject.make()
      const plugins = [one, shares ? one : subject.make()] as const
      const kernels = [
        world.create(plugins[0], { id: 'first' }),
        world.create(plugins[1], { id: 'second' }),
      ] as const
      await Promise.all(kernels.map(visit))
      await look(kernels, plugins, world)
    })
function demandApart(
  [first, second]: readonly [Kernel, Kernel],
  [{ id }]: readonly [AnyPlugin, AnyPlugin],
): void {
  const [api, other] = [first, second].map(
    ({ plugins }) => (plugins as Readonly<Record<string, unknown>>)[id],
  )
  demand(
    typeof api !== 'object' || api === null || Object.isFrozen(api) || api !== other,
    'setup answered the same object to both kernels',
  )
}
const apart = rules<PluginSubject>('two kernels', {
  'gives each kernel its own API': two(demandApart),
  'gives each kernel its own API, also where both get one plugin object': two(demandApart, true),
  'gives each kernel its own connectors': two(([first, second]) => {
    const [mine, theirs] = [first, second].map(({ ports }) =>
      ports.connectors.get().map(({ value }) => value),
    )
    demand(
      !mine!.some((connector) => theirs!.includes(connector)),
      'both kernels hold the same connector object',
    )
  }),
  'leaves one kernel as it is when the other ends': two(async ([first, second], [, plugin]) => {
    const before = ownedBy(second, plugin.id)
    first.dispose()
    await calm()
    demand(
      ownedBy(second, plugin.id).join() === before.join(),
      'ending one kernel changed what is registered in the other',
    )
  }, true),
  'fails in neither kernel': two((_, __, world) => demandNoFaults(world, 'with two kernels'), true),
})

const covers = (pattern: string, origin: string): boolean => {
  const star = pattern.indexOf('*.')
  if (star < 0) return pattern === origin
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return (
    origin.startsWith(head) &&
    origin.endsWith(tail) &&
    !origin.slice(head.length, -tail.length).includes('.')
  )
}
const originOf = (url: string): string => {
  try {
    return new URL(url).origin
  } catch {
    return url
  }
}
const reaches =
  (kind: 'fetch' | 'socket') =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      const plugin = subject.make()
      const kernel = world.create(plugin)
      await visit(kernel)
      const allowed = [
        ...(plugin.reaches?.origins ?? []),
        ...kernel.ports.networks.get().flatMap(({ value }) => value.rpcUrls.map(originOf)),
      ]
      for (const act of world.ledger.acts)
        if (act.kind === kind)
          demand(
            allowed.some((pattern) => covers(pattern, originOf(act.what))),
            `${kind} to ${act.what}, which reaches.origins does not name`,
          )
    })
const passport = rules<PluginSubject>('passport and name', {
  'sends requests only to origins of its passport and the configured networks': reaches('fetch'),
  'opens sockets only to origins of its passport and the configured networks': reaches('socket'),
})

/** A network of the namespace; a made-up one where none is configured. */
const networkOf = ({ ports }: Kernel, namespace: Namespace) =>
  ports.networks.get().find(({ value }) => value.namespace === namespace)?.value.id ??
  (`${namespace}:1` as const)
const refused =
  (variants: (methods: readonly string[]) => readonly string[]) =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      const kernel = world.create(subject.make())
      await kernel.ready
      for (const {
        value: {
          namespace,
          session: { methods },
        },
      } of kernel.ports.adapters.get()) {
        for (const method of variants(methods).filter((name) => !methods.includes(name))) {
          const outcome = await settled(`request ${JSON.stringify(method)}`, () =>
            kernel.ports.connections.request({ network: networkOf(kernel, namespace), method }),
          )
          demandTyped(
            `${namespace}: request ${JSON.stringify(method)}`,
            outcome,
            'rpc.method_not_allowed',
          )
        }
      }
    })
const door = rules<PluginSubject>('rpc door', {
  'does not let methods through that no plugin allows': refused(() => [
    'latchkey_nobodySpeaksForThis',
    '',
    ' ',
    '*',
  ]),
  'does not let methods through whose names every object has': refused(() => [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ]),
  'does not let its methods through in another case': refused((methods) =>
    methods.flatMap((method) => [method.toUpperCase(), method.toLowerCase()]),
  ),
  'does not let its methods through with spaces and control characters': refused((methods) =>
    methods.flatMap((method) => [
      ` ${method}`,
      `${method} `,
      `${method}\n`,
      `${method}\u0000`,
      `${method}\u200b`,
    ]),
  ),
})

/** Makes a check of what one plugin registered, after a visit. */
export const visited =
  (look: (kernel: Kernel, plugin: AnyPlugin) => void | Promise<void>) =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      const plugin = subject.make()
      const kernel = world.create(plugin)
      await visit(kernel)
      await look(kernel, plugin)
    })
export const own = <T>(
  { id }: AnyPlugin,
  list: readonly { owner: string; value: T }[],
): readonly T[] => list.flatMap(({ owner, value }) => (owner === id ? [value] : []))
const isWeb = (url: string, schemes: readonly string[]): boolean => {
  try {
    const { protocol, username, password } = new URL(url)
    return schemes.includes(protocol) && !username && !password
  } catch {
    return false
  }
}

/** The slot of the Account view for paying, which any plugin may fill. */
export const PAY_SLOT = 'Pay'

const names = rules<PluginSubject>('what it adds', {
  'names actions, tabs and ways to connect after itself': visited(({ ports }, plugin) => {
    for (const { id } of [
      ...own(plugin, ports.accountActions.get()),
      ...own(plugin, ports.accountTabs.get()),
      ...own(plugin, ports.connectMethods.get()),
    ])
      demand(id.startsWith(`${plugin.id}.`), `"${id}" does not start with "${plugin.id}."`)
  }),
  'names views after itself, after a feature that hosts switch, or as the specification does':
    visited(({ ports }, plugin) => {
      for (const {
        owner,
        definition: { id },
      } of ports.views.get())
        demand(
          owner !== plugin.id ||
            id === PAY_SLOT ||
            Object.hasOwn(knownViews, id) ||
            Object.hasOwn(knownFeatures, id.slice(0, Math.max(0, id.indexOf('.')))) ||
            id.startsWith(`${plugin.id}.`),
          `view "${id}" does not start with "${plugin.id}."`,
        )
    }),
  'adds networks only of its own chains, each under its own id': visited(({ ports }, plugin) => {
    for (const { id, namespace, reference } of own(plugin, ports.networks.get())) {
      demand(
        plugin.chains?.includes(namespaceOf(id)),
        `it has network ${id} without naming "${namespaceOf(id)}" in chains`,
      )
      demand(
        id === `${namespace}:${reference}`,
        `network ${id} says that it is ${namespace}:${reference}`,
      )
    }
  }),
  'adds networks with a name and a currency that can be shown': visited(({ ports }, plugin) => {
    for (const {
      id,
      name,
      nativeCurrency: { symbol, decimals },
    } of own(plugin, ports.networks.get())) {
      demand(
        typeof name === 'string' && name.trim() && name.length <= 100,
        `network ${id} has the name ${show(name)}`,
      )
      demand(
        typeof symbol === 'string' &&
          symbol.trim() &&
          symbol.length <= 20 &&
          Number.isInteger(decimals) &&
          decimals >= 0 &&
          decimals <= 36,
        `network ${id} has the currency ${show(symbol)} with ${show(decimals)} decimals`,
      )
    }
  }),
  'adds networks with nodes and explorers that can be reached safely': visited(
    ({ ports }, plugin) => {
      for (const { id, rpcUrls, blockExplorers = [] } of own(plugin, ports.networks.get())) {
        for (const url of rpcUrls)
          demand(
            isWeb(url, ['https:', 'http:', 'wss:', 'ws:']),
            `network ${id} has the node ${show(url)}`,
          )
        for (const { url } of blockExplorers)
          demand(isWeb(url, ['https:', 'http:']), `network ${id} has the explorer ${show(url)}`)
      }
    },
  ),
  'has a text for every label and title that it adds': visited(({ ports }, plugin) => {
    const labels = [
      ...own(plugin, ports.accountActions.get()),
      ...own(plugin, ports.accountTabs.get()),
    ].map(({ label }) => label)
    const titles = ports.views
      .get()
      .filter(({ owner }) => owner === plugin.id)
      .map(({ definition: { title } }) => title)
    for (const key of [...labels, ...titles])
      demand(
        typeof key === 'string' && key && (!key.includes('.') || ports.messages.text(key) !== key),
        `there is no English text for ${show(key)}: add it by ctx.messages`,
      )
  }),
  'has icons that are paths, if any': visited(({ ports }, plugin) => {
    for (const { id, icon } of own(plugin, ports.accountActions.get()))
      demand(
        icon === undefined || /^[MmLlHhVvCcSsQqTtAaZz0-9\s,.eE+-]+$/.test(icon),
        `the icon of "${id}" is not path data of SVG`,
      )
  }),
  'has a renderer to load for every view': visited(async ({ ports }, plugin) => {
    for (const {
      owner,
      definition: { id, render },
    } of ports.views.get()) {
      if (owner !== plugin.id) continue
      demand(Object.keys(render).length, `view "${id}" has no renderer`)
      for (const [technology, load] of Object.entries(render as Readonly<Record<string, unknown>>))
        demand(
          typeof load === 'function',
          `the ${technology} renderer of view "${id}" is not a function that loads it`,
        )
    }
  }),
})

export const neighbourChecks = [...apart, ...passport, ...door, ...names]
