import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin, type Account, type Connection } from '@latchkey/plugin-api'
import { mountModal } from '@latchkey/ui-react'
import { defineElements } from '@latchkey/ui-react/elements'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startButton, type StartOptions } from './index.js'

const ADDRESS = 'Ink1QQf39Fd6e51aad88F6F4ce6aB8827279cfffB92266'
const SHOWN = 'Ink1QQ…2266'
const account: Account = {
  key: ADDRESS.toLowerCase(),
  namespace: 'ink',
  address: ADDRESS,
  type: 'eoa',
}
const link = (): Connection => ({
  id: 'link',
  connectorId: 'rabby',
  scopes: { ink: { accounts: [account], networks: 'any', methods: 'any' } },
  request: async () => null,
  onChange: () => () => undefined,
  release: async () => undefined,
  snapshot: () => ({}),
})
/** A chain family of one wallet. `comesBack`: what its stored connection waits for. */
const ink = (comesBack: () => Promise<unknown> = async () => undefined) =>
  definePlugin({
    id: 'ink',
    version: '0.1.0',
    kernelApi: '*',
    chains: ['ink'],
    setup(ctx) {
      ctx.networks.add({
        id: 'ink:1',
        namespace: 'ink',
        reference: '1',
        name: 'Ink',
        nativeCurrency: { name: 'Ink', symbol: 'INK', decimals: 18 },
        rpcUrls: [],
      })
      ctx.adapters.add({
        namespace: 'ink',
        abilities: [],
        resembles: () => true,
        session: { methods: [], events: [] },
        load: async () => ({
          parseAddress: (text) => text,
          formatAddress: (text) => text,
          addressOn: ({ address }) => address,
        }),
      })
      ctx.connectors.add({
        id: 'rabby',
        name: 'Rabby',
        kind: 'announced',
        namespaces: ['ink'],
        availability: () => 'installed',
        connect: async () => link(),
        restore: async () => {
          await comesBack()
          return link()
        },
      })
    },
  })

function gateOf<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined
  return { promise: new Promise<T>((done) => (resolve = done)), resolve: (value) => resolve(value) }
}
const ends: (() => void)[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  localStorage.clear()
})
const makeKernel = (comesBack?: () => Promise<unknown>): Kernel => {
  const kernel = createKernel({
    metadata: { name: 'Demo' },
    plugins: [ink(comesBack)],
    logLevel: 'silent',
  })
  ends.push(() => kernel.dispose(), mountModal(kernel))
  return kernel
}
const begin = (options: StartOptions): { button: HTMLButtonElement; host: HTMLElement } => {
  const host = document.body.appendChild(document.createElement('span'))
  ends.push(startButton(host, options))
  const button = host.shadowRoot?.querySelector('button')
  if (!button) throw new Error('no button')
  return { button, host }
}
const faceOf = (button: HTMLButtonElement): string =>
  button.ariaBusy === 'true' ? 'skeleton' : button.textContent
/** Connects as another page of the site would have done. */
const remember = async (): Promise<void> => {
  const kernel = makeKernel()
  await kernel.ready
  await kernel.connect('rabby')
  for (const end of ends.splice(0).reverse()) end()
}
/** The modal's own chunk may be on its way. */
const SOON = { timeout: 15_000 }
const isOpen = (): boolean =>
  !!document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog[open]')

it('The button draws at once, and loads nothing before the visitor points at it', async () => {
  const load = vi.fn(async () => ({ kernel: makeKernel() }))
  const { button } = begin({ load, idle: false })
  expect(faceOf(button)).toBe('Connect wallet')
  await new Promise((resolve) => requestIdleCallback(resolve))
  expect(load).not.toHaveBeenCalled()
  await userEvent.hover(button)
  expect(load).toHaveBeenCalledTimes(1)
  await userEvent.click(button)
  await expect.poll(isOpen, SOON).toBe(true)
  expect(load).toHaveBeenCalledTimes(1)
})

it('A click before the kernel is loaded opens the modal as soon as it is there', async () => {
  const gate = gateOf<void>()
  const { button } = begin({
    load: async () => {
      await gate.promise
      return { kernel: makeKernel() }
    },
    idle: false,
  })
  button.click()
  expect(isOpen()).toBe(false)
  gate.resolve()
  await expect.poll(isOpen, SOON).toBe(true)
})

it('A failed load is reported as an error, and the next click tries again', async () => {
  const errors: unknown[] = []
  const note = (event: ErrorEvent): void => {
    event.preventDefault()
    errors.push(event.error)
  }
  window.addEventListener('error', note)
  ends.push(() => window.removeEventListener('error', note))
  const failure = new Error('offline')
  const load = vi.fn(async () => ({ kernel: makeKernel() })).mockRejectedValueOnce(failure)
  const { button } = begin({ load, idle: false })
  button.click()
  await expect.poll(() => errors).toEqual([failure])
  button.click()
  await expect.poll(isOpen, SOON).toBe(true)
})

it('The button shows a remembered address from its first drawing until the wallet is restored', async () => {
  await remember()
  const gate = gateOf<void>()
  const { button } = begin({
    load: async () => ({ kernel: makeKernel(() => gate.promise) }),
    idle: false,
  })
  const seen = [faceOf(button)]
  const watch = new MutationObserver(() => seen.push(faceOf(button)))
  watch.observe(button, { subtree: true, childList: true, characterData: true, attributes: true })
  ends.push(() => watch.disconnect())
  await expect.poll(() => document.querySelector('latchkey-modal')).not.toBeNull()
  gate.resolve()
  const opened = (): boolean => isOpen() || (button.click(), false)
  await expect.poll(opened, SOON).toBe(true)
  expect([...new Set(seen)]).toEqual([SHOWN])
})

it('The button of a visitor without a wallet never changes its text while the kernel looks for one', async () => {
  const gate = gateOf<void>()
  const slow = definePlugin({
    id: 'slow',
    version: '0.1.0',
    kernelApi: '*',
    chains: [],
    setup: () => undefined,
    start: () => gate.promise,
  })
  const kernel = createKernel({
    metadata: { name: 'Demo' },
    plugins: [ink(), slow],
    logLevel: 'silent',
  })
  ends.push(() => kernel.dispose())
  const { button } = begin({ load: async () => ({ kernel }), idle: false })
  const seen = [faceOf(button)]
  const watch = new MutationObserver(() => seen.push(faceOf(button)))
  watch.observe(button, { subtree: true, childList: true, characterData: true, attributes: true })
  ends.push(() => watch.disconnect())
  await userEvent.hover(button)
  await expect.poll(() => seen.length).toBeGreaterThan(1)
  expect(kernel.ports.connections.get().restoring).toBe(true)
  gate.resolve()
  await kernel.ready
  await expect.poll(() => kernel.ports.connections.get().restoring).toBe(false)
  expect([...new Set(seen)]).toEqual(['Connect wallet'])
})

it('The button drops a remembered address that is not restored, or may not be restored', async () => {
  await remember()
  const { button } = begin({
    load: async () => ({ kernel: makeKernel(() => Promise.reject(new Error('gone'))) }),
  })
  expect(faceOf(button)).toBe(SHOWN)
  await expect.poll(() => faceOf(button)).toBe('Connect wallet')
  expect(faceOf(begin({ load: () => new Promise(() => undefined), reconnect: false }).button)).toBe(
    'Connect wallet',
  )
})

it('The button follows the kernel: connecting, disconnecting, its theme and its texts', async () => {
  const made = gateOf<Kernel>()
  const { button } = begin({
    load: async () => {
      const kernel = makeKernel()
      made.resolve(kernel)
      return { kernel }
    },
  })
  const kernel = await made.promise
  await kernel.connect('rabby')
  await expect.poll(() => faceOf(button)).toBe(SHOWN)
  kernel.setTheme({ mode: 'light', variables: { accent: '#00ff00' } })
  expect(getComputedStyle(button).color).toBe('rgb(22, 24, 29)')
  await kernel.disconnect()
  await expect.poll(() => faceOf(button)).toBe('Connect wallet')
  expect(getComputedStyle(button).backgroundColor).toBe('rgb(0, 255, 0)')
  kernel.setLocale('en', { 'ui.connectWallet': 'Sign in' })
  expect(faceOf(button)).toBe('Sign in')
})

it('The button carries the message key of each text, and an empty key beside an address', async () => {
  const keyOf = (button: HTMLButtonElement): string | undefined =>
    button.querySelector('bdi')?.dataset['key']
  const made = gateOf<Kernel>()
  const { button } = begin({
    load: async () => {
      const kernel = makeKernel()
      made.resolve(kernel)
      return { kernel }
    },
    text: 'Sign in',
  })
  expect([faceOf(button), keyOf(button)]).toEqual(['Sign in', 'ui.connectWallet'])
  const kernel = await made.promise
  await kernel.connect('rabby')
  await expect.poll(() => [faceOf(button), keyOf(button)]).toEqual([SHOWN, ''])
  localStorage.setItem(
    'latchkey-other:kernel:v1:connections',
    JSON.stringify([
      { id: 'a', connectorId: 'a', name: 'a', namespaces: ['ink'], current: { ink: 'a' } },
    ]),
  )
  expect(keyOf(begin({ load: () => new Promise(() => undefined), id: 'other' }).button)).toBe(
    'ui.loading',
  )
})

it('The button looks like the button element that it stands for', async () => {
  defineElements({ prefix: 'look' })
  const kernel = makeKernel()
  const elsewhere = document.body.appendChild(document.createElement('p'))
  elsewhere.textContent = 'The pointer is here, not on a button.'
  await userEvent.hover(elsewhere)
  const { button } = begin({ load: async () => ({ kernel }) })
  const theirs = document.body.appendChild(
    document.createElement('look-button'),
  ) as unknown as HTMLElement & { kernel: Kernel }
  theirs.kernel = kernel
  const other = (): HTMLButtonElement => {
    const found = theirs.shadowRoot?.querySelector('button')
    if (!found) throw new Error('no button')
    return found
  }
  const looksOf = (of: HTMLButtonElement): Record<string, string> => {
    const styles = (element: Element): [string, string][] =>
      [...getComputedStyle(element)]
        .filter(
          (name) =>
            !name.startsWith('--') &&
            !/^(transition|perspective-origin|transform-origin|unicode-bidi)/.test(name),
        )
        .map((name) => [
          `${element.localName} ${name}`,
          getComputedStyle(element).getPropertyValue(name),
        ])
    const { width, height } = of.getBoundingClientRect()
    // A dot, or what stands for it.
    const dot = of.querySelector('i') ?? undefined
    const {
      backgroundColor,
      width: across,
      borderRadius,
      display,
    } = dot ? getComputedStyle(dot) : getComputedStyle(of, '::before')
    return {
      dot:
        display === 'none' || (!dot && getComputedStyle(of, '::before').content === 'none')
          ? ''
          : [backgroundColor, across, borderRadius].join(' '),
      ...Object.fromEntries([of, ...of.querySelectorAll('bdi')].flatMap(styles)),
      size: `${width} ${height}`,
    }
  }
  await expect.poll(() => looksOf(other())).toEqual(looksOf(button))
  await kernel.connect('rabby')
  await expect.poll(() => other().textContent).toBe(SHOWN)
  await expect.poll(() => looksOf(button)).toEqual(looksOf(other()))
  kernel.setTheme({ mode: 'light' })
  expect(looksOf(button)).toEqual(looksOf(other()))
})

it('A button that has ended draws nothing any more, also when a wallet connects', async () => {
  const kernel = makeKernel()
  const host = document.body.appendChild(document.createElement('span'))
  const end = startButton(host, { load: async () => ({ kernel }) })
  await kernel.ready
  end()
  await kernel.connect('rabby')
  expect(host.shadowRoot?.childNodes).toHaveLength(0)
})

it.each(['intent', 'none'] as const)(
  'A focus on the button preloads the modal with prefetch %s, unless that is none',
  async (prefetch) => {
    const kernel = makeKernel()
    kernel.setOptions({ prefetch })
    const preload = vi.fn()
    const { button } = begin({ load: async () => ({ kernel, preload }), idle: false })
    button.focus()
    await new Promise((resolve) => requestIdleCallback(resolve))
    expect(preload.mock.calls).toEqual(prefetch === 'none' ? [] : [[kernel]])
  },
)
