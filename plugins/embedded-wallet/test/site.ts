import type { AnyPlugin } from '@latchkey/plugin-api'
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { solana, solanaMainnet } from '@latchkey/solana'
import { fakeStorage, type FakeStorage } from '@latchkey/plugin-testkit/fakes'
import { mainnet, optimism, polygonZkEvm } from 'viem/chains'
import { afterEach, vi } from 'vitest'
import { embeddedWallet, type EmbeddedApi, type EmbeddedWalletOptions } from '../src/index.js'
import type { EmbeddedContext, Settings } from '../src/options.js'
import { FrameWindow } from './frameWindow.js'

export const SECURE = 'https://secure.test'
const SOLANA_MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const EMAIL = 'ada@shop.example'

/** A site with the embedded wallet, whose frame is a fake one without a document. */
export interface Site {
  readonly kernel: Kernel
  readonly content: FrameWindow
  readonly storage: FakeStorage
  /** The frames that were put on the stage. */
  readonly frames: HTMLIFrameElement[]
  request(method: string, params?: unknown, network?: `${string}:${string}`): Promise<unknown>
  top(): string | undefined
}

export const apiOf = ({ plugins }: Kernel): EmbeddedApi =>
  (plugins as { embedded: EmbeddedApi }).embedded

const kernels: Kernel[] = []
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
})

export async function openSite({
  content = new FrameWindow(),
  storage = fakeStorage(),
  options = {},
  families = [
    evm({ networks: [mainnet, optimism, polygonZkEvm] }),
    solana({ networks: [solanaMainnet] }),
  ],
  plugins = [],
  logLevel = 'silent',
  kernel: more = {},
}: {
  content?: FrameWindow
  storage?: FakeStorage
  options?: EmbeddedWalletOptions
  families?: readonly AnyPlugin[]
  /** Plugins beside it. */
  plugins?: readonly AnyPlugin[]
  logLevel?: KernelOptions['logLevel']
  /** More options of the kernel. */
  kernel?: Pick<KernelOptions, 'accountTypes'>
} = {}): Promise<Site> {
  // No node and no service is asked.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage,
    logLevel,
    ...more,
    plugins: [
      ...families,
      embeddedWallet({ url: SECURE, projectId: 'shop', ...options }),
      ...plugins,
    ],
  })
  kernels.push(kernel)
  const frames: HTMLIFrameElement[] = []
  const fill = (): void => {
    for (const { element } of kernel.ports.stage.get())
      if (element instanceof HTMLIFrameElement && !frames.includes(element)) {
        frames.push(element)
        content.fill(element)
        content.postReady()
      }
  }
  kernel.ports.stage.subscribe(fill)
  await kernel.ready
  await kernel.ports.late.load()
  return {
    kernel,
    content,
    storage,
    frames,
    request: (method, params = [], network = 'eip155:1') =>
      kernel.ports.connections.request({ network, method, params }),
    top: () => (kernel.ports.modal.get().open ? kernel.ports.router.get().at(-1)?.view : undefined),
  }
}

/** A site with no chain family that the wallet serves, and its plugin's context. */
export async function openBare(): Promise<{
  kernel: Kernel
  ctx: EmbeddedContext
  settings: Settings
  frames(): readonly Element[]
}> {
  const plugin = embeddedWallet({ url: SECURE })
  const got: { ctx?: EmbeddedContext } = {}
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    logLevel: 'silent',
    plugins: [{ ...plugin, setup: (ctx: EmbeddedContext) => plugin.setup((got.ctx = ctx)) }],
  })
  kernels.push(kernel)
  await kernel.ready
  await kernel.ports.late.load()
  const settings = {
    url: SECURE,
    frameOrigin: SECURE,
    projectId: '',
    email: true,
    socials: [],
    container: undefined,
    approvalHeight: 480,
    enableLogger: false,
  }
  return {
    kernel,
    ctx: got.ctx!,
    settings,
    frames: () => kernel.ports.stage.get().map(({ element }) => element),
  }
}

/** A site on which somebody has signed in by email. */
export async function openSignedIn(options: Parameters<typeof openSite>[0] = {}): Promise<Site> {
  const site = await openSite(options)
  site.content.page.isSignedIn = true
  site.content.page.email = EMAIL
  await site.kernel.connect('ID_AUTH')
  return site
}
/** The window of a frame in which somebody is signed in already. */
export function signedInWindow(): FrameWindow {
  const content = new FrameWindow()
  content.page.isSignedIn = true
  content.page.email = EMAIL
  return content
}
export { SOLANA_MAINNET }
