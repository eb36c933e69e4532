import {
  definePlugin,
  type AdapterRegistration,
  type AnyPlugin,
  type ConnectionInfo,
  type PluginContext,
  type PluginDefinition,
  type StorageShape,
} from '@latchkey/plugin-api'
import type { CreateLate, KernelCore, LateHalf } from '../src/core.js'
import { assembleKernel } from '../src/assembleKernel.js'
import { complete } from '../src/late/entry.js'
import type { Kernel, KernelOptions, LatePorts } from '../src/types.js'
import { fakeNetwork } from '@latchkey/plugin-testkit/fakes'

export {
  fakeNetwork as network,
  fakeStorage as memoryStorage,
} from '@latchkey/plugin-testkit/fakes'

export interface FakeLate {
  core: KernelCore
  calls: string[]
  restoring: { promise: Promise<void>; resolve(): void; reject(error: unknown): void }
}

/** A late half that writes down what it is asked, and makes one connection. */
export function fakeLate(): {
  import: () => Promise<{ createFullLate: ReturnType<typeof complete> }>
  made: FakeLate[]
  imports(): number
  failNext(error: unknown): void
} {
  const made: FakeLate[] = []
  let imports = 0
  let failure: unknown
  const createLate: CreateLate = (core) => {
    const calls: string[] = []
    const restoring = deferred()
    made.push({ core, calls, restoring })
    const note = (what: string) => void calls.push(what)
    const info: ConnectionInfo = {
      id: 'c1',
      connectorId: 'wallet',
      name: 'Wallet',
      scopes: {
        test: {
          accounts: [{ key: 'a', namespace: 'test', address: '0xA', type: 'eoa' }],
          networks: 'any',
          methods: 'any',
        },
      },
    }
    const ports: LatePorts = {
      wallets: { get: () => [], subscribe: () => () => undefined },
      toasts: {
        get: () => undefined,
        subscribe: () => () => undefined,
        show: ({ message }) => note(`toast ${message}`),
        hide: () => note('toast hidden'),
      },
      alerts: {
        get: () => [],
        subscribe: () => () => undefined,
        raise: ({ id }) => note(`alert ${id}`),
        report: (error) => note(`alert for ${String(error)}`),
        dismiss: () => undefined,
      },
      balance: () => Promise.reject(new Error('none')),
      identities: { get: () => undefined, subscribe: () => () => undefined },
      image: () => Promise.resolve(undefined),
      directory: () => Promise.resolve({ wallets: [], total: 0 }),
      endsTogetherWith: () => [],
      logText: () => '',
    }
    const half: LateHalf = {
      ports,
      async connect(connectorId) {
        note(`connect ${connectorId}`)
        core.connections.set({
          connections: [info],
          namespaces: {
            ...core.connections.get().namespaces,
            test: { status: 'connected', connectionId: 'c1', accountKey: 'a', address: '0xa' },
          },
        })
        core.events.emit('connection:established', {
          connectionId: 'c1',
          connectorId,
          accounts: [],
          restored: false,
        })
        return info
      },
      async disconnect() {
        note('disconnect')
        core.connections.set({ connections: [], namespaces: { test: { status: 'disconnected' } } })
      },
      async select({ key }) {
        note(`select ${key}`)
      },
      async request({ method }) {
        note(`request ${method}`)
        return `${method}!`
      },
      async switchNetwork(network) {
        note(`switch ${network}`)
        core.activeNetwork.set((now) => ({
          namespace: network.split(':')[0],
          networks: { ...now.networks, [network.split(':')[0]!]: network },
        }))
      },
      restore() {
        note('restore')
        return restoring.promise
      },
      abortAttempt: () => note('abort attempt'),
      http: (plugin) => ({
        client: ({ baseUrl }) => {
          const answer = <T>(path: string): Promise<T> =>
            Promise.resolve(`${plugin} ${baseUrl}${path}` as T)
          return { get: answer, post: answer, put: answer, delete: answer, getBlob: answer }
        },
      }),
    }
    return half
  }
  return {
    made,
    imports: () => imports,
    failNext(error) {
      failure = error
    },
    async import() {
      imports++
      if (failure !== undefined) {
        const error = failure
        failure = undefined
        throw error
      }
      return { createFullLate: complete(createLate) }
    },
  }
}

export function deferred(): {
  promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
} {
  let resolve = (): void => undefined
  let reject = (_: unknown): void => undefined
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

export const adapter = (
  namespace = 'test',
  more: Partial<AdapterRegistration> = {},
): AdapterRegistration => ({
  namespace,
  abilities: [],
  resembles: () => true,
  session: { methods: [], events: [] },
  load: () =>
    Promise.resolve({
      parseAddress: (text) => text,
      formatAddress: (text) => text,
      addressOn: (account) => account.address,
    }),
  ...more,
})

/** A plugin by its id and what it does in setup. */
export const plugin = <const Id extends string, Api = undefined>(
  id: Id,
  setup?: (ctx: PluginContext) => Api,
  more: Partial<Omit<AnyPlugin, 'id'>> = {},
): PluginDefinition<Id, Api> =>
  definePlugin<Id, Api, StorageShape>({
    version: '1.0.0',
    kernelApi: '^0.1',
    ...more,
    id,
    setup: (ctx) => setup?.(ctx) as Api,
  })
/** A plugin that speaks for `test` and brings two networks. */
export const chain = (more: Partial<AdapterRegistration> = {}) =>
  plugin(
    'chain',
    (ctx) => {
      ctx.adapters.add(adapter('test', more))
      ctx.networks.add(fakeNetwork('test:1'))
      ctx.networks.add(fakeNetwork('test:2'))
    },
    { chains: ['test'] },
  )

/** A kernel in memory with a fake late half. */
export function make<const P extends readonly AnyPlugin[]>(
  plugins: P,
  options: Partial<Omit<KernelOptions, 'plugins'>> = {},
): { kernel: Kernel<P>; late: ReturnType<typeof fakeLate> } {
  const late = fakeLate()
  const kernel = assembleKernel<P>(
    {
      metadata: { name: 'Test' },
      storage: null,
      logLevel: 'silent',
      mobile: false,
      ...options,
      plugins,
    },
    late.import,
  )
  return { kernel, late }
}
/** The context that a plugin named `probe` gets beside the others. */
export function probe<const P extends readonly AnyPlugin[]>(
  plugins: P,
  options: Partial<Omit<KernelOptions, 'plugins'>> = {},
  more: Partial<Omit<AnyPlugin, 'id'>> = {},
): { kernel: Kernel; late: ReturnType<typeof fakeLate>; ctx: PluginContext } {
  let found: PluginContext | undefined
  const made = make([...plugins, plugin('probe', (ctx) => void (found = ctx), more)], options)
  return { ...made, ctx: found! }
}
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
