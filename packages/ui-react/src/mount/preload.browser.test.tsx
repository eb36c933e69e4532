import type { Kernel } from '@latchkey/kernel'
import { defineView } from '@latchkey/plugin-api'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  all,
  button,
  cleanUp,
  dialog,
  drawWith,
  frame,
  later,
  open,
  view,
} from '../../test/page.js'
import { connector, makeKernel, type World } from '../../test/support.js'
import { ConnectButton, mountModal, preload } from '../index.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.method': undefined
  }
}
afterEach(() => {
  cleanUp()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})
const rows = (): string[] => all('.view .row .name').map(({ textContent }) => textContent)
/** Whether the views are in the modal's dialog. */
const isDrawn = (): boolean => view() !== undefined
/** Makes a kernel with its modal on the page, and draws it ahead of its opening. */
async function drawAhead(world: World = {}): Promise<ReturnType<typeof makeKernel>> {
  const made = makeKernel(world)
  later(() => made.kernel.dispose())
  later(mountModal(made.kernel))
  await made.kernel.ready
  preload(made.kernel)
  await expect.poll(isDrawn).toBe(true)
  return made
}
const idle = (): Promise<unknown> => new Promise((resolve) => requestIdleCallback(resolve))
/** Time for everything that a page begins by itself. */
const settle = async (): Promise<void> => {
  await idle()
  await frame()
}
/** A pointer arrives at the host's connect button. */
const pointAt = (host: HTMLElement): unknown =>
  host
    .querySelector('span')
    ?.shadowRoot?.querySelector('button')
    ?.dispatchEvent(new PointerEvent('pointerenter'))
const isLoaded = (kernel: Kernel): boolean => kernel.ports.late.now() !== undefined

it('A modal that is drawn ahead asks nobody and tells nobody, until it opens', async () => {
  const prepare = vi.fn(async () => undefined)
  const connect = vi.fn(() => Promise.reject(new Error('not now')))
  const directory = vi.fn(async () => ({ wallets: [], total: 0 }))
  const drawn = vi.fn()
  const focused = vi.fn()
  const fetched = vi.spyOn(window, 'fetch')
  document.addEventListener('focusin', focused, { capture: true })
  later(() => document.removeEventListener('focusin', focused, { capture: true }))
  const events: string[] = []
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', { connect, prepare, icon: 'https://strangers.example/rabby.png' }),
      connector('WalletConnect', { kind: 'walletConnect', connect, prepare }),
    ],
    setup(ctx) {
      ctx.views.add(
        defineView({
          id: 'parts.method',
          title: 'parts.method',
          render: { react: async () => () => (drawn(), (<i>method</i>)) },
        }),
      )
      ctx.connectMethods.add({ id: 'parts.method', group: 'email', view: 'parts.method' })
    },
    options: {
      mobile: true,
      directory,
      featuredWallets: ['a'],
      imageUrl: 'https://images.example',
    },
  })
  later(() => kernel.dispose())
  kernel.onAny((name) => void events.push(name))
  later(mountModal(kernel))
  await kernel.ready
  preload(kernel)
  await expect.poll(rows).toContain('Rabby')
  await settle()
  expect(events).toEqual(['kernel:ready'])
  for (const asked of [prepare, connect, directory, drawn, focused, fetched])
    expect(asked).not.toHaveBeenCalled()
  expect(
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('.example')),
  ).toEqual([])
  // An element that is not rendered is in no accessibility tree.
  expect(dialog().checkVisibility()).toBe(false)
  expect(all('[aria-live]').map(({ textContent }) => textContent)).toEqual(['', ''])

  const [row] = all('.view .row')
  await open(kernel)
  expect(row?.checkVisibility()).toBe(true)
  await expect
    .poll(() => [prepare, directory, drawn].every(({ mock }) => mock.calls.length > 0))
    .toBe(true)
  expect(events).toEqual(['kernel:ready', 'modal:opened'])
})

it('A modal that is drawn ahead opens with what changed since', async () => {
  const { kernel, ctx } = await drawAhead()
  const [heading] = all('h1')
  ctx.connectors.add(connector('Frame'))
  kernel.setLocale('de')
  kernel.setOptions({ features: { legalCheckbox: true } })
  await open(kernel)
  await expect.poll(rows).toEqual(['Rabby', 'Frame', 'Alle Wallets'])
  await expect.poll(() => all('h1')[0]?.textContent).toBe('Wallet verbinden')
  expect(all('h1')[0]).toBe(heading)
  expect(all('input[type=checkbox]')).toHaveLength(1)
})

it('A modal that is drawn ahead shows the view that it is opened with', async () => {
  const { kernel } = await drawAhead()
  await open(kernel, 'WhatIsWallet')
  expect(view()).toBe('WhatIsWallet')
})

it('A modal of a connected visitor is not drawn ahead, because its opening asks for balances', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await kernel.connect('Rabby')
  preload(kernel)
  await expect.poll(() => !!dialog()).toBe(true)
  await settle()
  expect(isDrawn()).toBe(false)
  await open(kernel)
  expect(view()).toBe('Account')
})

it('A modal that opens while it is loaded is drawn once', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await frame()
  preload(kernel)
  await open(kernel)
  const [row] = all('.view .row')
  await settle()
  expect(all('.view .row')[0]).toBe(row)
  expect(button('Close').checkVisibility()).toBe(true)
})

it('A page that prefetches when idle has the modal drawn before anybody points at it', async () => {
  const { kernel } = makeKernel({ options: { prefetch: 'idle' } })
  drawWith(kernel, <ConnectButton />)
  await expect.poll(isDrawn).toBe(true)
})

it('The option to prefetch when idle can be set later, and in a page that React draws twice', async () => {
  const { kernel } = makeKernel()
  drawWith(
    kernel,
    <StrictMode>
      <ConnectButton />
    </StrictMode>,
  )
  await settle()
  expect(isLoaded(kernel)).toBe(false)
  kernel.setOptions({ prefetch: 'idle' })
  await expect.poll(isDrawn).toBe(true)
})

it('A visitor who saves data loads nothing before pointing at the button', async () => {
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (target, name) =>
        name === 'connection' ? { saveData: true } : Reflect.get(target, name, target),
    }),
  )
  later(() => vi.unstubAllGlobals())
  const { kernel } = makeKernel({ options: { prefetch: 'idle' } })
  const { host } = drawWith(kernel, <ConnectButton />)
  await settle()
  expect(isLoaded(kernel)).toBe(false)
  pointAt(host)
  await expect.poll(isDrawn).toBe(true)
})

it.each([
  ['none', false],
  ['intent', true],
] as const)(
  'Pointing at a button with prefetch %s loads the modal: %s',
  async (prefetch, isWanted) => {
    const { kernel } = makeKernel({ options: { prefetch } })
    const { host } = drawWith(kernel, <ConnectButton />)
    await frame()
    pointAt(host)
    await settle()
    if (!isWanted) expect(isLoaded(kernel)).toBe(false)
    else await expect.poll(() => isLoaded(kernel)).toBe(true)
    await open(kernel)
    expect(rows()).toEqual(['Rabby', 'All wallets'])
  },
)

it('A page with a button of its own preloads the modal whatever the option says', async () => {
  await drawAhead({ options: { prefetch: 'none' } })
  expect(rows()).toEqual(['Rabby', 'All wallets'])
})
