import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { definePlugin, type Slice } from '@latchkey/plugin-api'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import type { SwapApi, SwapState } from '../src/index.js'
import { english } from '../src/messages.js'
import { views } from '../src/views.js'
import { EMPTY } from './states.js'

/** A page with the views of this plugin, over a state that the test drives. */
export interface Page {
  kernel: Kernel
  /** The calls of the views, in order: the name of the call, then its arguments. */
  calls: unknown[][]
  set(state: Partial<SwapState>): void
  at(): string | undefined
}

const ends: (() => void)[] = []
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  document.documentElement.lang = ''
}

/** The plugin's views on a fixed state. */
export function fixedPlugin(
  state: Partial<SwapState>,
  note: (name: string) => (...given: unknown[]) => void,
  got: { slice?: Slice<SwapState> } = {},
  api: Partial<SwapApi> = {},
) {
  return definePlugin({
    id: 'swap',
    version: '0.1.0',
    kernelApi: '*',
    setup(ctx): SwapApi {
      const slice = (got.slice = ctx.slice<SwapState>({ ...EMPTY, ...state }))
      for (const view of views) ctx.views.add(view as never)
      ctx.messages.add({ en: english })
      const later = (name: string) => async () => note(name)()
      return {
        ...{ state: slice, canSwap: () => true, start: later('start'), max: later('max') },
        watch: () => () => undefined,
        setToken: note('setToken'),
        setAmount: note('setAmount'),
        setSlippage: note('setSlippage'),
        flip: note('flip'),
        refresh: note('refresh'),
        review: note('review'),
        accept: note('accept'),
        confirm: note('confirm'),
        stopWaiting: note('stopWaiting'),
        leave: note('leave'),
        revoke: later('revoke'),
        lookUp: () => new Promise<never>(() => undefined),
        importToken: note('importToken'),
        gasPrice: async () => 1n,
        dismiss: note('dismiss'),
        show: (...view: never[]) => ctx.router.push(...(view as [never, never])),
        back: () => ctx.router.back(),
        ...api,
      }
    },
  })
}

export async function openPage(
  state: Partial<SwapState> = {},
  {
    api = {},
    ...options
  }: Partial<Omit<KernelOptions, 'plugins'>> & { api?: Partial<SwapApi> } = {},
): Promise<Page> {
  const got: { slice?: Slice<SwapState> } = {}
  const calls: unknown[][] = []
  const note =
    (name: string) =>
    (...given: unknown[]): void =>
      void calls.push([name, ...given])
  const kernel = createKernel({
    ...{ metadata: { name: 'Demo' }, storage: null, logLevel: 'silent', mobile: false },
    ...options,
    plugins: [fixedPlugin(state, note, got, api)],
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
  return {
    ...{ kernel, calls, set: (change) => got.slice!.set(change) },
    at: () => kernel.ports.router.get().at(-1)?.view,
  }
}

export const all = (selector: string): HTMLElement[] => [
  ...(document
    .querySelector<HTMLElement>('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
export const shadow = (): ShadowRoot =>
  document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')!.shadowRoot!
export const text = (): string => all('.view')[0]?.textContent.replaceAll('\u00a0', ' ') ?? ''
/** The last words to screen readers. */
export const said = (): string =>
  all('[aria-live]')
    .map(({ textContent }) => textContent)
    .join(' ')
export const button = (name: string | RegExp): HTMLButtonElement => {
  const labelOf = (each: HTMLElement): string =>
    (each.getAttribute('aria-label') ?? each.textContent).trim()
  const found = all('button,a').find((each) =>
    typeof name === 'string' ? labelOf(each) === name : name.test(labelOf(each)),
  )
  if (!found)
    throw new Error(`No button ${String(name)}: ${all('button,a').map(labelOf).join(', ')}`)
  return found as HTMLButtonElement
}
export const shows = (words: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(text()).toMatch(words), { timeout: 20_000 })
