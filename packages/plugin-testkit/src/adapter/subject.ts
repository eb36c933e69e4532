import type { Kernel } from '@latchkey/kernel'
import type {
  Account,
  AdapterRegistration,
  ChainAdapter,
  ConnectedAccount,
  Network,
} from '@latchkey/plugin-api'
import { calm, demand, demandTyped, settled, show, type Outcome } from '../check.js'
import { inWorld, type PluginOptions, type PluginSubject, type World } from '../world.js'

/** Options of `describeAdapter`. */
export interface AdapterOptions extends PluginOptions {
  /** Namespace under which the plugin registers the adapter. */
  namespace: string
  /** Valid addresses, each with its canonical spelling where that differs. */
  valid: readonly (string | readonly [written: string, canonical: string])[]
  /** Near misses, such as a wrong checksum, one letter too many, an address of another chain. */
  invalid: readonly string[]
  /** Other namespaces whose addresses are valid here too. */
  alsoTakes?: readonly string[]
  /**
   * Makes an honest node answer where `fetch` cannot, for example by connecting a wallet that the
   * adapter reads through. `null`: there is no such node, and its cases are left out.
   * @example node: (kernel) => kernel.connect('hello.wallet')
   */
  node?: ((kernel: Kernel) => Promise<unknown>) | null
}
/** The subject of a check of an adapter. */
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
  /** Valid addresses, as written and canonical. */
  written: readonly (readonly [written: string, canonical: string])[]
  options: AdapterOptions
}
type Run = (loaded: Loaded) => void | Promise<void>

/** Makes a check of a loaded adapter. */
export const loaded =
  (run: Run) =>
  (subject: AdapterSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      const { options } = subject
      const { namespace } = options
      const kernel = world.create(subject.make())
      await kernel.ready
      // Requests that the plugin's start makes in the background are not the adapter's.
      await calm()
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

/** Makes a check of a loaded adapter whose node answers with this `fetch`. */
export const withNode =
  (node: typeof fetch, run: Run) =>
  (subject: AdapterSubject): Promise<void> =>
    loaded(run)({ ...subject, options: { ...subject.options, fetch: node } })

export const parse = ({ adapter }: Loaded, text: unknown, on?: Network): Promise<Outcome<string>> =>
  settled('parseAddress', () => adapter.parseAddress(text as string, on))

/** Demands that the adapter refuses all of these as addresses. */
export async function demandRefused(on: Loaded, texts: readonly unknown[]): Promise<void> {
  for (const text of texts)
    demandTyped(`parseAddress(${show(text)})`, await parse(on, text), 'adapter.invalid_address')
}

/** An account that no wallet ever showed. */
export const stranger = ({ options }: Loaded, address: string): ConnectedAccount & Account => ({
  key: address,
  namespace: options.namespace,
  address,
  type: 'eoa',
  connectionId: 'nobody',
})

/** A valid address of the adapter. */
export const anyAddress = ({ written }: Loaded): string => written[0]?.[1] ?? ''
