import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import {
  definePlugin,
  type ConnectionInfo,
  type DirectoryWallet,
  type PluginContext,
  type Slice,
} from '@latchkey/plugin-api'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import type { WalletConnectApi } from '../src/api.js'
import { english } from '../src/messages.js'
import { IDLE, CODE_LIFETIME_MS, type PairingState } from '../src/pairing/machine.js'
import { views } from '../src/views.js'

export const URI =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=' +
  '1795260000&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18' +
  'fbd67def96ad303'
export const WALLET: DirectoryWallet = {
  id: 'w',
  name: 'Paper Wallet',
  homepage: 'https://paper.example',
  mobileLink: 'paper://',
  desktopLink: 'paperdesk://',
  webLink: 'https://web.paper.example',
  stores: [{ store: 'App Store', url: 'https://store.example/paper' }],
}
export const waiting = (uri = URI): PairingState => ({
  ...IDLE,
  status: 'waiting',
  uri,
  expiresAt: Date.now() + CODE_LIFETIME_MS,
})
export const ended = (
  status: 'rejected' | 'expired' | 'failed' | 'offline',
  cause: unknown,
): PairingState => ({ ...IDLE, status, error: true, cause })

/** A page with the views of this plugin, over a pairing that the test drives. */
export interface Page {
  kernel: Kernel
  /** How often the views began to connect. */
  begun: number
  left: number
  /** The namespaces that were asked for last. */
  wanted?: readonly string[] | undefined
  apps: unknown[]
  set(state: PairingState): void
}

const ends: (() => void)[] = []
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  document.documentElement.lang = ''
}

export async function openPage(
  options: Partial<Omit<KernelOptions, 'plugins'>> = {},
  more: Partial<WalletConnectApi> = {},
  setup?: (ctx: PluginContext) => void,
): Promise<Page> {
  const got: { slice?: Slice<PairingState> } = {}
  const page: Page = {
    begun: 0,
    left: 0,
    apps: [],
    kernel: undefined as never,
    set: (state) => got.slice!.set(state),
  }
  const plugin = definePlugin({
    id: 'walletconnect',
    version: '0.1.0',
    kernelApi: '*',
    chains: ['ink'],
    setup(ctx): WalletConnectApi {
      const pairing = (got.slice = ctx.slice<PairingState>(IDLE))
      for (const view of views) ctx.views.add(view)
      ctx.messages.add({ en: english })
      setup?.(ctx as PluginContext)
      return {
        pairing,
        ownRelay: undefined,
        connect: ({ signal, namespaces } = {}) => {
          page.wanted = namespaces
          page.begun++
          signal?.addEventListener('abort', () => void page.left++)
          if (pairing.get().error) pairing.set({ ...IDLE, status: 'loading' })
          return new Promise<ConnectionInfo>(() => undefined)
        },
        ping: async () => undefined,
        extend: async () => undefined,
        useApp: async (link) => void page.apps.push(link),
        getUniversalProvider: () => new Promise(() => undefined),
        installed: () => undefined,
        connectInstalled: () => undefined,
        ...more,
      }
    },
  })
  const kernel = (page.kernel = createKernel({
    metadata: { name: 'Demo' },
    storage: null,
    logLevel: 'silent',
    mobile: false,
    ...options,
    plugins: [plugin],
  }))
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(<LatchkeyProvider kernel={kernel}>{null}</LatchkeyProvider>)
  ends.push(
    () => kernel.dispose(),
    () => root.unmount(),
  )
  await kernel.ready
  return page
}

export const shadow = (): ShadowRoot =>
  document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')!.shadowRoot!
export const all = (selector: string): HTMLElement[] => [
  ...shadow().querySelectorAll<HTMLElement>(selector),
]
export const text = (): string => shadow().querySelector('.view')?.textContent ?? ''
export const button = (name: string | RegExp): HTMLElement => {
  const found = all('button,a').find((each) => {
    const label = (each.getAttribute('aria-label') ?? each.textContent).trim()
    return typeof name === 'string' ? label === name : name.test(label)
  })
  if (!found)
    throw new Error(
      `No button ${String(name)}: ${all('button,a')
        .map(({ textContent }) => textContent)
        .join(', ')}`,
    )
  return found
}
export const shows = (words: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(text()).toMatch(words), { timeout: 5_000 })
