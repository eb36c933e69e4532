import type { AnyPlugin, Network, PluginContext } from '@latchkey/plugin-api'
import { sample } from './sample.js'
import { connector } from './sampleWallet.js'
import { specimens } from './specimen.js'

interface Doing {
  setup?(ctx: PluginContext): unknown
  start?(ctx: PluginContext): unknown
}
/** The sample with something done in its setup or start besides. */
const also =
  (doing: Doing, more: Partial<AnyPlugin> = {}) =>
  (): AnyPlugin => {
    const sound = sample() as AnyPlugin
    return {
      ...sound,
      setup(ctx) {
        const api = sound.setup(ctx)
        return doing.setup?.(ctx) ?? api
      },
      async start(ctx) {
        await sound.start?.(ctx)
        await doing.start?.(ctx)
      },
      ...more,
    }
  }
const being = (more: Partial<AnyPlugin> | object) => also({}, more)
const page = (): Window | undefined => (typeof window === 'undefined' ? undefined : window)
const ask = (url: string): void => void fetch(url).catch(() => undefined)
const onPage = (run: (ctx: PluginContext) => unknown) =>
  also({ start: (ctx) => (page() ? run(ctx) : undefined) })
const network = (more: Partial<Network>): Network => ({
  id: 'sample:3',
  namespace: 'sample',
  reference: '3',
  name: 'Third',
  nativeCurrency: { name: 'S', symbol: 'S', decimals: 1 },
  rpcUrls: [],
  ...more,
})
const having = (more: Partial<Network>) =>
  also({ setup: (ctx) => void ctx.networks.add(network(more)) })
const once = (): (() => boolean) => {
  let turn = 0
  return () => turn++ === 0
}

/** A library that listens once in a page's life. */
const oncePerPage = (): (() => AnyPlugin) => {
  const isFirst = once()
  return onPage(() => isFirst() && window.addEventListener('sample:register', () => undefined))
}

/** Takes a listener after its own end, when what would have given it back has run already. */
const late = (): AnyPlugin => {
  let off: (() => void) | undefined
  return also({
    setup: (ctx) => ctx.onDispose(() => off?.()),
    async start() {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      const listener = (): void => undefined
      page()?.addEventListener('focus', listener)
      off = () => page()?.removeEventListener('focus', listener)
    },
  })()
}
/** Its late half goes on after the end. */
const slowLate = also({
  setup: (ctx) =>
    ctx.late(async () => {
      for (let turn = 0; turn < 50 && !ctx.signal.aborted; turn++) await Promise.resolve()
      if (ctx.signal.aborted) page()?.addEventListener('focus', () => undefined)
    }),
})

const identity = specimens([
  [
    'has an id of small letters, digits and single hyphens',
    'an id in capitals',
    'id "Sample"',
    being({ id: 'Sample' }),
  ],
  ['has a version', 'a version that is none', 'version "latest"', being({ version: 'latest' })],
  [
    'names the contract versions that it needs',
    'any version',
    'kernelApi "*"',
    being({ kernelApi: '*' }),
  ],
  [
    'accepts the version of this kernel',
    'a contract to come',
    'the kernel (contract',
    being({ kernelApi: '^9.0' }),
  ],
  [
    'has a setup, and a start only if it is a function',
    'a start that is none',
    'start is not a function',
    being({ start: 'now' }),
  ],
  [
    'is the same each time it is made',
    'a passport of the moment',
    'another passport',
    (() => {
      let turn = 0
      return () => also({}, { reaches: { origins: [`https://a${turn++}.sample.test`] } })()
    })(),
  ],
  [
    'names origins, not addresses, in its passport',
    'a passport with a path',
    '/v1" is not an origin',
    being({ reaches: { origins: ['https://api.sample.test/v1'] } }),
  ],
  [
    'opens no whole top-level domain in its passport',
    'a passport for a country',
    'whole top-level domain',
    being({ reaches: { origins: ['https://*.test'] } }),
  ],
  [
    'names its chains by namespace, each once',
    'a network for a namespace',
    'which is not a namespace',
    being({ chains: ['sample', 'sample:1'] }),
  ],
  [
    'names its dependencies by id and range, and never itself',
    'a plugin that needs itself',
    'conflicts with, itself',
    being({ peers: { sample: '^0.1' } }),
  ],
  [
    'numbers its storage from 1, and checks each key',
    'a storage of version 0',
    'whole number from 1',
    being({ storage: { version: 0, keys: {} } }),
  ],
])

const running = specimens([
  [
    'is set up synchronously',
    'a promise',
    'answered a promise',
    also({ setup: () => ({ then: (resolve: () => void) => resolve() }) }),
  ],
  [
    'sends no request in setup',
    'a fetch in setup',
    'setup did fetch',
    also({ setup: () => ask('https://api.sample.test') }),
  ],
  [
    'opens no socket in setup',
    'a socket in setup',
    'setup did socket',
    also({ setup: () => void new WebSocket('wss://api.sample.test') }),
  ],
  [
    'reads no storage in setup',
    'storage read in setup',
    'setup did storage',
    also({ setup: (ctx) => void ctx.storage.get('last') }),
  ],
  [
    'sets no timer in setup',
    'a timer in setup',
    'setup did timer',
    also({
      setup(ctx) {
        const timer = setTimeout(() => undefined, 100)
        ctx.onDispose(() => clearTimeout(timer))
      },
    }),
  ],
  [
    'adds no listener in setup',
    'a listener in setup',
    'setup took listener of focus',
    also({
      setup(ctx) {
        const listener = (): void => undefined
        page()?.addEventListener('focus', listener)
        ctx.onDispose(() => page()?.removeEventListener('focus', listener))
      },
    }),
  ],
  [
    'schedules nothing in setup that would do one of these later',
    'a fetch just after setup',
    'left behind did fetch',
    also({ setup: () => queueMicrotask(() => ask('https://api.sample.test')) }),
  ],
  [
    'needs no window',
    'a window in start',
    "reading 'location'",
    also({ start: () => void window.location.href }),
  ],
  [
    'sends no request without a window',
    'a request without a page',
    'without a window it did fetch',
    also({ start: () => page() ?? ask('https://api.sample.test') }),
  ],
  [
    'holds nothing without a window',
    'an interval without a page',
    'without a window it kept interval',
    also({ start: () => void (page() ?? setInterval(() => undefined, 60_000)) }),
  ],
  [
    'registers the same chains and networks without a window',
    'a network of the page',
    'on a page it speaks for',
    also({ setup: (ctx) => void (page() && ctx.networks.add(network({}))) }),
  ],
  [
    'does not fail when a visitor opens, looks, hovers and closes',
    'a start that fails',
    'failed in start',
    onPage(() => {
      throw new Error('no')
    }),
  ],
  [
    'gives back its listeners',
    'a listener that stays',
    'listener of focus',
    onPage(() => window.addEventListener('focus', () => undefined)),
  ],
  [
    'gives back its listeners',
    "a library that listens once in a page's life and never stops (audit C5)",
    'still held after the end of the first visit',
    oncePerPage(),
  ],
  [
    'gives back its timers',
    'an interval that stays',
    'interval of 60000',
    onPage(() => void setInterval(() => undefined, 60_000)),
  ],
  [
    'closes its sockets',
    'a socket that stays',
    'WebSocket to',
    onPage(() => void new WebSocket('wss://a.sample.test')),
  ],
  [
    'leaves no global on the page',
    'a name that stays',
    'left on the page: sample',
    (() => {
      let turn = 0
      return onPage(() =>
        Object.defineProperty(globalThis, `sample${Date.now()}${turn++}`, {
          value: 1,
          configurable: true,
        }),
      )
    })(),
  ],
  [
    'holds no more after the fifth opening than after the second',
    'a listener for each opening',
    'listeners and sockets after its openings',
    onPage((ctx) =>
      ctx.onDispose(
        ctx.modal.subscribe(
          ({ open }) =>
            open && window.addEventListener('focus', () => undefined, { signal: ctx.signal }),
        ),
      ),
    ),
  ],
  [
    'does nothing more after the end',
    'a look at storage after the end',
    'after the end it did',
    onPage(() => {
      window.addEventListener('focus', () => void localStorage.getItem('sample'))
    }),
  ],
  [
    'can end before its start',
    'a dispose that throws',
    'already closed',
    also({
      setup: (ctx) =>
        ctx.onDispose(() => {
          throw new Error('already closed')
        }),
    }),
  ],
  [
    'can end while it starts',
    'a start that goes on after the end',
    'ended while it starts, it keeps listener of focus',
    late,
  ],
  [
    'can end while its late half is loaded',
    'a late half that goes on after the end',
    'it keeps listener of focus',
    slowLate,
  ],
  [
    'can end in use',
    'a listener that stays',
    'ended in use, it keeps listener',
    onPage((ctx) =>
      ctx.onDispose(ctx.modal.subscribe(() => window.addEventListener('focus', () => undefined))),
    ),
  ],
  [
    'can end twice',
    'an interval that stays',
    'ended twice, it keeps interval',
    onPage(() => void setInterval(() => undefined, 60_000)),
  ],
])

const shared = { made: 1 }
const sharedConnector = connector({ id: 'sample.shared' })
const neighbours = specimens([
  [
    'gives each kernel its own API',
    'one API for all',
    'same object to both',
    also({ setup: () => shared }),
  ],
  [
    'gives each kernel its own API, also where both get one plugin object',
    'one API for one plugin object',
    'same object to both',
    () => {
      const api = { made: 1 }
      return also({ setup: () => api })()
    },
  ],
  [
    'gives each kernel its own connectors',
    'one connector for all',
    'same connector object',
    also({ start: (ctx) => void ctx.connectors.add(sharedConnector) }),
  ],
  [
    'leaves one kernel as it is when the other ends',
    'an end for all',
    'changed what is registered',
    () => {
      const takeBack: (() => void)[] = []
      return also({
        setup(ctx) {
          takeBack.push(ctx.networks.add(network({})))
          ctx.onDispose(() => takeBack.forEach((take) => take()))
        },
      })()
    },
  ],
  [
    'fails in neither kernel',
    'a start that comes once',
    'with two kernels: failed in start',
    () => {
      const isFirst = once()
      return also({
        start() {
          if (!isFirst()) throw new Error('started already')
        },
      })()
    },
  ],
  [
    'sends requests only to origins of its passport and the configured networks',
    'a host one label too deep',
    'https://a.b.sample.test, which',
    onPage(() => ask('https://a.b.sample.test')),
  ],
  [
    'opens sockets only to origins of its passport and the configured networks',
    'a socket that is not declared',
    'socket to wss',
    onPage((ctx) => {
      const socket = new WebSocket('wss://a.sample.test')
      ctx.onDispose(() => socket.close())
    }),
  ],
  [
    'does not let methods through that no plugin allows',
    'a policy for anything',
    'rpc.no_connection',
    also({ setup: (ctx) => void ctx.rpc.allow({ namespace: 'sample', methods: { '*': 'read' } }) }),
  ],
  [
    'does not let methods through whose names every object has',
    'a policy for a name of objects',
    'rpc.no_connection',
    also({
      setup: (ctx) =>
        void ctx.rpc.allow({ namespace: 'sample', methods: { toString: 'read' as never } }),
    }),
  ],
  [
    'does not let its methods through in another case',
    'an alias in capitals',
    'SAMPLE_SIGN',
    also({
      setup: (ctx) => void ctx.rpc.allow({ namespace: 'sample', methods: { SAMPLE_SIGN: 'sign' } }),
    }),
  ],
  [
    'does not let its methods through with spaces and control characters',
    'an alias with a space',
    '" sample_sign"',
    also({
      setup: (ctx) =>
        void ctx.rpc.allow({ namespace: 'sample', methods: { ' sample_sign': 'sign' } }),
    }),
  ],
  [
    'names actions, tabs and ways to connect after itself',
    "a neighbour's name",
    'swap.open',
    also({
      setup: (ctx) =>
        void ctx.accountActions.add({ id: 'swap.open', label: 'x', run: () => undefined }),
    }),
  ],
  [
    'names views after itself, after a feature that hosts switch, or as the specification does',
    "a neighbour's name",
    'view "swap.form"',
    also({
      setup: (ctx) =>
        void ctx.views.add({
          id: 'swap.form' as never,
          title: 'x',
          render: { test: () => undefined } as never,
        }),
    }),
  ],
  [
    'adds networks only of its own chains, each under its own id',
    'a network under another id',
    'says that it is sample:4',
    having({ reference: '4' }),
  ],
  [
    'adds networks with a name and a currency that can be shown',
    'half a decimal',
    'with 1.5 decimals',
    having({ nativeCurrency: { name: 'S', symbol: 'S', decimals: 1.5 } }),
  ],
  [
    'adds networks with nodes and explorers that can be reached safely',
    'a node with a password',
    'has the node',
    having({ rpcUrls: ['https://me:secret@rpc.sample.example'] }),
  ],
  [
    'has a text for every label and title that it adds',
    'a label without a text',
    'no English text for "sample.nothing"',
    also({
      setup: (ctx) =>
        void ctx.accountActions.add({
          id: 'sample.nothing',
          label: 'sample.nothing',
          run: () => undefined,
        }),
    }),
  ],
  [
    'has icons that are paths, if any',
    'an icon that is markup',
    'is not path data',
    also({
      setup: (ctx) =>
        void ctx.accountActions.add({
          id: 'sample.icon',
          label: 'x',
          icon: '<path d="M0 0"/>',
          run: () => undefined,
        }),
    }),
  ],
  [
    'has a renderer to load for every view',
    'a view that is there at once',
    'is not a function that loads it',
    also({
      setup: (ctx) =>
        void ctx.views.add({
          id: 'sample.form' as never,
          title: 'x',
          render: { test: 'now' } as never,
        }),
    }),
  ],
])

const viewing = (
  presentation: 'panel' | 'inline' | undefined,
  load: () => unknown = () => 'component',
) =>
  ({
    id: 'sample.form',
    title: 'x',
    render: { test: load },
    ...(presentation && { presentation }),
  }) as never
const views = specimens([
  [
    'leads its tabs and its ways to connect to views that exist',
    'a tab whose view nobody registered (audit C7)',
    'the tab "sample.tab" leads to the view "sample.form", which no plugin registers',
    also({
      setup: (ctx) =>
        void ctx.accountTabs.add({ id: 'sample.tab', label: 'x', view: 'sample.form' as never }),
    }),
  ],
  [
    'leads its tabs and its ways to connect to views that exist',
    'a way to connect whose view nobody registered (audit C7)',
    'the way to connect "sample.by" leads to the view "sample.form"',
    also({
      setup: (ctx) =>
        void ctx.connectMethods.add({
          id: 'sample.by',
          group: 'email',
          view: 'sample.form' as never,
        }),
    }),
  ],
  [
    'has inline views for its tabs and its ways to connect',
    'a tab that is a whole panel (audit C7)',
    'which is a whole panel',
    also({
      setup: (ctx) => (
        ctx.views.add(viewing(undefined)),
        void ctx.accountTabs.add({ id: 'sample.tab', label: 'x', view: 'sample.form' as never })
      ),
    }),
  ],
  [
    'has inline views for its tabs and its ways to connect',
    'a panel for paying (audit C7)',
    "the Account view's place for paying leads to",
    also({
      setup: (ctx) => void ctx.views.add({ ...(viewing('panel') as object), id: 'Pay' } as never),
    }),
  ],
  [
    'loads the renderer of each of its views',
    'a chunk that is not there (audit C7)',
    'loading the test renderer of view "sample.form" threw Error: no chunk',
    also({
      setup: (ctx) =>
        void ctx.views.add(viewing('inline', () => Promise.reject(new Error('no chunk')))),
    }),
  ],
  [
    'loads the renderer of each of its views',
    'a component under another name (audit C7)',
    'nothing came of it',
    also({
      setup: (ctx) =>
        void ctx.views.add(
          viewing('inline', () =>
            Promise.resolve({}).then((module) => (module as { Form?: unknown }).Form),
          ),
        ),
    }),
  ],
  [
    'draws each of its views without a fault',
    'a button without a name',
    'view "sample.nameless": Buttons must have discernible text',
    also({
      setup: (ctx) =>
        void ctx.views.add({
          id: 'sample.nameless' as never,
          title: 'x',
          render: { test: () => undefined } as never,
        }),
    }),
  ],
])

const checked = (check: (value: unknown) => unknown) =>
  being({ storage: { version: 1, keys: { last: check } } })
const storing = specimens([
  [
    'boots whatever is stored',
    'content that is believed',
    'with "7" stored',
    checked((value) => value),
  ],
  [
    'boots with thousands of stored entries, and gets a bounded part of them',
    'a start that fails over a long list',
    'with 5000 entries stored',
    being({
      storage: { version: 1, keys: { last: (value: unknown) => value } },
      start(ctx: PluginContext) {
        const last = ctx.storage.get('last')
        if (Array.isArray(last) && last.length > 500) throw new RangeError('Too many.')
      },
    }),
  ],
  [
    'does not let a stored value pollute prototypes',
    'a deep merge',
    'reached Object.prototype',
    checked((value) => {
      // As a careless merge would do.
      if (Object.hasOwn(Object(value) as object, 'constructor'))
        Object.assign(Object.prototype, { polluted: true })
      throw new TypeError('not a text')
    }),
  ],
  [
    'keeps to the keys of its kernel',
    'a key past the kernel',
    'setItem sample',
    onPage(() => window.localStorage.setItem('sample', '1')),
  ],
  [
    'boots where storage is blocked',
    'a value that must have been kept',
    'with blocked storage',
    onPage((ctx) => {
      localStorage.setItem('sample', '1')
      if (!ctx.storage.get('last')?.toString().length || ctx.storage.get('last'))
        throw new Error('nothing was kept')
    }),
  ],
  [
    'boots where storage is full',
    'a value that must have been kept',
    'with full storage',
    onPage(() => {
      throw new Error('nothing was kept')
    }),
  ],
  [
    'has checks that accept or refuse anything',
    'a check that answers later',
    'answered a promise',
    checked(async (value) => value),
  ],
  [
    'has checks that accept what they returned',
    'a check of another form',
    'refuses what it answered',
    checked((value) => {
      if (typeof value !== 'string') throw new TypeError('not a text')
      return { text: value }
    }),
  ],
  [
    'migrates anything older to keys that it has, or drops it',
    'what was there before',
    'answered the key "unheard"',
    being({
      storage: {
        version: 2,
        keys: { last: String },
        migrate: (old: { entries: object }) => ({ ...old.entries }),
      },
    }),
  ],
])

export const brokenPlugins = [...identity, ...running, ...neighbours, ...views, ...storing]
