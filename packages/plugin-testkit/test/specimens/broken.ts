import type { AnyPlugin, PluginContext } from '@latchkey/plugin-api'
import { pluginChecks } from '../../src/index.js'
import { sample } from './sample.js'
import { connector } from './sampleWallet.js'
import type { Specimen } from './specimen.js'

interface Doing {
  setup?(ctx: PluginContext): unknown
  start?(ctx: PluginContext): unknown
}
/** The sample with something done in its setup or start besides. */
const also = (doing: Doing, more: Partial<AnyPlugin> = {}) => (): AnyPlugin => {
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
const page = (): Window | undefined => (typeof window === 'undefined' ? undefined : window)
const ask = (url: string): void => void fetch(url).catch(() => undefined)

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

export function brokenPlugins(): Specimen[] {
  const [identity, setUp, server, back, end, apart, passport, unknown, own, storage] = pluginChecks.map(({ name }) => name) as [string, string, string, string, string, string, string, string, string, string]
  const shared = { made: 1 }
  const sharedConnector = connector({ id: 'sample.shared' })
  return [
    { breaks: identity, how: 'a version that is none', says: 'version "latest"', make: also({}, { version: 'latest' }) },
    { breaks: identity, how: 'a passport with a path', says: '/v1" is not an origin', make: also({}, { reaches: { origins: ['https://api.sample.test/v1'] } }) },
    { breaks: identity, how: 'a passport for everything', says: '"*" is not an origin', make: also({}, { reaches: { origins: ['*'] } }) },
    { breaks: setUp, how: 'a fetch in setup', says: 'setup did fetch', make: also({ setup: () => ask('https://api.sample.test') }) },
    { breaks: setUp, how: 'a fetch just after setup', says: 'left behind did fetch', make: also({ setup: () => queueMicrotask(() => ask('https://api.sample.test')) }) },
    { breaks: setUp, how: 'a socket in setup', says: 'setup did socket', make: also({ setup: () => void new WebSocket('wss://api.sample.test') }) },
    { breaks: setUp, how: 'a timer in setup', says: 'setup did timer', make: also({
      setup(ctx) {
        const timer = setTimeout(() => undefined, 100)
        ctx.onDispose(() => clearTimeout(timer))
      },
    }) },
    { breaks: setUp, how: 'storage read in setup', says: 'setup did storage', make: also({ setup: (ctx) => void ctx.storage.get('last') }) },
    { breaks: setUp, how: 'a promise', says: 'answered a promise', make: also({ setup: () => ({ then: (resolve: () => void) => resolve() }) }) },
    { breaks: server, how: 'a window in start', says: "reading 'location'", make: also({ start: () => void window.location.href }) },
    { breaks: server, how: 'a request without a page', says: 'without a window it did fetch', make: also({ start: () => page() ?? ask('https://api.sample.test') }) },
    { breaks: back, how: 'a listener that stays', says: 'listener of focus', make: also({ start: () => page()?.addEventListener('focus', () => undefined) }) },
    { breaks: back, how: 'an interval that stays', says: 'interval of 60000', make: also({ start: () => void (page() && setInterval(() => undefined, 60_000)) }) },
    { breaks: back, how: 'a socket that stays', says: 'WebSocket to', make: also({ start: () => void (page() && new WebSocket('wss://a.sample.test')) }) },
    { breaks: end, how: 'a dispose that throws', says: 'already closed', make: also({
      setup: (ctx) => ctx.onDispose(() => {
        throw new Error('already closed')
      }),
    }) },
    { breaks: end, how: 'a start that goes on after the end', says: 'ended while it starts, it keeps listener of focus', make: late },
    { breaks: apart, how: 'one API for all', says: 'same object to both', make: also({ setup: () => shared }) },
    { breaks: apart, how: 'one connector for all', says: 'same connector object', make: also({ start: (ctx) => void ctx.connectors.add(sharedConnector) }) },
    { breaks: passport, how: 'a host that is not declared', says: 'https://sample.test.evil.example, which', make: also({ start: () => ask('https://sample.test.evil.example') }) },
    { breaks: passport, how: 'a host one label too deep', says: 'https://a.b.sample.test, which', make: also({ start: () => ask('https://a.b.sample.test') }) },
    { breaks: passport, how: 'a socket that is not declared', says: 'socket to wss', make: also({
      start(ctx) {
        const socket = new WebSocket('wss://a.sample.test')
        ctx.onDispose(() => socket.close())
      },
    }) },
    { breaks: unknown, how: 'an alias in capitals', says: 'SAMPLE_SIGN', make: also({ setup: (ctx) => void ctx.rpc.allow({ namespace: 'sample', methods: { SAMPLE_SIGN: 'sign' } }) }) },
    { breaks: own, how: "a neighbour's name", says: 'swap.open', make: also({ setup: (ctx) => void ctx.accountActions.add({ id: 'swap.open', label: 'x', run: () => undefined }) }) },
    { breaks: storage, how: 'content that is believed', says: 'with "7" stored', make: also({}, { storage: { version: 1, keys: { last: (value) => value } } }) },
    { breaks: storage, how: 'a key past the kernel', says: 'setItem sample', make: also({ start: () => page()?.localStorage.setItem('sample', '1') }) },
  ]
}
