// Hydration of a server's HTML, in React 19 and, by a project of its own, in React 18.
import type { Kernel } from '@latchkey/kernel'
import { StrictMode, version, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { cleanUp, hosts, later, settled, texts } from '../test/page.js'
import { account, ADDRESS, connector, FakeWallet, makeKernel, scopesOf } from '../test/support.js'
import {
  AccountButton,
  ConnectButton,
  EmbeddedModal,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useAccounts,
  useBalance,
  useConnect,
  useConnections,
  useLatchkey,
  useModal,
  useNetwork,
  useNetworks,
  useTheme,
  useWallets,
} from './index.js'

declare module 'vitest' {
  interface ProvidedContext {
    react: string
  }
}

const problems: unknown[] = []
beforeEach(() => {
  problems.length = 0
  vi.spyOn(console, 'error').mockImplementation((...said) => void problems.push(said))
})
afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** All components that a host may render on a server. */
function Everything(): ReactNode {
  const { status, network } = useLatchkey()
  const { wallets, status: flow } = useConnect()
  const { amount, loading } = useBalance()
  const said = [
    status,
    flow,
    useAccount()?.address,
    network?.name,
    useNetwork()?.id,
    useAccounts().accounts.length,
    useNetworks().networks.length,
    wallets?.length,
    useWallets()?.length,
    amount?.symbol,
    loading,
    useConnections().connections.length,
    useModal().isOpen,
    useTheme().mode,
  ]
  return <p>{said.map(String).join(' ')}</p>
}
const pageOf = (kernel: Kernel): ReactNode => (
  <StrictMode>
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton className="mine" />
      <AccountButton />
      <NetworkButton>Network</NetworkButton>
      <EmbeddedModal kernel={kernel} />
      <Everything />
    </LatchkeyProvider>
  </StrictMode>
)
const link = (): FakeWallet => new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS)]))

/** The server's HTML, rendered with a kernel of its own that has no connections. */
function serverHtml(): string {
  const { kernel } = makeKernel()
  const html = renderToString(pageOf(kernel))
  kernel.dispose()
  return html
}
/** The server's HTML as a browser has parsed it. */
function sent(html: string): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  // eslint-disable-next-line no-restricted-syntax -- a server's HTML, as a browser reads it
  host.append(document.createRange().createContextualFragment(html))
  return host
}
function takeOver(host: HTMLElement, kernel: Kernel): void {
  const root = hydrateRoot(host, pageOf(kernel), {
    onRecoverableError: (error) => void problems.push(error),
  })
  later(() => root.unmount())
}

it('These tests run with the React version that the project names', () =>
  expect(version.split('.')[0]).toBe(inject('react')))

it('A server sends skeletons: no address, no text that may change, no style that a policy blocks', () => {
  const html = serverHtml()
  expect(html).not.toMatch(/style=|Connect wallet|0x/)
  expect(html).toMatch(/<p>restoring idle undefined undefined undefined 0 2 /)
})

it('A server’s HTML hydrates without a mismatch with a kernel that is connected, loaded and open already', async () => {
  const { kernel } = makeKernel({ connectors: [connector('Rabby', { answer: link })] })
  later(() => kernel.dispose())
  const host = sent(serverHtml())
  await kernel.ready
  await kernel.connect('Rabby')
  kernel.open()
  takeOver(host, kernel)
  await expect
    .poll(() => host.querySelector('p')?.textContent, { timeout: 10_000 })
    .toMatch(new RegExp(`^connected idle ${ADDRESS} Ink Mainnet ink:1 1 2 1 1 .* 1 true dark$`))
  await expect
    .poll(() => host.querySelector('span.mine')?.shadowRoot?.querySelector('button')?.textContent)
    .toBe('0xf39F…2266')
  expect(problems).toEqual([])
})

it('A server’s HTML hydrates without a mismatch while a kernel restores a wallet', async () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size
    },
  }
  const before = makeKernel({
    connectors: [connector('Rabby', { answer: link })],
    options: { storage },
  })
  await before.kernel.ready
  await before.kernel.connect('Rabby')
  before.kernel.dispose()
  let comeBack: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (comeBack = resolve))
  const { kernel } = makeKernel({
    connectors: [connector('Rabby', { answer: link, restore: () => gate.then(link) })],
    options: { storage },
  })
  later(() => kernel.dispose())
  const host = sent(serverHtml())
  takeOver(host, kernel)
  const faceOf = (): string | undefined => {
    const button = host.querySelector('span.mine')?.shadowRoot?.querySelector('button')
    return button ? (button.ariaBusy === 'true' ? 'skeleton' : button.textContent) : undefined
  }
  await expect.poll(faceOf).toBe('skeleton')
  const seen: (string | undefined)[] = []
  const root = host.querySelector('span.mine')?.shadowRoot
  if (!root) throw new Error('no button')
  const watch = new MutationObserver(() => seen.push(faceOf()))
  watch.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  later(() => watch.disconnect())
  comeBack()
  await expect.poll(faceOf).toBe('0xf39F…2266')
  expect(seen.filter((face) => face !== 'skeleton' && face !== '0xf39F…2266')).toEqual([])
  expect(problems).toEqual([])
})

it('StrictMode renders twice and leaves one modal, which opens and is removed', async () => {
  const { kernel } = makeKernel()
  later(() => kernel.dispose())
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  root.render(
    <StrictMode>
      <LatchkeyProvider kernel={kernel}>
        <ConnectButton />
      </LatchkeyProvider>
    </StrictMode>,
  )
  await expect
    .poll(() => host.querySelector('span')?.shadowRoot?.querySelector('button')?.textContent)
    .toBe('Connect wallet')
  host.querySelector('span')?.shadowRoot?.querySelector('button')?.click()
  await settled()
  expect(hosts()).toHaveLength(1)
  expect(texts('.row .name')).toContain('Rabby')
  root.unmount()
  expect(hosts()).toHaveLength(0)
  expect(problems).toEqual([])
})
