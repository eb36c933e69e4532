import type { Kernel } from '@latchkey/kernel'
import { brand, knownViews, namespaceOf, type AnyPlugin, type Namespace } from '@latchkey/plugin-api'
import { calm, demand, demandTyped, settled, type Check } from './check.js'
import type { Act } from './ledger.js'
import { demandNoFaults, inWorld, ownedBy, visit, type PluginSubject } from './world.js'

type PluginCheck = Check<PluginSubject>

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?([a-z0-9_-]+\.)*[a-z0-9_-]+(:\d+)?$|^[a-z][a-z0-9+.-]*:\/\/\[[0-9a-f:]+\](:\d+)?$/i

const identity: PluginCheck = {
  group: 'all',
  name: 'says who it is, what it needs and where it reaches',
  async run({ make }) {
    const { id, version, kernelApi, reaches = {}, storage, setup } = make()
    demand(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id), `id "${id}" is not made of small letters, digits and single hyphens`)
    demand(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version), `version "${version}" is not a version such as 0.1.0`)
    demand(/^(\^|~|>=)?\d+\.\d+/.test(kernelApi), `kernelApi "${kernelApi}" is not a range such as >=0.1 <1`)
    demand(typeof setup === 'function', 'setup is not a function')
    for (const origin of Object.values(reaches).flat()) demand(typeof origin === 'string' && ORIGIN.test(origin), `passport: "${String(origin)}" is not an origin such as https://api.example.com or https://*.example.com`)
    demand(!storage || (Number.isInteger(storage.version) && storage.version > 0), 'storage.version is not a whole number from 1')
  },
}

/** The plugin, telling what it did while it was set up. */
function watched(plugin: AnyPlugin, acts: readonly Act[]): { plugin: AnyPlugin; during: Act[]; apis: unknown[] } {
  const during: Act[] = []
  const apis: unknown[] = []
  const setup: AnyPlugin['setup'] = (ctx) => {
    const from = acts.length
    try {
      const api = plugin.setup(ctx)
      apis.push(api)
      return api
    } finally {
      during.push(...acts.slice(from))
    }
  }
  return { plugin: { ...plugin, setup }, during, apis }
}
/** The same without its start. */
const unstarted = (plugin: AnyPlugin): AnyPlugin => Object.fromEntries(Object.entries(plugin).filter(([name]) => name !== 'start')) as unknown as AnyPlugin
const words = (acts: readonly Act[]): string => acts.map(({ kind, what }) => `${kind} (${what})`).join(', ')

const setUpOnly: PluginCheck = {
  group: 'all',
  name: 'is set up synchronously and without I/O: no request, no socket, no storage, no timer',
  run: (subject) => inWorld(subject, async (world) => {
    const { plugin, during, apis } = watched(unstarted(subject.make()), world.ledger.acts)
    const kernel = world.create(plugin)
    demand(!apis.some((api) => typeof (api as { then?: unknown } | undefined)?.then === 'function'), 'setup answered a promise; it must be synchronous')
    demand(!during.length, `setup did ${words(during)}; do that in start`)
    const from = world.ledger.acts.length
    await kernel.ready
    await calm()
    const after = world.ledger.acts.slice(from).filter(({ kind }) => kind !== 'storage')
    demand(!after.length, `what setup left behind did ${words(after)}; do that in start`)
    demandNoFaults(world, 'setup')
  }),
}

const server: PluginCheck = {
  group: 'all',
  name: 'runs on a server: needs no window and asks nobody',
  run: (subject) => inWorld(subject, async (world) => {
    const kernel = world.create(subject.make(), { storage: null })
    await kernel.ready
    await calm()
    demandNoFaults(world, 'without a window')
    const out = world.ledger.acts.filter(({ kind }) => kind === 'fetch' || kind === 'socket')
    demand(!out.length, `without a window it did ${words(out)}`)
    kernel.dispose()
    demand(!world.ledger.held().length, `without a window it kept ${world.ledger.held().join(', ')}`)
  }, true),
}

const givesBack: PluginCheck = {
  group: 'all',
  name: 'gives back everything when the kernel ends: what it registered, listeners, timers, sockets',
  run: (subject) => inWorld(subject, async (world) => {
    const plugin = subject.make()
    const kernel = world.create(plugin)
    await visit(kernel)
    demandNoFaults(world, 'in use')
    kernel.dispose()
    await calm()
    const left = ownedBy(kernel, plugin.id)
    demand(!left.length, `still registered after the end: ${left.join(', ')}`)
    demand(!world.ledger.held().length, `still held after the end: ${world.ledger.held().join(', ')}`)
  }),
}

/** The plugin, telling when its start is called. */
const announced = (plugin: AnyPlugin, onStart: () => void): AnyPlugin => (plugin.start ? { ...plugin, start: (ctx) => (onStart(), plugin.start?.(ctx)) } : plugin)

const endsAnyTime: PluginCheck = {
  group: 'all',
  name: 'can end at any time, and twice: before its start, while it starts, in use',
  run: (subject) => inWorld(subject, async (world) => {
    for (const when of ['before its start', 'while it starts', 'in use']) {
      const end = (): void => {
        kernel.dispose()
        kernel.dispose()
      }
      const kernel: Kernel = world.create(announced(subject.make(), () => when === 'while it starts' && queueMicrotask(end)))
      if (when === 'in use') await visit(kernel)
      if (when === 'while it starts') await calm()
      end()
      await kernel.ready
      await calm()
      demandNoFaults(world, `ended ${when}`)
      demand(!world.ledger.held().length, `ended ${when}, it keeps ${world.ledger.held().join(', ')}`)
    }
  }),
}

const apart: PluginCheck = {
  group: 'all',
  name: 'keeps two kernels apart, also when both got the same plugin object',
  run: (subject) => inWorld(subject, async (world) => {
    for (const [one, two] of [[subject.make(), subject.make()], Array<AnyPlugin>(2).fill(subject.make())] as [AnyPlugin, AnyPlugin][]) {
      const first = world.create(one, { id: 'first' })
      const second = world.create(two, { id: 'second' })
      await Promise.all([visit(first), visit(second)])
      const [mine, theirs] = [first, second].map(({ ports }) => ports.connectors.get().map(({ value }) => value))
      demand(!mine!.some((connector) => theirs!.includes(connector)), 'both kernels hold the same connector object')
      const [api, other] = [first, second].map(({ plugins }) => (plugins as Readonly<Record<string, unknown>>)[one.id])
      demand(typeof api !== 'object' || api === null || Object.isFrozen(api) || api !== other, 'setup answered the same object to both kernels')
      const before = ownedBy(second, two.id)
      first.dispose()
      await calm()
      demand(ownedBy(second, two.id).join() === before.join(), 'ending one kernel changed what is registered in the other')
      second.dispose()
    }
    demandNoFaults(world, 'with two kernels')
  }),
}

const covers = (pattern: string, origin: string): boolean => {
  const star = pattern.indexOf('*.')
  if (star < 0) return pattern === origin
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return origin.startsWith(head) && origin.endsWith(tail) && !origin.slice(head.length, -tail.length).includes('.')
}
const originOf = (url: string): string => {
  try {
    return new URL(url).origin
  } catch {
    return url
  }
}

const passport: PluginCheck = {
  group: 'all',
  name: 'reaches only what its passport and the configured networks name',
  run: (subject) => inWorld(subject, async (world) => {
    const plugin = subject.make()
    const kernel = world.create(plugin)
    await visit(kernel)
    const allowed = [...(plugin.reaches?.origins ?? []), ...kernel.ports.networks.get().flatMap(({ value }) => value.rpcUrls.map(originOf))]
    for (const { kind, what } of world.ledger.acts) {
      if (kind === 'fetch' || kind === 'socket') demand(allowed.some((pattern) => covers(pattern, originOf(what))), `${kind} to ${what}, which reaches.origins does not name`)
    }
  }),
}

/** A network of the namespace, a made-up one where none is configured. */
const networkOf = ({ ports }: Kernel, namespace: Namespace) => ports.networks.get().find(({ value }) => value.namespace === namespace)?.value.id ?? `${namespace}:1` as const

const refusesUnknown: PluginCheck = {
  group: 'all',
  name: 'has methods refused that nobody speaks for, whatever their case and spaces',
  run: (subject) => inWorld(subject, async (world) => {
    const kernel = world.create(subject.make())
    await kernel.ready
    for (const { value: { namespace, session } } of kernel.ports.adapters.get()) {
      const variants = session.methods.flatMap((method) => [method.toUpperCase(), ` ${method}`, `${method}\n`, `${method}\u0000`]).filter((method) => !session.methods.includes(method))
      for (const method of ['latchkey_nobodySpeaksForThis', '__proto__', 'constructor', 'toString', '', ...variants]) {
        const outcome = await settled(`request ${JSON.stringify(method)}`, () => kernel.ports.connections.request({ network: networkOf(kernel, namespace), method }))
        demandTyped(`${namespace}: request ${JSON.stringify(method)}`, outcome, 'rpc.method_not_allowed')
      }
    }
  }),
}

const ownNames: PluginCheck = {
  group: 'all',
  name: 'names what it adds after itself, and speaks only for its own chains',
  run: (subject) => inWorld(subject, async (world) => {
    const plugin = subject.make()
    const kernel = world.create(plugin)
    await visit(kernel)
    demandNoFaults(world, 'in use')
    const { accountActions, accountTabs, connectMethods, views, adapters, networks } = kernel.ports
    const mine = [accountActions, accountTabs, connectMethods].flatMap((registry) => registry.get().flatMap(({ owner, value }) => (owner === plugin.id ? value.id : [])))
    const screens = views.get().flatMap(({ owner, definition }) => (owner === plugin.id && !Object.hasOwn(knownViews, definition.id) ? definition.id : []))
    for (const id of [...mine, ...screens]) demand(id.startsWith(`${plugin.id}.`), `"${id}" does not start with "${plugin.id}."`)
    const spoken = [...adapters.get().map(({ owner, value }) => [owner, value.namespace]), ...networks.get().map(({ owner, value }) => [owner, namespaceOf(value.id)])]
    for (const [owner, namespace] of spoken) demand(owner !== plugin.id || plugin.chains?.includes(namespace!), `it speaks for "${namespace}" without naming it in chains`)
  }),
}

const SLICE = `${brand.storagePrefix}-default:`
const JUNK = ['', '{', 'null', '7', '"text"', '[]', '{}', '{"__proto__":{"polluted":true}}', '[[[[[[[[]]]]]]]]', '{"id":{},"at":"never"}', `"${'x'.repeat(10_000)}"`]

const storage: PluginCheck = {
  group: 'all',
  name: 'keeps to its own slice of storage, and boots whatever is in it',
  run: (subject) => inWorld(subject, async (world) => {
    const plugin = subject.make()
    for (const junk of JUNK) {
      for (const key of Object.keys(plugin.storage?.keys ?? {})) world.storage.setItem(`${SLICE}${plugin.id}:v${plugin.storage?.version}:${key}`, junk)
      const kernel = world.create(subject.make())
      await visit(kernel)
      kernel.dispose()
      demandNoFaults(world, `with ${JSON.stringify(junk.slice(0, 40))} stored`)
    }
    demand(!Object.hasOwn(Object.prototype, 'polluted'), 'stored content reached Object.prototype')
    for (const { kind, what } of world.ledger.acts) demand(kind !== 'storage' || what.includes(` ${SLICE}`), `storage: ${what} is no key of this kernel`)
  }),
}

/** What holds for every plugin, in the order in which a broken one is best mended. */
export const pluginChecks: readonly PluginCheck[] = [identity, setUpOnly, server, givesBack, endsAnyTime, apart, passport, refusesUnknown, ownNames, storage]
