import { definePlugin, type AnyPlugin, type PluginContext } from '@latchkey/plugin-api'
import { vi } from 'vitest'
import { CONNECTIONS, drain, type Scene } from './scene.js'

/** The allowed outcome: `done` is success; with `either` a typed error is allowed too. */
type Expectation = 'done' | 'either'
export interface Fault {
  name: string
  expect: Expectation
  /** Plugins beside evm that misbehave. */
  beside?(): AnyPlugin[]
  /** Runs before the kernel is created. */
  prepare?(scene: Scene): unknown
  /** Runs before the operation begins. */
  before?(scene: Scene): unknown
  /** Runs while the operation is under way. */
  during?(scene: Scene): unknown
  /** Removes the fault. */
  mend?(scene: Scene): unknown
}

const boom = (): never => {
  throw new Error('boom')
}
const cyclic: Record<string, unknown> = { code: 'odd' }
cyclic['cause'] = cyclic
cyclic['data'] = { originalError: cyclic }
const hostile = new Proxy({}, { get: boom, has: boom, getPrototypeOf: boom, ownKeys: boom })

const blocked: Fault[] = [
  {
    name: 'storage blocked',
    expect: 'done',
    before: ({ storage, operation }) => (operation === 'restore' ? undefined : storage.block()),
    mend: ({ storage }) => storage.mend(),
  },
  {
    name: 'storage full',
    expect: 'done',
    before: ({ storage }) => storage.fill(),
    mend: ({ storage }) => storage.mend(),
  },
  {
    name: 'storage corrupt',
    expect: 'either',
    before({ storage }) {
      for (const key of Object.keys(storage.entries()).filter((name) =>
        name.startsWith('latchkey'),
      ))
        storage.setItem(key, '{"__proto__": [')
      storage.setItem(CONNECTIONS, '[{"id":7}, null')
    },
  },
]

const throwing = (name: string, thrown: unknown): Fault => ({
  name: `provider throws ${name}`,
  expect: 'either',
  before: (scene) => scene.react(() => Promise.reject(thrown as Error)),
  mend: ({ wallet }) => wallet.reactions.clear(),
})
const answering = (name: string, answer: unknown): Fault => ({
  name: `provider answers ${name}`,
  expect: 'either',
  before: (scene) => scene.react(() => answer),
  mend: ({ wallet }) => wallet.reactions.clear(),
})
const provider: Fault[] = [
  {
    name: 'provider silent',
    expect: 'either',
    before: (scene) => scene.react(() => new Promise(() => undefined)),
    mend: ({ wallet }) => wallet.reactions.clear(),
  },
  {
    name: 'provider throws at once',
    expect: 'either',
    before: (scene) => scene.react(boom),
    mend: ({ wallet }) => wallet.reactions.clear(),
  },
  throwing('undefined', undefined),
  throwing('a string', 'no'),
  throwing('a cycle', cyclic),
  throwing('a hostile Proxy', hostile),
  throwing('a frozen object', Object.freeze({ code: -32_603, message: 'Internal' })),
  throwing('a rejection', { code: 4001, message: 'no' }),
  throwing('a pending request', { code: -32_002, message: 'pending' }),
  answering('undefined', undefined),
  answering('null', null),
  answering('a number', 7),
  answering('an object', { length: 1, 0: '0x' }),
  answering('hostile accounts', [null, {}, '<b>', '0x12']),
  answering('a hostile Proxy', [hostile]),
]

/** The wallet waits for its user, and something else happens meanwhile. */
const meanwhile = (
  name: string,
  happen: (scene: Scene) => unknown,
  mend: (scene: Scene) => unknown = () => undefined,
): Fault => ({
  name: `${name} in the middle`,
  expect: 'either',
  before: ({ wallet }) => wallet.behave('silence'),
  async during(scene) {
    happen(scene)
    await drain()
    scene.wallet.answerLate()
  },
  mend(scene) {
    scene.wallet.behave('accept')
    mend(scene)
  },
})
const changing: Fault[] = [
  meanwhile('account changes', ({ wallet }) => wallet.show('other')),
  meanwhile('chain changes', ({ wallet }) => wallet.move('other')),
  meanwhile('chain nobody knows', ({ wallet }) => wallet.move('unknown')),
  meanwhile('accounts vanish', ({ wallet }) => wallet.show('none')),
  meanwhile(
    'hostile accounts',
    ({ wallet }) => wallet.show('hostile'),
    ({ wallet }) => wallet.show('other'),
  ),
  meanwhile('wallet closes', ({ wallet }) => wallet.close()),
]

const announce = (detail: unknown): boolean =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
const announcing: Fault[] = [
  {
    name: 'late announcement',
    expect: 'done',
    // The wallet does not answer when the page asks, and announces itself later.
    before: ({ wallet }) =>
      announce({
        info: { uuid: '2', name: wallet.name, icon: wallet.icon, rdns: 'test.late' },
        provider: { request: async () => [] },
      }),
    during: ({ wallet }) =>
      announce({
        info: { uuid: '3', name: wallet.name, icon: wallet.icon, rdns: 'test.later' },
        provider: { request: async () => [] },
      }),
  },
  {
    name: 'hostile announcements',
    expect: 'done',
    before() {
      for (const detail of [
        undefined,
        null,
        7,
        hostile,
        { info: hostile, provider: hostile },
        {
          info: { uuid: '4', name: '<img>', rdns: 'test.bench', icon: 'javascript:0' },
          provider: { request: boom },
        },
      ])
        announce(detail)
      for (let index = 0; index < 150; index++)
        announce({
          info: { uuid: `u${index}`, name: `W${index}`, rdns: `w${index}.test`, icon: '' },
          provider: { request: boom, on: boom, removeListener: boom },
        })
    },
    during: () =>
      announce({
        info: { uuid: '5', name: 'Bench', rdns: 'test.bench', icon: '' },
        provider: hostile,
      }),
  },
]

const bad = (
  phase: string,
  setup: (ctx: PluginContext) => void,
  more: Partial<AnyPlugin> = {},
): Fault => ({
  name: `plugin throws in ${phase}`,
  expect: 'done',
  beside: () => [
    definePlugin({ id: 'bad', version: '1.0.0', kernelApi: '>=0.1 <1', ...more, setup }),
  ],
})
const plugins: Fault[] = [
  bad('setup', boom),
  bad('start', () => undefined, { start: boom }),
  bad('a listener', (ctx) => {
    ctx.events.onAny(boom)
    ctx.connections.subscribe(boom)
    ctx.accounts.subscribe(boom)
    ctx.activeNetwork.subscribe(boom)
    ctx.modal.subscribe(boom)
  }),
  bad('dispose', (ctx) => ctx.onDispose(boom)),
  bad('a step before connect', (ctx) => void ctx.flow.connect.before(boom)),
  bad(
    'a step after connect',
    (ctx) => void ctx.flow.connect.after(() => Promise.reject(new Error('boom'))),
  ),
  bad('a network step', (ctx) => void ctx.flow.network(() => Promise.reject(new Error('boom')))),
  bad('a close guard', (ctx) => void ctx.flow.close(boom)),
  bad('its late part', (ctx) => ctx.late(() => Promise.reject(new Error('boom')))),
]

const tell = (target: EventTarget, type: string, more: object = {}): void =>
  void target.dispatchEvent(Object.assign(new Event(type), more))
const online = (isOnline: boolean): void => {
  Object.assign(navigator, { onLine: isOnline })
  tell(window, isOnline ? 'online' : 'offline')
}
const page: Fault[] = [
  {
    name: 'made, disposed, made again (StrictMode)',
    expect: 'done',
    async prepare(scene) {
      await scene.create()
      scene.kernel.dispose()
    },
  },
  {
    name: 'replaced in the middle (HMR)',
    expect: 'either',
    before: ({ wallet }) => wallet.behave('silence'),
    async during(scene) {
      scene.kernel.dispose()
      await scene.create()
      scene.wallet.answerLate()
    },
    mend: ({ wallet }) => wallet.behave('accept'),
  },
  {
    name: 'into the back-forward cache and out',
    expect: 'done',
    during: () => [
      tell(window, 'pagehide', { persisted: true }),
      tell(window, 'pageshow', { persisted: true }),
    ],
  },
  {
    name: 'frozen for an hour',
    expect: 'done',
    during: () => [
      tell(document, 'freeze'),
      vi.setSystemTime(Date.now() + 3_600_000),
      tell(document, 'resume'),
      tell(document, 'visibilitychange'),
    ],
  },
  {
    name: 'offline and back',
    expect: 'done',
    before: () => online(false),
    during: () => online(true),
  },
  {
    name: 'clock a day ahead',
    expect: 'done',
    before: () => vi.setSystemTime(Date.now() + 86_400_000),
  },
  {
    name: 'clock a day behind',
    expect: 'done',
    before: () => vi.setSystemTime(Date.now() - 86_400_000),
  },
]

/** A chunk that evm loads fails to parse the first time. */
const broken = (
  name: string,
  isFirst: (times: number) => boolean,
  change: (
    ctx: PluginContext,
    load: <T>(load: () => Promise<T>) => () => Promise<T>,
  ) => PluginContext,
): Fault => ({
  name,
  expect: 'either',
  prepare(scene) {
    let times = 0
    const load =
      <T>(chunk: () => Promise<T>) =>
      async (): Promise<T> =>
        isFirst(times++) ? Promise.reject(new SyntaxError('Unexpected token')) : chunk()
    scene.wrap = (plugin) => ({
      ...plugin,
      setup: (ctx: PluginContext) => plugin.setup(change(ctx, load)),
    })
  },
})
const chunks: Fault[] = [
  broken(
    'a byte changed in the adapter’s chunk',
    (times) => times === 0,
    (ctx, load) => ({
      ...ctx,
      adapters: {
        ...ctx.adapters,
        add: (adapter) => ctx.adapters.add({ ...adapter, load: load(adapter.load) }),
      },
    }),
  ),
  broken(
    'a byte changed in the plugin’s late chunk',
    (times) => times === 0,
    (ctx, load) => ({ ...ctx, late: (run: () => Promise<void>) => ctx.late(load(run)) }),
  ),
]

export const FAULTS: readonly Fault[] = [
  ...blocked,
  ...provider,
  ...changing,
  ...announcing,
  ...plugins,
  ...page,
  ...chunks,
]
