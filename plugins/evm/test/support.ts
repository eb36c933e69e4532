import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { fakePage } from '@latchkey/plugin-testkit/fakes'
import { startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import {
  createInjectedWallet,
  type InjectedWallet,
  type InjectedWalletOptions,
} from '@latchkey-tools/wallets/injected'
import { defineChain, type Chain } from 'viem'
import { vi } from 'vitest'
import { evm, type EvmApi, type EvmProvider } from '../src/index.js'

export const RDNS = 'dev.latchkey.localnet'

export const toChain = ({ id, name, url }: Localnet['chains'][number]): Chain =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

export interface Site {
  kernel: Kernel & { plugins: { evm: EvmApi } }
  wallet: InjectedWallet
  close(): void
}

/** A page with the localnet's wallet and a kernel. */
export interface Page {
  localnet: Localnet
  chains: [Chain, ...Chain[]]
  /** A wallet, and a kernel that is ready; connected unless told otherwise. */
  site(options?: {
    wallet?: Partial<InjectedWalletOptions>
    kernel?: Partial<KernelOptions>
    connect?: boolean
  }): Promise<Site>
  close(): Promise<void>
}

export const createSite = (
  chains: readonly [Chain, ...Chain[]],
  options: Partial<KernelOptions> = {},
) =>
  createKernel({
    metadata: { name: 'Test' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [evm({ networks: chains })],
  })

/**
 * Makes this place a page: a window and a document that take listeners, and nothing to draw on.
 * Node's own fetch and URL stay.
 */
function becomePage(): void {
  for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
}

/** Starts the localnet. and makes this place a page. */
export async function openPage(): Promise<Page> {
  const localnet = await startLocalnet()
  becomePage()
  const chains = localnet.chains.map(toChain) as [Chain, ...Chain[]]
  const open = new Set<Site>()
  return {
    localnet,
    chains,
    async site({ wallet: walletOptions, kernel: kernelOptions, connect = true } = {}) {
      const wallet = createInjectedWallet({
        chains: localnet.chains,
        accounts: localnet.accounts.slice(0, 3),
        ui: 'auto',
        remembers: false,
        ...walletOptions,
      })
      const kernel = createSite(chains, kernelOptions)
      const site: Site = {
        kernel,
        wallet,
        close() {
          open.delete(site)
          kernel.dispose()
          wallet.dispose()
        },
      }
      open.add(site)
      await kernel.ready
      await kernel.ports.late.load()
      if (connect) {
        await vi.waitFor(() => {
          if (!kernel.ports.connectors.find(RDNS)) throw new Error('not announced yet')
        })
        await kernel.connect(RDNS)
      }
      return site
    },
    async close() {
      for (const site of open) site.close()
      vi.unstubAllGlobals()
      await localnet.close()
    },
  }
}

/** The methods that a wallet was asked for. */
export const methodsOf = ({ wallet }: Site): string[] => wallet.requests.map(({ method }) => method)
/** Parameters of the last request of a method. */
export const lastOf = ({ wallet }: Site, method: string): unknown =>
  wallet.requests.filter((request) => request.method === method).at(-1)?.params
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )

/**
 * A provider with a record of what was asked and what was refused as not allowed or not supported.
 */
export interface Recorded extends EvmProvider {
  readonly methods: readonly string[]
  readonly refused: readonly string[]
}
export function recorded(provider: EvmProvider): Recorded {
  const methods: string[] = []
  const refused: string[] = []
  const made: Recorded = {
    methods,
    refused,
    async request(request) {
      methods.push(request.method)
      try {
        return await provider.request(request)
      } catch (error) {
        if ((error as { code?: unknown }).code === 4200) refused.push(request.method)
        throw error
      }
    },
    on: (event, listener) => (provider.on(event, listener), made),
    removeListener: (event, listener) => (provider.removeListener(event, listener), made),
  }
  return made
}
