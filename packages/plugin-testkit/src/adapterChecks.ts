import type { Kernel } from '@latchkey/kernel'
import type { Account, AdapterRegistration, ChainAdapter, Network } from '@latchkey/plugin-api'
import { demand, demandTyped, settled, show, type Check } from './check.js'
import { inWorld, type PluginOptions, type PluginSubject } from './world.js'

export interface AdapterOptions extends PluginOptions {
  namespace: string
  /** Addresses as people write them, each with its canonical spelling where that differs. */
  valid: readonly (string | readonly [written: string, canonical: string])[]
  /** Near misses: a wrong checksum, a letter too many, an address of another chain. */
  invalid: readonly string[]
}
export interface AdapterSubject extends PluginSubject {
  options: AdapterOptions
}
type AdapterCheck = Check<AdapterSubject>

interface Loaded {
  kernel: Kernel
  registration: AdapterRegistration
  adapter: ChainAdapter
  network: Network | undefined
}
const withAdapter = (subject: AdapterSubject, run: (loaded: Loaded) => Promise<void>): Promise<void> => inWorld(subject, async ({ create }) => {
  const { namespace } = subject.options
  const kernel = create(subject.make())
  await kernel.ready
  const registration = kernel.ports.adapters.find(namespace)?.value
  demand(registration, `no adapter for "${namespace}" is registered after start`)
  const adapter = await kernel.ports.adapter(namespace)
  await run({ kernel, registration, adapter, network: kernel.ports.networks.get().find(({ value }) => value.namespace === namespace)?.value })
})

const written = ({ options }: AdapterSubject): readonly (readonly [string, string])[] => options.valid.map((one) => (typeof one === 'string' ? [one, one] : one))

/** Not an address of any chain, and some not even text. */
const NONSENSE: readonly unknown[] = ['', ' ', 'null', 'undefined', '0x', '__proto__', 'a:b:c', '\u0000', 'x'.repeat(100_000), undefined, null, 0, 7n, NaN, {}, [], true, () => '']

const shape: AdapterCheck = {
  name: 'tells by shape alone, at once and without throwing',
  run: (subject) => withAdapter(subject, async ({ registration }) => {
    for (const [text] of written(subject)) demand(registration.resembles(text) === true, `resembles(${show(text)}) is not true for a valid address`)
    for (const text of NONSENSE) {
      const outcome = await settled('resembles', () => registration.resembles(text as string))
      demand('value' in outcome, `resembles(${show(text)}) threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`)
      demand(outcome.value === false, `resembles(${show(text)}) answered ${show(outcome.value)}, not false`)
    }
  }),
}

const parses: AdapterCheck = {
  name: 'parses an address to one canonical spelling',
  run: (subject) => withAdapter(subject, async ({ adapter, network }) => {
    for (const [text, canonical] of written(subject)) {
      for (const on of [undefined, network]) {
        const parsed = adapter.parseAddress(text, on)
        demand(parsed === canonical, `parseAddress(${show(text)}) answered ${show(parsed)}, not ${show(canonical)}`)
        demand(adapter.parseAddress(parsed, on) === parsed, `parseAddress changes its own answer ${show(parsed)}`)
      }
    }
  }),
}

const refuses: AdapterCheck = {
  name: 'refuses what is no address with adapter.invalid_address',
  run: (subject) => withAdapter(subject, async ({ adapter }) => {
    for (const text of [...subject.options.invalid, ...NONSENSE]) {
      const outcome = await settled('parseAddress', () => adapter.parseAddress(text as string))
      demandTyped(`parseAddress(${show(text)})`, outcome, 'adapter.invalid_address')
    }
  }),
}

const spells: AdapterCheck = {
  name: 'shortens an address for the screen and spells it for a network',
  run: (subject) => withAdapter(subject, async ({ adapter, network }) => {
    for (const [, address] of written(subject)) {
      const shown = adapter.formatAddress(address)
      demand(typeof shown === 'string' && shown.length > 0 && shown.length <= address.length, `formatAddress(${address}) answered ${show(shown)}`)
      if (!network) continue
      const account: Account = { key: 'a', namespace: subject.options.namespace, address, type: 'eoa' }
      const spelled = adapter.addressOn(account, network)
      demand(spelled === undefined || adapter.parseAddress(spelled, network) === spelled, `addressOn(${address}) answered ${show(spelled)}, which is not canonical on ${network.id}`)
    }
  }),
}

const NOT_ABILITIES = ['parseAddress', 'formatAddress', 'addressOn']

const abilities: AdapterCheck = {
  name: 'can do exactly what it says it can',
  run: (subject) => withAdapter(subject, async ({ registration, adapter }) => {
    for (const ability of registration.abilities) demand(adapter[ability] !== undefined, `it declares "${ability}" and cannot do it`)
    for (const name in adapter) {
      const isDeclared = NOT_ABILITIES.includes(name) || (registration.abilities as readonly string[]).includes(name)
      demand(isDeclared || adapter[name as keyof ChainAdapter] === undefined, `it can do "${name}" and does not declare it`)
    }
  }),
}

const session: AdapterCheck = {
  name: 'asks wallets only for methods that the rpc door lets through',
  run: (subject) => withAdapter(subject, async ({ kernel, registration, network }) => {
    for (const list of [registration.session.methods, registration.session.events]) demand(list.every((name) => typeof name === 'string' && name), 'session: methods and events are lists of names')
    for (const method of registration.session.methods) {
      const outcome = await settled(method, () => kernel.ports.connections.request({ network: network?.id ?? `${registration.namespace}:1`, method }))
      demand(!('thrown' in outcome) || (outcome.thrown as { code?: unknown }).code !== 'rpc.method_not_allowed', `session.methods has "${method}", which no rpc.allow names`)
    }
  }),
}

const cancels: AdapterCheck = {
  name: 'stops reading when it is told to',
  run: (subject) => withAdapter(subject, async ({ adapter, network }) => {
    const address = written(subject)[0]?.[1]
    if (!adapter.balance || !network || address === undefined) return
    const controller = new AbortController()
    const reading = settled('balance', () => adapter.balance!({ address, network, signal: controller.signal }))
    controller.abort()
    demand('thrown' in await reading, 'balance answered although its signal was aborted before anybody could')
  }),
}

/** What holds for every adapter. */
export const adapterChecks: readonly AdapterCheck[] = [shape, parses, refuses, spells, abilities, session, cancels]
