import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, vi } from 'vitest'
import { embeddedWallet, type EmbeddedWalletOptions } from '../src/index.js'
import type { FrameRequest } from '../src/protocol/index.js'

const ends: (() => void)[] = []
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
}

/** The same server by another name: another origin, and another site. */
export const secureUrl = `http://secure.localhost:${location.port}/plugins/embedded-wallet/test/`

/** A page with the modal, whose secure frame is a real document of another origin. */
export function openPage(options: EmbeddedWalletOptions = {}, storage = fakeStorage()): Kernel {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage,
    logLevel: 'silent',
    plugins: [evm({ networks: [mainnet] }), embeddedWallet({ url: secureUrl, ...options })],
  })
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(<LatchkeyProvider kernel={kernel}>{null}</LatchkeyProvider>)
  ends.push(
    () => kernel.dispose(),
    () => root.unmount(),
  )
  return kernel
}

const shadow = (): ShadowRoot | null | undefined =>
  document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')?.shadowRoot
export const all = <E extends HTMLElement = HTMLElement>(selector: string): E[] => [
  ...(shadow()?.querySelectorAll<E>(selector) ?? []),
]
export const one = async <E extends HTMLElement>(selector: string): Promise<E> => {
  await vi.waitFor(() => {
    if (!all(selector).length) throw new Error(`Nothing is ${selector}`)
  }, WAIT)
  return all<E>(selector)[0]!
}
export const WAIT = { timeout: 20_000 }
export const frameOf = (): Promise<HTMLIFrameElement> => one<HTMLIFrameElement>('.stage iframe')
/** Waits until the frame of the page listens: it says that it is ready. */
export const loadedFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const listener = ({ source }: MessageEvent<unknown>): void => {
      const [frame] = all<HTMLIFrameElement>('.stage iframe')
      if (!source || source !== frame?.contentWindow) return
      removeEventListener('message', listener)
      resolve()
    }
    addEventListener('message', listener)
  })
export const text = (): string =>
  all('.view')
    .map(({ textContent }) => textContent)
    .join(' ')

/** The answer of the frame to a command, by its name. */
async function answerTo(words: string, name: string): Promise<unknown> {
  const { contentWindow } = await frameOf()
  return new Promise((resolve) => {
    const listener = ({ data, source }: MessageEvent<unknown>): void => {
      if (source !== contentWindow || typeof data !== 'object' || !data || !(name in data)) return
      removeEventListener('message', listener)
      resolve((data as Readonly<Record<string, unknown>>)[name])
    }
    addEventListener('message', listener)
    contentWindow?.postMessage(`test:${words}`, '*')
  })
}
/** Tells the frame what happens in it, as `approve` or `fail:<event>:<reason>`, and waits for it. */
export const command = async (words: string): Promise<void> => void (await answerTo(words, 'did'))
/** The requests that the frame has heard. */
export const heard = async (): Promise<readonly FrameRequest[]> =>
  (await answerTo('events', 'events')) as FrameRequest[]
/** The ids of the requests that the page took back. */
export const cancelled = async (): Promise<readonly string[]> =>
  (await answerTo('cancelled', 'cancelled')) as string[]

/** Types into a field as React hears it. */
export function type(input: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  set!.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The boxes of a code. */
export const boxes = (): HTMLInputElement[] => all<HTMLInputElement>('input[inputmode=numeric]')
export const digits = (): string =>
  boxes()
    .map(({ value }) => value)
    .join('')
export const emailField = (): Promise<HTMLInputElement> =>
  one<HTMLInputElement>('input[type=email]')

/** Types an address and sends it. */
export async function submit(email: string): Promise<void> {
  const field = await emailField()
  type(field, email)
  field.form!.requestSubmit()
}
/** Opens the modal and signs in by email, up to the code. */
export async function askCode(kernel: Kernel, email: string): Promise<void> {
  kernel.open()
  await submit(email)
  await vi.waitFor(() => {
    if (boxes().length !== 6) throw new Error(`The boxes are not there: ${text()}`)
  }, WAIT)
}

/** The button of that name. */
export const button = (words: string): HTMLButtonElement | undefined =>
  all<HTMLButtonElement>('button').find((each) => {
    const name = each.getAttribute('aria-label') ?? each.textContent
    return name.trim() === words
  })
export const press = async (words: string): Promise<void> => {
  await vi.waitFor(() => expect(button(words), words).toBeDefined(), WAIT)
  button(words)!.click()
}
/** Waits until the view says these words. */
export const seen = (words: string): Promise<void> =>
  vi.waitFor(() => expect(text()).toContain(words), WAIT)
/** How many requests of an event the frame has heard. */
export const countOf = async (event: string): Promise<number> =>
  (await heard()).filter(({ type: each }) => each === event).length
