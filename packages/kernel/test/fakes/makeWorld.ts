import {
  definePlugin,
  namespaceOf,
  type AdapterRegistration,
  type AnyPlugin,
  type Caip2,
  type Connector,
  type EventName,
  type Namespace,
  type PluginContext,
  type RpcPolicy,
} from '@latchkey/plugin-api'
import { assembleKernel } from '../../src/assembleKernel.js'
import type { FullLate, KernelCore } from '../../src/core.js'
import { createFullLate } from '../../src/late/entry.js'
import type { Kernel, KernelOptions } from '../../src/types.js'
import {
  fakeAdapter,
  fakeNetwork,
  fakeStorage,
  type FakeStorage,
} from '@latchkey/plugin-testkit/fakes'

export { fakeNetwork as network } from '@latchkey/plugin-testkit/fakes'

/** Browser storage in memory that outlives a kernel, as it outlives a page. */
export function memoryStorage(): FakeStorage & { read(key: string): unknown } {
  const storage = fakeStorage()
  return Object.assign(storage, {
    /** A value that the kernel itself stored, parsed. */
    read(key: string): unknown {
      const [, text] =
        Object.entries(storage.entries()).find(([name]) => name.endsWith(`:kernel:v1:${key}`)) ?? []
      return text === undefined ? undefined : JSON.parse(text)
    },
  })
}

export interface WorldOptions {
  /** `test:1`, `test:2` and `other:1` if left out. The namespaces follow from them. */
  networks?: readonly Caip2[]
  /** Adapters that are not as all others. */
  adapters?: readonly AdapterRegistration[]
  connectors?: readonly Connector[]
  policies?: readonly RpcPolicy[]
  plugins?: readonly AnyPlugin[]
  /** The late half is not loaded yet: it is loaded when it is needed. */
  isIdle?: boolean
  kernel?: Partial<Omit<KernelOptions, 'plugins'>>
}
export interface World {
  kernel: Kernel
  /** The context of a plugin that speaks for every namespace. */
  ctx: PluginContext
  core: KernelCore
  half: FullLate
  /** Names of all events since the late half is there, and the events themselves. */
  events: { name: EventName; event: unknown }[]
  named(name: EventName): unknown[]
  /** The places of all reported errors. */
  reports: string[]
  status(namespace?: Namespace): string | undefined
  address(namespace?: Namespace): string | undefined
  views(): string[]
}

/** A kernel of fakes, in memory, with both halves loaded. */
export async function makeWorld({
  networks = ['test:1', 'test:2', 'other:1'],
  adapters = [],
  connectors = [],
  policies = [],
  plugins = [],
  isIdle = false,
  kernel: options = {},
}: WorldOptions = {}): Promise<World> {
  const namespaces = [
    ...new Set([...networks.map(namespaceOf), ...adapters.map(({ namespace }) => namespace)]),
  ]
  const found: { ctx?: PluginContext; core?: KernelCore; half?: FullLate } = {}
  const fakes = definePlugin({
    id: 'fakes',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: namespaces,
    setup(ctx) {
      found.ctx = ctx
      for (const namespace of namespaces)
        ctx.adapters.add(
          adapters.find((adapter) => adapter.namespace === namespace) ?? fakeAdapter(namespace),
        )
      for (const id of networks) ctx.networks.add(fakeNetwork(id))
      for (const connector of connectors) ctx.connectors.add(connector)
      for (const policy of policies) ctx.rpc.allow(policy)
    },
  })
  const kernel: Kernel = assembleKernel(
    {
      metadata: { name: 'Test' },
      storage: null,
      logLevel: 'silent',
      mobile: false,
      ...options,
      plugins: [fakes, ...plugins],
    },
    async () => ({
      createFullLate(core: KernelCore) {
        found.core = core
        return (found.half = createFullLate(core, assembleKernel))
      },
    }),
  )
  const events: World['events'] = []
  const reports: string[] = []
  kernel.onAny((name, event) => events.push({ name, event }))
  kernel.on('kernel:error-reported', ({ where }) => reports.push(where))
  await kernel.ready
  if (!isIdle) await kernel.ports.late.load()
  const { ctx } = found
  if (!ctx) throw new Error('the kernel was not put together')
  const late = <T>(part: T | undefined): T => {
    if (!part) throw new Error('the late half is not there yet')
    return part
  }
  return {
    get core() {
      return late(found.core)
    },
    get half() {
      return late(found.half)
    },
    kernel,
    ctx,
    events,
    reports,
    named: (name) => events.filter((each) => each.name === name).map(({ event }) => event),
    status: (namespace = 'test') => kernel.ports.connections.get().namespaces[namespace]?.status,
    address: (namespace = 'test') => kernel.ports.accounts.active(namespace)?.address,
    views: () => kernel.ports.router.get().map(({ view }) => view),
  }
}

/** Lets all that is queued run. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}
