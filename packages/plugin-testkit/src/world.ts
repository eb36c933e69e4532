import {
  createKernel,
  type Kernel,
  type KernelOptions,
  type StorageBackend,
} from '@latchkey/kernel'
import type { AnyPlugin, Contribution, Dispose, ViewId } from '@latchkey/plugin-api'
import { calm, demand, show } from './check.js'
import { openLedger, type Ledger } from './ledger.js'
import { memoryStorage } from './memoryStorage.js'
import { installPage, leavePage } from './page.js'
import { watchRejections } from './rejections.js'

/** Options of every suite. */
export interface PluginOptions {
  /** Plugins that the plugin depends on. */
  beside?(): readonly AnyPlugin[]
  /** Further options of the kernel. */
  kernel?: Partial<Omit<KernelOptions, 'plugins'>>
  /** Puts wallets and the like on the page. Returns what removes them. */
  page?(): Dispose
  /** Answers what the plugin fetches; left out, every fetch fails. */
  fetch?: typeof fetch
  /**
   * Draws a view and answers what is wrong with it, in words: without a page by `drawView` of
   * `@latchkey/ui-react/testing`, or on a real page by a tool such as axe.
   * @example draw: (kernel, view) => drawView(kernel, view)
   * @example draw: async (kernel, view) => { const stop = mountModal(kernel); kernel.open(view);
   * const { violations } = await axe.run(); stop(); return violations.map(({ help }) => help) }
   */
  draw?(kernel: Kernel, view: ViewId): Promise<readonly string[]>
  /** Time in ms after which something that must happen counts as missing; 5,000 if left out. */
  patience?: number
}
/** The subject of a check: a factory, called as often as needed, and options. */
export interface PluginSubject {
  make(): AnyPlugin
  options: PluginOptions
}

/**
 * A page on which kernels are made, with a ledger of all that they do. It is left as it was found.
 */
export interface World {
  readonly ledger: Ledger
  /** The storage of all kernels. */
  readonly storage: StorageBackend
  /** Time in ms after which something that must happen counts as missing. */
  readonly patience: number
  /** The failures that kernels reported. */
  readonly faults: readonly string[]
  /** Makes a kernel with this plugin and those beside it. */
  create(plugin: AnyPlugin, more?: Partial<KernelOptions>): Kernel
}

/**
 * Makes a page with a ledger, runs this on it, and leaves it as it was found: the kernels that were
 * made have ended, the globals are back.
 * @param server whether there is no page at all
 * @throws Error where a promise was rejected meanwhile that nobody waited for
 * @example await inWorld({ make: hello, options: {} }, async ({ create, ledger }) => { await
 * visit(create(hello())); expect(ledger.held()).toEqual([]) })
 */
export async function inWorld(
  { options }: PluginSubject,
  run: (world: World) => Promise<void>,
  server = false,
): Promise<void> {
  const rejections = watchRejections()
  const leave = server ? leavePage() : installPage()
  const clear = server ? undefined : options.page?.()
  const ledger = openLedger(options.fetch)
  const storage = memoryStorage(ledger.note)
  const faults: string[] = []
  const kernels: Kernel[] = []
  const create: World['create'] = (plugin, more) => {
    const kernel: Kernel = createKernel({
      metadata: { name: 'Contract' },
      storage,
      mobile: false,
      logLevel: 'silent',
      ...options.kernel,
      ...more,
      plugins: [...(options.beside?.() ?? []), plugin],
    })
    kernels.push(kernel)
    kernel.on('kernel:plugin-failed', ({ phase, error }) =>
      faults.push(`failed in ${phase}: ${show(error)}`),
    )
    kernel.on('kernel:error-reported', ({ where, error }) =>
      faults.push(`${where}: ${show(error)}`),
    )
    return kernel
  }
  try {
    await run({ ledger, storage, faults, create, patience: options.patience ?? 5_000 })
  } finally {
    for (const kernel of kernels) kernel.dispose()
    await calm(1)
    ledger.close()
    clear?.()
    leave()
    rejections.close()
  }
  demand(
    !rejections.rejected().length,
    `a promise was rejected and nobody waited for it: ${rejections.rejected().join('; ')}`,
  )
}

/** All contributions of a plugin in the registries of a kernel. */
export function ownedBy({ ports }: Kernel, plugin: string): readonly string[] {
  const { adapters, connectors, networks, accountActions, accountTabs, connectMethods, views } =
    ports
  const lists: Readonly<Record<string, readonly Contribution<unknown>[]>> = {
    adapters: adapters.get(),
    connectors: connectors.get(),
    networks: networks.get(),
    accountActions: accountActions.get(),
    accountTabs: accountTabs.get(),
    connectMethods: connectMethods.get(),
  }
  const idOf = (value: unknown): string =>
    String(
      (value as { id?: unknown; namespace?: unknown }).id ??
        (value as { namespace?: unknown }).namespace,
    )
  return [
    ...Object.entries(lists).flatMap(([name, list]) =>
      list.filter(({ owner }) => owner === plugin).map(({ value }) => `${name}: ${idOf(value)}`),
    ),
    ...views
      .get()
      .filter(({ owner }) => owner === plugin)
      .map(({ definition }) => `views: ${definition.id}`),
  ]
}

/**
 * Does what a visitor does without connecting: opens the modal, hovers over the wallets, closes it.
 */
export async function visit(kernel: Kernel): Promise<void> {
  await kernel.ready
  kernel.open('Connect')
  const late = await kernel.ports.late.load()
  late.wallets.get()
  for (const { value } of kernel.ports.adapters.get()) await kernel.ports.adapter(value.namespace)
  const controller = new AbortController()
  for (const { value } of kernel.ports.connectors.get()) {
    value.availability()
    await value.prepare?.(controller.signal)
  }
  await calm()
  kernel.close()
}

export const demandNoFaults = ({ faults }: World, when: string): void =>
  demand(!faults.length, `${when}: ${faults.join('; ')}`)
