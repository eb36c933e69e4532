import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { definePlugin, type AnyPlugin, type Slice } from '@latchkey/plugin-api'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { vi, expect } from 'vitest'
import { english } from '../src/messages.js'
import type { SignRequest, SiwxApi, SiwxState } from '../src/types.js'
import { signMessageView } from '../src/views.js'

const ends: (() => void)[] = []
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  document.documentElement.lang = ''
}
export const later = (end: () => void): void => void ends.push(end)

/** A page with a kernel and its modal. */
export async function openPage(
  plugins: readonly AnyPlugin[],
  options: Partial<Omit<KernelOptions, 'plugins'>> = {},
): Promise<Kernel> {
  const kernel: Kernel = createKernel({
    metadata: { name: 'Demo' },
    storage: null,
    logLevel: 'silent',
    mobile: false,
    ...options,
    plugins,
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  root.render(<LatchkeyProvider kernel={kernel}>{null}</LatchkeyProvider>)
  later(() => kernel.dispose())
  later(() => root.unmount())
  await kernel.ready
  return kernel
}

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const data = {
  domain: 'shop.example',
  accountAddress: ADDRESS,
  chainId: 'eip155:1',
  uri: 'https://shop.example',
  version: '1',
  nonce: 'n1234567',
  issuedAt: '2026-11-21T19:00:00Z',
  statement: 'I accept the terms.',
} as const
export const request: SignRequest = {
  account: { key: 'a', namespace: 'eip155', address: ADDRESS, type: 'eoa', connectionId: 'c' },
  data,
  message: `shop.example wants you to sign in\n${ADDRESS}`,
  wallet: { name: 'Paper' },
  network: {
    id: 'eip155:1',
    namespace: 'eip155',
    reference: '1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
}

/** The view over a state that the test sets. */
export function standing(required = false): { plugin: AnyPlugin; set(state: SiwxState): void } {
  const got: { slice?: Slice<SiwxState> } = {}
  const nothing = { session: undefined, request: undefined, error: undefined }
  const plugin = definePlugin({
    id: 'siwx',
    version: '0.1.0',
    kernelApi: '*',
    setup(ctx): SiwxApi {
      const session = (got.slice = ctx.slice<SiwxState>({ status: 'idle' }))
      ctx.views.add(signMessageView)
      ctx.messages.add({ en: english })
      const never = (): Promise<never> => new Promise(() => undefined)
      return {
        session,
        required,
        signIn: never,
        requestSignMessage: never,
        signOut: never,
        getSessions: never,
        cancel: never,
      }
    },
  })
  return { plugin, set: (state) => got.slice!.set({ ...nothing, ...state }) }
}

export const shadow = (): ShadowRoot =>
  document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')!.shadowRoot!
export const all = (selector: string): HTMLElement[] => [
  ...(document
    .querySelector<HTMLElement>('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
export const text = (): string => all('.view')[0]?.textContent ?? ''
export const shows = (words: string): Promise<void> =>
  vi.waitFor(() => expect(text()).toContain(words), { timeout: 10_000 })
export function button(name: string): HTMLElement {
  const found = all('button,summary').find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent).trim() === name,
  )
  if (!found)
    throw new Error(
      `No button ${name}: ${all('button,summary')
        .map(({ textContent }) => textContent)
        .join(', ')}`,
    )
  return found
}
