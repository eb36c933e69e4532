import { evm } from '@latchkey/evm'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import type { RpcRequest } from '@latchkey/plugin-api'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet, sepolia } from 'viem/chains'
import { expect, vi } from 'vitest'
import { preview, type PreviewApi } from '../src/index.js'

export interface Page {
  kernel: Kernel & { plugins: { preview: PreviewApi } }
  wallet: Eip155Wallet
  ask(request?: Partial<RpcRequest>): Promise<unknown>
  message(text: string): unknown[]
}

/** Waits for a condition, with enough time for slow machines. */
export const until = <T,>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 20_000 })

const ends: (() => void)[] = []
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  document.documentElement.lang = ''
}
const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * A page with the modal, the EVM plugin, a wallet that really signs, and a preview of all requests.
 */
export async function openPage(
  options: Partial<Omit<KernelOptions, 'plugins'>> = {},
): Promise<Page> {
  const wallet = new Eip155Wallet()
  ends.push(wallet.install())
  const kernel = createKernel({
    metadata: { name: 'Paper Shop' },
    storage: null,
    logLevel: 'silent',
    mobile: false,
    ...options,
    plugins: [evm({ networks: [mainnet, sepolia] }), preview({ hostRequests: true })],
  })
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(<LatchkeyProvider kernel={kernel}>{null}</LatchkeyProvider>)
  ends.push(
    () => kernel.dispose(),
    () => root.unmount(),
  )
  await kernel.ready
  await kernel.ports.late.load()
  await until(() => expect(kernel.ports.connectors.find('test.bench')).toBeDefined())
  await kernel.connect('test.bench')
  const message = (text: string): unknown[] => [toHex(text), wallet.address]
  return {
    kernel,
    wallet,
    message,
    ask: (part = {}) =>
      kernel.ports.connections.request({
        network: 'eip155:1',
        method: 'personal_sign',
        params: message('hello'),
        ...part,
      }),
  }
}

export const shadow = (): ShadowRoot =>
  document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')!.shadowRoot!
export const all = (selector: string): HTMLElement[] => [
  ...(document
    .querySelector<HTMLElement>('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
/** The text of the view. */
export const text = (): string =>
  all('.view')
    .map(({ textContent }) => textContent)
    .join(' ')
export const shows = (words: string | RegExp): Promise<void> =>
  until(() => expect(text()).toMatch(words))
export const button = (name: string): HTMLElement => {
  const found = all('button,summary').find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent).trim() === name,
  )
  if (!found) throw new Error(`No button ${name}.`)
  return found
}
export const isOpen = (): boolean => all('dialog[open]').length > 0
export const headline = (): HTMLElement => all('.view h2')[0]!
/** The outcome of a request: its answer, or the code of its error. */
export const outcome = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (answer) => answer,
    (error: { code: string }) => error.code,
  )
