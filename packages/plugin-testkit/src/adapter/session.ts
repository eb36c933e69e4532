import type { Caip2 } from '@latchkey/plugin-api'
import { demand, isSame, rules, settled, show, ended } from '../check.js'
import { loaded, parse, type AdapterSubject } from './subject.js'

const isName = (name: unknown): boolean => typeof name === 'string' && /^[\w.:/-]{1,80}$/.test(name)
const isOnce = (names: readonly string[]): boolean => new Set(names).size === names.length

const sessions = rules<AdapterSubject>('session', {
  'is of a namespace as CAIP-2 spells it': loaded(({ kernel }) => {
    for (const {
      value: { namespace },
    } of kernel.ports.adapters.get())
      demand(
        /^[-a-z0-9]{3,8}$/.test(namespace),
        `namespace "${namespace}" is not three to eight small letters, digits and hyphens (CAIP-2)`,
      )
  }),
  'asks wallets for methods by name, each once': loaded(
    ({
      registration: {
        session: { methods },
      },
    }) => {
      for (const method of methods)
        demand(isName(method), `session.methods has ${show(method)}, which is not a name`)
      demand(isOnce(methods), `session.methods has a name twice: ${methods.join(', ')}`)
    },
  ),
  'asks wallets for events by name, each once': loaded(
    ({
      registration: {
        session: { events },
      },
    }) => {
      for (const event of events)
        demand(isName(event), `session.events has ${show(event)}, which is not a name`)
      demand(isOnce(events), `session.events has a name twice: ${events.join(', ')}`)
    },
  ),
  'asks wallets only for methods that the RPC policy allows': loaded(
    async ({ kernel, registration, network }) => {
      for (const method of registration.session.methods) {
        const outcome = await settled(method, () =>
          kernel.ports.connections.request({
            network: network?.id ?? `${registration.namespace}:1`,
            method,
          }),
        )
        demand(
          !('thrown' in outcome) ||
            (outcome.thrown as { code?: unknown }).code !== 'rpc.method_not_allowed',
          `session.methods has "${method}", which no rpc.allow names`,
        )
      }
    },
  ),
  'describes a network that nobody configured, or says nothing, and never throws': loaded(
    async ({ registration }) => {
      for (const reference of ['1', 'unheard-of', '', '__proto__', '\u0000', 'x'.repeat(10_000)]) {
        const outcome = await settled('describeNetwork', () =>
          registration.describeNetwork?.(`${registration.namespace}:${reference}` as Caip2),
        )
        demand(
          'value' in outcome && (outcome.value === undefined || typeof outcome.value === 'object'),
          `describeNetwork of ${show(reference)} ${ended(outcome)}`,
        )
      }
    },
  ),
})

const loading = rules<AdapterSubject>('loading', {
  'is the same adapter when it is loaded again': loaded(
    async ({ adapter, registration, written }) => {
      const again = await registration.load()
      demand(
        isSame(Object.keys(again).sort(), Object.keys(adapter).sort()),
        'loaded twice, it can do other things',
      )
      for (const [text, canonical] of written)
        demand(
          again.parseAddress(text) === canonical,
          `loaded twice, it parses ${show(text)} otherwise`,
        )
    },
  ),
  'can be loaded by many at once': loaded(async ({ registration, written }) => {
    const all = await Promise.all(Array.from({ length: 10 }, () => registration.load()))
    for (const one of all)
      for (const [text, canonical] of written)
        demand(
          one.parseAddress(text) === canonical,
          `loaded by many at once, one parses ${show(text)} otherwise`,
        )
  }),
  'is loaded without a request': loaded(async ({ registration, world }) => {
    const before = world.ledger.acts.length
    await registration.load()
    const acts = world.ledger.acts.slice(before).filter(({ kind }) => kind !== 'storage')
    demand(
      !acts.length,
      `loading the adapter did ${acts.map(({ kind, what }) => `${kind} (${what})`).join(', ')}`,
    )
  }),
  'holds nothing when it is loaded': loaded(async ({ registration, world }) => {
    const before = world.ledger.held().length
    await registration.load()
    demand(
      world.ledger.held().length === before,
      `loading the adapter took ${world.ledger.held().slice(before).join(', ')}`,
    )
  }),
  'leaves nothing on the page when it is loaded': loaded(async ({ registration }) => {
    const before = new Set(Object.getOwnPropertyNames(globalThis))
    await registration.load()
    const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name))
    demand(!left.length, `loading the adapter left ${left.join(', ')} on the page`)
  }),
  'serves two kernels, also when one of them ends': async (subject) => {
    const { namespace } = subject.options
    await loaded(async (on) => {
      const other = on.world.create(subject.make(), { id: 'other' })
      await other.ready
      const adapter = await other.ports.adapter(namespace)
      on.kernel.dispose()
      for (const [text, canonical] of on.written)
        demand(
          adapter.parseAddress(text) === canonical,
          `after another kernel ended, it parses ${show(text)} otherwise`,
        )
    })(subject)
  },
  'still parses addresses when its kernel has ended': loaded(async (on) => {
    on.kernel.dispose()
    for (const [text, canonical] of on.written)
      demand(
        isSame(await parse(on, text), { value: canonical }),
        `after the kernel's end, it parses ${show(text)} otherwise`,
      )
  }),
})

export const sessionChecks = [...sessions, ...loading]
