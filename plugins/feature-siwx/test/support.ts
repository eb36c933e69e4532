import { evm } from '@latchkey/evm'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import type { AnyPlugin, EventName, KernelEvents, Toast } from '@latchkey/plugin-api'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { fakePage } from '@latchkey/plugin-testkit/fakes'
import { mainnet, optimism } from 'viem/chains'
import { vi } from 'vitest'
import {
  browserStore,
  siwx,
  type SiwxApi,
  type SiwxOptions,
  type SiwxSession,
  type StoreChoice,
} from '../src/index.js'

// Slow machines need eight times the usual time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
/** Waits until the check no longer throws. */
export const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
  vi.waitFor(check, 20_000) as Promise<Awaited<T>>

export const HOST = 'shop.test:8443'
export const CONNECTOR = 'test.bench'

/** Stubs the globals of a page: a window that takes listeners and draws nothing. */
export function becomePage(): void {
  for (const [name, value] of Object.entries(fakePage(`https://${HOST}/cart?x=1#y`)))
    vi.stubGlobal(name, value)
}

/** The browser's store, which records its calls and fails where a test says so. */
export interface WatchedStore extends StoreChoice {
  readonly calls: string[]
  readonly added: SiwxSession[]
  /** The error that each method throws from now on. */
  readonly faults: Partial<Record<'nonce' | 'add' | 'getSessions' | 'revoke', unknown>>
  /** The promise for which each method waits before it begins. */
  readonly waits: Partial<Record<keyof WatchedStore['faults'], Promise<void>>>
}
export function watchedStore(): WatchedStore {
  const [calls, added, faults, waits]: [
    string[],
    SiwxSession[],
    WatchedStore['faults'],
    WatchedStore['waits'],
  ] = [[], [], {}, {}]
  return {
    calls,
    added,
    faults,
    waits,
    async open(place) {
      const store = await browserStore().open(place)
      const watch =
        <Name extends keyof WatchedStore['faults']>(name: Name) =>
        async (...args: unknown[]): Promise<never> => {
          calls.push(name)
          if (name === 'add') added.push(args[0] as SiwxSession)
          if (faults[name] !== undefined) throw faults[name]
          await waits[name]
          return (store[name] as (...args: unknown[]) => Promise<never>)(...args)
        }
      return {
        nonce: watch('nonce'),
        add: watch('add'),
        getSessions: watch('getSessions'),
        revoke: watch('revoke'),
      }
    },
  }
}

export interface Site {
  kernel: Kernel & { plugins: { siwx: SiwxApi } }
  api: SiwxApi
  wallet: Eip155Wallet
  store: WatchedStore
  view(): string | undefined
  views(): readonly string[]
  isOpen(): boolean
  network(): string | undefined
  events<Name extends EventName>(name: Name): readonly KernelEvents[Name][]
  /** Each toast that was open, as `variant: message`. */
  toasts(): readonly string[]
  /** Connects from an open modal, as a visitor does. */
  connect(): Promise<void>
  /** Waits until that view is on top of the open modal. */
  shows(view: string): Promise<void>
  /** Waits until the session has this status. */
  is(status: string): Promise<void>
  close(): void
}
const sites = new Set<{ close(): void }>()
export function closeAll(): void {
  for (const site of sites) site.close()
  sites.clear()
}

type Options = Partial<Omit<SiwxOptions, 'store'>> & { store?: StoreChoice }
interface More {
  kernel?: Partial<Omit<KernelOptions, 'plugins'>>
  wallet?: Eip155Wallet
  plugins?: readonly AnyPlugin[]
  /** `false`: the plugin has no options. */
  enabled?: false
  /** Whether the wallet already allows the page, as after a reload. */
  resume?: boolean
}

/** A page with a kernel that is ready, EVM chains, a wallet, and sign-in. */
export async function openSite(
  options: Options = {},
  {
    kernel: kernelOptions,
    wallet = new Eip155Wallet({ chains: [1, 10] }),
    plugins,
    enabled,
    resume,
  }: More = {},
): Promise<Site> {
  const store = watchedStore()
  const remove = resume ? () => undefined : wallet.install()
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: fakeStorage(),
    mobile: false,
    logLevel: 'silent',
    ...kernelOptions,
    plugins: [
      ...(plugins ?? [evm({ networks: [mainnet, optimism] })]),
      siwx(enabled === false ? undefined : { store, ...options }),
    ] as const,
  }) as unknown as Site['kernel']
  const told: { name: string; event: unknown }[] = []
  kernel.onAny((name, event) => void told.push({ name, event }))
  const shown: string[] = []
  await kernel.ready
  const late = await kernel.ports.late.load()
  late.toasts.subscribe(
    (toast: Toast | undefined) =>
      toast?.open && void shown.push(`${toast.variant}: ${toast.message}`),
  )
  const top = (): string | undefined => kernel.ports.router.get().at(-1)?.view
  const until = (what: () => boolean, say: () => string): Promise<void> =>
    vi.waitFor(() => {
      if (!what()) throw new Error(say())
    }, 20_000)
  const site: Site = {
    kernel,
    wallet,
    store,
    api: kernel.plugins.siwx,
    view: top,
    views: () => kernel.ports.router.get().map(({ view }) => view),
    isOpen: () => kernel.ports.modal.get().open,
    network: () => kernel.ports.activeNetwork.current()?.id,
    events: (name) => told.filter((each) => each.name === name).map(({ event }) => event) as never,
    toasts: () => shown,
    async connect() {
      kernel.open()
      await kernel.connect(CONNECTOR)
    },
    shows: (view) =>
      until(
        () => top() === view && kernel.ports.modal.get().open,
        () => `${top()} (${kernel.ports.modal.get().open ? 'open' : 'closed'}) instead of ${view}`,
      ),
    is: (status) =>
      until(
        () => kernel.plugins.siwx.session.get().status === status,
        () => `${kernel.plugins.siwx.session.get().status} instead of ${status}`,
      ),
    close() {
      kernel.dispose()
      remove()
    },
  }
  sites.add(site)
  return site
}

/** The behaviour of a wallet whose user declines. */
export const declines = { reject: { code: 4001, message: 'User rejected the request.' } } as const
