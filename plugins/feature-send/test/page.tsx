import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { definePlugin, type Network, type Slice } from '@latchkey/plugin-api'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import type {
  Receiver,
  Review,
  SendApi,
  SendState,
  SendToken,
  SentTransaction,
} from '../src/api.js'
import { english } from '../src/messages.js'
import { views } from '../src/views.js'

export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const KNOWN = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
export const FALSE = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
export const ONE = 10n ** 18n
export const INK: SendToken = {
  name: 'Ink',
  symbol: 'INK',
  quantity: { decimals: 18, numeric: '1.25' },
  price: '2000',
}
export const PEN: SendToken = {
  address: '0xpen',
  name: 'Fountain pen',
  symbol: 'PEN',
  quantity: { decimals: 2, numeric: '12' },
}
export const NETWORK: Network = {
  id: 'ink:1',
  namespace: 'ink',
  reference: '1',
  name: 'Inkwell',
  nativeCurrency: { name: 'Ink', symbol: 'INK', decimals: 18 },
  rpcUrls: [],
}

export const EMPTY: SendState = {
  token: undefined,
  sendTokenAmount: undefined,
  receiverAddress: undefined,
  receiverProfileImageUrl: undefined,
  receiverProfileName: undefined,
  networkBalanceInUSD: undefined,
  tokenBalances: [],
  loading: false,
  lastRetry: undefined,
  unit: 'token',
  value: undefined,
  amountProblem: undefined,
  receiver: { status: 'empty' },
  fee: { status: 'unknown' },
  review: undefined,
  error: undefined,
  sent: [],
}
export const ok = (
  more: Partial<Receiver & { status: 'ok' }> = {},
): Receiver & { status: 'ok' } => ({
  status: 'ok',
  address: BOB,
  isFirst: false,
  isOwn: false,
  isLookalikeAccepted: false,
  ...more,
})
export const FEE = { value: ONE / 1000n, decimals: 18, symbol: 'INK' }
export const HELD = { token: INK, tokenBalances: [INK, PEN] } satisfies Partial<SendState>
export const FILLED = {
  ...HELD,
  sendTokenAmount: '0.5',
  value: ONE / 2n,
  receiverAddress: BOB,
  receiver: ok(),
  fee: { status: 'known', amount: FEE },
} satisfies Partial<SendState>
export const ALIKE = {
  ...FILLED,
  receiverAddress: FALSE,
  receiver: ok({
    address: FALSE,
    isFirst: true,
    lookalike: { known: KNOWN, from: 'contact', name: 'Carol', differences: [[6, 36]] },
  }),
} satisfies Partial<SendState>
/** The name `car01.ink` leads to Bob's address, and the visitor knows `carol.ink`. */
export const ALIKE_NAME = {
  ...FILLED,
  receiverAddress: 'car01.ink',
  receiverProfileName: 'car01.ink',
  receiver: ok({
    address: BOB,
    isFirst: true,
    similarName: { entered: 'car01.ink', name: 'carol.ink', address: KNOWN, from: 'contact' },
  }),
} satisfies Partial<SendState>
export const REVIEW: Review = {
  account: {
    key: ALICE,
    namespace: 'ink',
    address: ALICE,
    type: 'eoa',
    connectionId: 'c',
    label: 'Savings',
  },
  network: NETWORK,
  token: INK,
  amount: { value: ONE / 2n, decimals: 18, symbol: 'INK' },
  worth: '1000',
  receiver: BOB,
  receiverName: 'bob.ink',
  isFirst: true,
  fee: FEE,
  total: { ...FEE, value: ONE / 2n + FEE.value },
  method: 'ink_send',
  params: [{ to: BOB }],
  description: { title: 'ink.send', complete: true, rows: [{ label: 'Receiver', value: BOB }] },
}
export const sent = (
  status: SentTransaction['status'],
  more: Partial<SentTransaction> = {},
): SentTransaction => ({
  id: `0x${status}`,
  kind: 'transaction',
  network: 'ink:1',
  account: ALICE,
  receiver: BOB,
  amount: '0.5',
  symbol: 'INK',
  at: Date.UTC(2026, 0, 2),
  status,
  link: 'https://explorer.example/tx/0x1',
  ...more,
})

/** A page with the views of this plugin, over a state that the test drives. */
export interface Page {
  kernel: Kernel
  /** The calls of the views, in order: the name of the call, then its arguments. */
  calls: unknown[][]
  set(state: Partial<SendState>): void
  at(): string | undefined
}

const ends: (() => void)[] = []
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  document.documentElement.lang = ''
}

export async function openPage(
  state: Partial<SendState> = {},
  {
    api = {},
    ...options
  }: Partial<Omit<KernelOptions, 'plugins'>> & { api?: Partial<SendApi> } = {},
): Promise<Page> {
  const got: { slice?: Slice<SendState> } = {}
  const calls: unknown[][] = []
  const note =
    (name: string) =>
    (...given: unknown[]): void =>
      void calls.push([name, ...given])
  const page: Page = {
    calls,
    kernel: undefined as never,
    set: (change) => got.slice!.set(change),
    at: () => page.kernel.ports.router.get().at(-1)?.view,
  }
  const plugin = definePlugin({
    id: 'send',
    version: '0.1.0',
    kernelApi: '*',
    setup(ctx): SendApi {
      const slice = (got.slice = ctx.slice<SendState>({ ...EMPTY, ...state }))
      for (const view of views) ctx.views.add(view)
      ctx.messages.add({ en: english })
      return {
        state: slice,
        canSend: () => true,
        load: async () => note('load')(),
        setToken: note('setToken'),
        setAmount: note('setAmount'),
        setUnit: note('setUnit'),
        setReceiver: note('setReceiver'),
        acceptLookalike: note('acceptLookalike'),
        max: async () => note('max')(),
        send: () => (note('send')(), new Promise<never>(() => undefined)),
        confirm: note('confirm'),
        decline: note('decline'),
        stopWaiting: note('stopWaiting'),
        reset: note('reset'),
        dismiss: note('dismiss'),
        show: (view) => ctx.router.push(view),
        back: () => ctx.router.back(),
        ...api,
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
  ...(document
    .querySelector<HTMLElement>('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
export const text = (): string => all('.view')[0]?.textContent.replaceAll('\u00a0', ' ') ?? ''
/** The last announcement for screen readers. */
export const said = (): string =>
  all('[aria-live]')
    .map(({ textContent }) => textContent)
    .join(' ')
export const button = (name: string | RegExp): HTMLButtonElement => {
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
  return found as HTMLButtonElement
}
export const field = (label: string): HTMLInputElement => {
  const found = (all('.field input') as HTMLInputElement[]).find(
    ({ ariaLabel, labels }) => (ariaLabel ?? labels?.[0]?.textContent) === label,
  )
  if (!found) throw new Error(`No field ${label}.`)
  return found
}
export const shows = (words: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(text()).toMatch(words), { timeout: 10_000 })
