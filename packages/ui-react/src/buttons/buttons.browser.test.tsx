import axe from 'axe-core'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanUp, drawWith, frame, isOpen, later, settled, view } from '../../test/page.js'
import {
  account,
  ADDRESS,
  connector,
  FakeWallet,
  forever,
  makeKernel,
  network,
  scopesOf,
} from '../../test/support.js'
import { AccountButton, ConnectButton, LatchkeyProvider, NetworkButton } from '../index.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const buttons = (host: ParentNode): (HTMLButtonElement | null | undefined)[] =>
  [...host.querySelectorAll('span')].flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot.querySelector('button')] : [],
  )
const faces = (host: ParentNode): (string | undefined)[] =>
  buttons(host).map((each) => (each?.checkVisibility() ? each.textContent : undefined))
const three = (
  <>
    <ConnectButton />
    <AccountButton />
    <NetworkButton />
  </>
)

it('The button offers to connect, then shows the connected account, and opens the view of each', async () => {
  const { kernel } = makeKernel()
  const { host } = drawWith(kernel, three)
  await expect.poll(() => faces(host)).toEqual(['Connect wallet', undefined, 'Ink Mainnet'])
  await kernel.connect('Rabby')
  await expect.poll(() => faces(host)).toEqual(['0xf39F…2266', '0xf39F…2266', 'Ink Mainnet'])
  for (const [index, wanted] of ['Account', 'Account', 'Networks'].entries()) {
    const button = buttons(host)[index]
    if (!button) throw new Error('no button')
    await userEvent.click(button)
    await settled()
    expect(view()).toBe(wanted)
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
  }
  await kernel.disconnect()
  await expect.poll(() => faces(host)).toEqual(['Connect wallet', undefined, 'Ink Mainnet'])
})

it('The button shows a skeleton while a wallet is restored, and does not offer to connect first', async () => {
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
  const link = (): FakeWallet => new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS)]))
  const before = makeKernel({
    connectors: [connector('Rabby', { answer: link })],
    options: { storage },
  })
  await before.kernel.connect('Rabby')
  before.kernel.dispose()
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: link,
        restore: async () => {
          await new Promise((resolve) => setTimeout(resolve, 150))
          return link()
        },
      }),
    ],
    options: { storage },
  })
  const { host } = drawWith(kernel, <ConnectButton />)
  const seen: (string | undefined)[] = []
  await expect
    .poll(
      () => {
        const [face] = faces(host)
        const busy = buttons(host)[0]?.ariaBusy === 'true'
        const now = busy ? 'skeleton' : face
        if (now !== seen.at(-1)) seen.push(now)
        return now
      },
      { interval: 5 },
    )
    .toBe('0xf39F…2266')
  expect(seen.filter((each) => each !== undefined)).toEqual(['skeleton', '0xf39F…2266'])
})

it('The buttons hydrate a server’s HTML without a mismatch', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { kernel } = makeKernel()
  later(() => kernel.dispose())
  const page = (
    <LatchkeyProvider kernel={kernel}>
      {three}
      <ConnectButton>Sign in</ConnectButton>
    </LatchkeyProvider>
  )
  const host = document.body.appendChild(document.createElement('div'))
  // eslint-disable-next-line no-restricted-syntax -- a server's HTML, as a browser reads it
  host.append(document.createRange().createContextualFragment(renderToString(page)))
  const width = host.querySelector('span')?.getBoundingClientRect().width
  await kernel.ready
  await kernel.connect('Rabby')
  const root = hydrateRoot(host, page)
  later(() => root.unmount())
  await expect
    .poll(() => faces(host).slice(0, 3))
    .toEqual(['0xf39F…2266', '0xf39F…2266', 'Ink Mainnet'])
  expect(errors).not.toHaveBeenCalled()
  expect(width).toBe(148)
})

it('The button’s text comes from its child or the host’s catalogue, also while it waits', async () => {
  const { kernel } = makeKernel({
    connectors: [connector('Rabby', { answer: forever })],
    options: { texts: { 'ui.connectWallet': 'Anmelden' } },
  })
  const { host } = drawWith(
    kernel,
    <>
      <ConnectButton />
      <ConnectButton>Mine</ConnectButton>
    </>,
  )
  await expect.poll(() => faces(host)[0]).toBe('Anmelden')
  const slot = buttons(host)[1]?.querySelector('slot')
  expect(slot?.assignedElements().map(({ textContent }) => textContent)).toEqual(['Mine'])
  void kernel.connect('Rabby').catch(() => undefined)
  await expect.poll(() => faces(host)[0]).toBe('Connecting…')
})

it('The network button names an unsupported network, and opens no list if switching is off', async () => {
  const wallet = new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS)], 'ink:99'))
  const { kernel } = makeKernel({
    networks: [network('1', 'Ink Mainnet')],
    connectors: [connector('Rabby', { answer: () => wallet })],
    options: { networkSwitching: false },
  })
  const { host } = drawWith(kernel, <NetworkButton />)
  await kernel.ready
  await kernel.connect('Rabby')
  await expect.poll(() => faces(host)[0]).toBe('Unknown Network')
  buttons(host)[0]?.click()
  await frame()
  expect(isOpen()).toBe(false)
})

it('The buttons break no accessibility rule, at rest, under the pointer and with an account', async () => {
  const { kernel } = makeKernel()
  const { host } = drawWith(kernel, three)
  const violations = async (): Promise<string[]> =>
    (await axe.run(host, { rules: { region: { enabled: false } } })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  await kernel.ready
  const connect = await vi.waitUntil(() => buttons(host)[0])
  for (const point of [userEvent.hover, userEvent.unhover]) {
    await point(connect)
    await frame()
    expect(await violations()).toEqual([])
  }
  await kernel.connect('Rabby')
  await expect.poll(() => faces(host)[0]).toBe('0xf39F…2266')
  expect(await violations()).toEqual([])
})
