import type { Kernel } from '@latchkey/kernel'
import type {
  Account,
  AdapterRegistration,
  ChainAdapter,
  ConnectedAccount,
  Network,
} from '@latchkey/plugin-api'
import { demand, demandTyped, settled, show, type Outcome } from '../check.js'
import { inWorld, type PluginOptions, type PluginSubject, type World } from '../world.js'

/** What the suite of an adapter works with. */
export interface AdapterOptions extends PluginOptions {
  /** Of the adapter, as its plugin registers it. */
  namespace: string
  /** Addresses as people write them, each with its canonical spelling where that differs. */
  valid: readonly (string | readonly [written: string, canonical: string])[]
  /** Near misses: a wrong checksum, a letter too many, an address of another chain. */
  invalid: readonly string[]
  /** Other namespaces whose addresses are addresses here too. */
  alsoTakes?: readonly string[]
  /**
   * Has an honest node answer where `fetch` cannot: connects a wallet that the adapter reads through, for example. `null`: none can be had here, and its cases are left out.
   * @example node: (kernel) => kernel.connect('hello.wallet')
   */
  node?: ((kernel: Kernel) => Promise<unknown>) | null
}
/** What a check of an adapter is run on. */
export interface AdapterSubject extends PluginSubject {
  options: AdapterOptions
}

/** An adapter in its kernel, with the first of its networks. */
export interface Loaded {
  world: World
  kernel: Kernel
  registration: AdapterRegistration
  adapter: ChainAdapter
  network: Network | undefined
  networks: readonly Network[]
  /** Valid addresses: as written, and canonical. */
  written: readonly (readonly [written: string, canonical: string])[]
  options: AdapterOptions
}
type Run = (loaded: Loaded) => void | Promise<void>

/** A check of an adapter that is loaded. */
export const loaded =
  (run: Run) =>
  (subject: AdapterSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      const { options } = subject
      const { namespace } = options
      const kernel = world.create(subject.make())
      await kernel.ready
      const registration = kernel.ports.adapters.find(namespace)?.value
      demand(registration, `no adapter for "${namespace}" is registered after start`)
      const adapter = await kernel.ports.adapter(namespace)
      const networks = kernel.ports.networks
        .get()
        .map(({ value }) => value)
        .filter((network) => network.namespace === namespace)
      const written = options.valid.map((one) =>
        typeof one === 'string' ? ([one, one] as const) : one,
      )
      await run({
        world,
        kernel,
        registration,
        adapter,
        networks,
        network: networks[0],
        written,
        options,
      })
    })

/** The same, with a node that answers so. */
export const withNode =
  (node: typeof fetch, run: Run) =>
  (subject: AdapterSubject): Promise<void> =>
    loaded(run)({ ...subject, options: { ...subject.options, fetch: node } })

export const parse = ({ adapter }: Loaded, text: unknown, on?: Network): Promise<Outcome<string>> =>
  settled('parseAddress', () => adapter.parseAddress(text as string, on))

/** Demands that none of these is taken for an address. */
export async function demandRefused(on: Loaded, texts: readonly unknown[]): Promise<void> {
  for (const text of texts)
    demandTyped(`parseAddress(${show(text)})`, await parse(on, text), 'adapter.invalid_address')
}

/** An account of that address which no wallet ever showed. */
export const stranger = ({ options }: Loaded, address: string): ConnectedAccount & Account => ({
  key: address,
  namespace: options.namespace,
  address,
  type: 'eoa',
  connectionId: 'nobody',
})

/** Any address of it. */
export const anyAddress = ({ written }: Loaded): string => written[0]?.[1] ?? ''
