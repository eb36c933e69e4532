// Draws every view in its main states with a pseudo language. Text without brackets does not come
// from the catalogue.
import {
  LatchkeyError,
  type Catalogue,
  type ConnectRequest,
  type Connection,
} from '@latchkey/plugin-api'
import { cutOffWords, foreignWords, pseudoCatalogue, untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { all, cleanUp, drawWith, isOpen, later, one, open, shadow } from '../../test/page.js'
import {
  account,
  ADDRESS,
  connector,
  FakeWallet,
  forever,
  makeKernel,
  network,
  OTHER,
  rejected,
  scopesOf,
  THIRD,
  type Made,
} from '../../test/support.js'
import { AccountButton, ConnectButton, NetworkButton } from '../index.js'
import { en } from './en.js'
import { enHelp } from './enHelp.js'
import { locales } from './locales.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'words.throws': undefined
  }
}
afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  document.documentElement.lang = ''
  vi.restoreAllMocks()
})

const LANGUAGES = Object.keys(locales) as (keyof typeof locales)[]
const title = (): string => one('h1').textContent
const face = (host: ParentNode): string | undefined =>
  host.querySelector('span')?.shadowRoot?.querySelector('bdi')?.textContent
/** The chunks of languages and of the modal that this page has requested so far, in order. */
const asked = (): string[] =>
  performance
    .getEntriesByType('resource')
    .flatMap(
      ({ name }) =>
        /\/src\/(?:messages\/translations|modal)\/([a-z]{2}|zh-Hant|startModal)\.tsx?/.exec(
          name,
        )?.[1] ?? [],
    )

// This test must be the first of the file: a page requests a chunk only once.
it('Only the chosen language is fetched, for a button alone too, and none for English', async () => {
  performance.setResourceTimingBufferSize(10_000)
  // A button under the pointer fetches the modal ahead of the click: the pointer rests elsewhere.
  const corner = document.createElement('div')
  corner.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:9px;height:9px'
  document.body.append(corner)
  await userEvent.hover(corner)
  const { kernel } = makeKernel()
  const { host } = drawWith(kernel, <ConnectButton />)
  await expect.poll(() => face(host)).toBe('Connect wallet')
  kernel.setLocale('tr-TR')
  await expect.poll(() => face(host)).toBe('Cüzdan bağla')
  expect(asked()).toEqual(['tr'])
  kernel.setLocale('en-GB')
  expect(face(host)).toBe('Connect wallet')
  await open(kernel)
  expect(title()).toBe('Connect wallet')
  expect(asked()).toEqual(['tr', 'startModal'])
})

it('The modal changes its language and direction while it is open', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  const root = one('.root')
  for (const [locale, said, dir] of [
    ['ar-EG', 'ربط المحفظة', 'rtl'],
    ['de-CH', 'Wallet verbinden', 'ltr'],
    ['zh-CN', '连接钱包', 'ltr'],
    ['zh-TW', '連接錢包', 'ltr'],
    ['zh-HK', '連接錢包', 'ltr'],
    ['zh-Hans-HK', '连接钱包', 'ltr'],
    ['th-TH', 'เชื่อมต่อกระเป๋าเงิน', 'ltr'],
    ['en', 'Connect wallet', 'ltr'],
  ] as const) {
    kernel.setLocale(locale)
    await expect.poll(title).toBe(said)
    expect([root.lang, root.dir, getComputedStyle(one('.view')).direction]).toEqual([
      locale,
      dir,
      dir,
    ])
  }
})

it('The modal is drawn in English if no texts exist for the locale, and the log says so once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { kernel } = makeKernel({ options: { locale: 'sv', logLevel: 'warn' } })
  drawWith(kernel)
  await open(kernel)
  expect(title()).toBe('Connect wallet')
  kernel.setLocale('de')
  kernel.setLocale('sv')
  kernel.setLocale('en')
  // The first line of the log waits until its redaction is loaded.
  await expect
    .poll(() =>
      warn.mock.calls.map((words) => words.join(' ')).filter((line) => line.includes('"sv"')),
    )
    .toEqual([expect.stringContaining('choose one of en, ar, de')])
  kernel.setLocale('da_DK')
  expect(warn.mock.lastCall?.join(' ')).toContain('"da-DK"')
  warn.mockClear()
  kernel.setLocale('zh_TW')
  kernel.setLocale('zh-Hans-HK')
  kernel.setLocale('fi', { 'ui.details': 'Lisätiedot' })
  expect(warn).not.toHaveBeenCalled()
})

it('The host’s own texts replace ours, in every language and at any time', async () => {
  const { kernel } = makeKernel({ options: { texts: { 'ui.connectTitle': 'Plug in' } } })
  drawWith(kernel)
  await open(kernel)
  for (const language of LANGUAGES) {
    kernel.setLocale(language)
    const close = (await locales[language]())['ui.close']
    await expect.poll(() => one('[data-key-label="ui.close"]').ariaLabel).toBe(close)
    expect(title()).toBe('Plug in')
  }
  kernel.setOptions({ texts: { 'ui.connectTitle': 'Plug out', 'ui.close': 'Off' } })
  await expect.poll(title).toBe('Plug out')
  expect(one('[data-key-label="ui.close"]').title).toBe('Off')
})

const PSEUDO: Catalogue = pseudoCatalogue({ ...en, ...enHelp })
const keyed = (key: string): HTMLElement[] => all(`[data-key="${key}"],[data-key-label="${key}"]`)
const says = (key: string): Promise<void> =>
  expect
    .poll(
      () =>
        all('[data-key],[data-key-label]').flatMap(({ dataset }) => [
          dataset['key'],
          dataset['keyLabel'],
        ]),
      { timeout: 5_000, message: key },
    )
    .toContain(key)
const click = async (key: string): Promise<void> => {
  await says(key)
  keyed(key)[0]?.closest<HTMLElement>('button,a')?.click()
}

type Scene = (made: Made) => Promise<void>
interface Staged {
  run: Scene
  answer?: (request: ConnectRequest) => Promise<Connection> | Connection
  moves?: FakeWallet['moves']
  /** A message key that is visible when the scene is complete. */
  shows: string
}
const NETWORKS = [
  ...['1', '2', '3', '4', '5', '6'].map((id) => network(id, `Ink ${id}`)),
  network('7', 'Inkling', { testnet: true }),
  network('8', 'Oakland', { namespace: OTHER }),
  network('9', 'Elmwood', { namespace: THIRD }),
]
const fail = (error: unknown) => (): never => {
  throw error
}
const to =
  (...views: Parameters<Made['kernel']['open']>[]): Scene =>
  async ({ kernel }) => {
    await kernel.connect('Rabby')
    kernel.open('Account')
    for (const [view, params] of views)
      kernel.ports.router.push(view as 'SwitchNetwork', params as never)
  }
const connecting =
  (walletId = 'Rabby'): Scene =>
  ({ kernel }) =>
    open(kernel, 'ConnectingExternal', { walletId })
const ended = (error: unknown, shows: string): Staged => ({
  answer: fail(error),
  run: connecting(),
  shows,
})
const switchTo: Parameters<Made['kernel']['open']> = ['SwitchNetwork', { network: 'ink:2' }]
const notSwitched = (error: unknown, shows: string): Staged => ({
  run: to(['Networks'], switchTo),
  moves: () => Promise.reject(error),
  shows,
})
const chains = async ({ kernel }: Made): Promise<void> =>
  open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
const nobodyHere = async ({ kernel }: Made): Promise<void> => {
  await kernel.connect('two-ink')
  await kernel.switchNetwork('oak:8')
  await open(kernel, 'Account')
}

const scenes: Readonly<Record<string, Staged>> = {
  wallets: { run: ({ kernel }) => open(kernel), shows: 'ui.lookalike' },
  'wallets, with consent to give': {
    shows: 'ui.legalAgree',
    run: ({ kernel }) => {
      kernel.setOptions({
        features: { legalCheckbox: true, collapseWallets: true },
        termsUrl: 'https://demo.example/terms',
        privacyUrl: 'https://demo.example/privacy',
        remoteFeatures: { branding: true },
      })
      return open(kernel)
    },
  },
  'wallets, with a line on terms': {
    shows: 'ui.legalLine',
    run: ({ kernel }) => {
      kernel.setOptions({ termsUrl: 'https://demo.example/terms' })
      return open(kernel)
    },
  },
  'no wallet': {
    shows: 'ui.noWallet',
    run: ({ kernel }) => {
      kernel.setOptions({ excludedWallets: ['Rabby', 'Ledger', 'copy', 'Two'] })
      return open(kernel)
    },
  },
  'all wallets': { shows: 'ui.searchWallets', run: ({ kernel }) => open(kernel, 'AllWallets') },
  connecting: { answer: forever, run: connecting(), shows: 'ui.opening' },
  rejected: ended(rejected(), 'ui.youCancelled'),
  'window closed': ended(new LatchkeyError('wallet.popup_closed', 'x'), 'ui.youClosed'),
  'a request waits': ended(new LatchkeyError('wallet.request_pending', 'x'), 'ui.pendingText'),
  failed: ended(
    new LatchkeyError('wallet.bad_answer', 'x', { details: 'words' }),
    'errors.wallet.bad_answer',
  ),
  'failed oddly': ended(new Error('boom'), 'ui.failedText'),
  'window blocked': ended(new LatchkeyError('wallet.popup_blocked', 'x'), 'ui.popupBlockedText'),
  'not installed': { run: connecting('Ledger'), shows: 'ui.getWalletText' },
  'chains of a wallet': { run: chains, shows: 'ui.connectAll' },
  'chains, on their way': {
    shows: 'ui.cancel',
    run: async (made) => {
      await chains(made)
      await click('ui.connectAll')
    },
  },
  'chains, ended early': {
    shows: 'ui.connectedSome',
    run: async (made) => {
      await chains(made)
      await click('ui.connectAll')
      await says('errors.wallet.user_rejected')
      await click('ui.cancel')
    },
  },
  account: { run: to(), shows: 'ui.accountsAndWallets' },
  'account, nobody on the chain': { run: nobodyHere, shows: 'ui.needsWallet' },
  'wallets of one chain': {
    shows: 'ui.walletsFor',
    run: async (made) => {
      await nobodyHere(made)
      await click('ui.connectOn')
    },
  },
  'nobody connected': { run: ({ kernel }) => open(kernel, 'Account'), shows: 'ui.notConnected' },
  'wallets of the visitor': { run: to(['ProfileWallets']), shows: 'ui.inUse' },
  'asked before parting': {
    shows: 'ui.cannotPart',
    run: async (made) => {
      await to(['ProfileWallets'])(made)
      await click('ui.disconnectFrom')
    },
  },
  networks: { run: to(['Networks']), shows: 'ui.searchNetworks' },
  'no such network': {
    shows: 'ui.noNetwork',
    run: async (made) => {
      await to(['Networks'])(made)
      await says('ui.searchNetworks')
      const field = one<HTMLInputElement>('input')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        field,
        'nothing',
      )
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  },
  switching: { run: to(['Networks'], switchTo), moves: forever, shows: 'ui.switchText' },
  'switch cancelled': notSwitched(rejected(), 'ui.switchCancelled'),
  'switch failed': notSwitched(
    new LatchkeyError('wallet.unknown_chain', 'x', { details: 'words' }),
    'ui.switchFailed',
  ),
  'wallet that cannot switch': notSwitched(
    new LatchkeyError('wallet.switch_unsupported', 'x'),
    'ui.walletCannotSwitch',
  ),
  'another chain family': {
    run: to(['SwitchActiveChain', { switchToChain: OTHER, navigateTo: 'Connect' }]),
    shows: 'ui.connectOn',
  },
  'unsupported network': { run: to(['UnsupportedChain']), shows: 'ui.onUnsupported' },
  'no such view': { run: to(['Swap']), shows: 'ui.notInstalledText' },
  'a view that throws': { run: to(['words.throws']), shows: 'ui.viewFailed' },
  'what a wallet is': {
    run: ({ kernel }) => open(kernel, 'WhatIsWallet'),
    shows: 'ui.walletPhraseText',
  },
  'what a network is': { run: to(['Networks'], ['WhatIsNetwork']), shows: 'ui.aboutTestnets' },
  'wallets to get': { run: ({ kernel }) => open(kernel, 'GetAWallet'), shows: 'ui.getAWalletText' },
  'addresses to send to': { run: to(['Receive']), shows: 'ui.receiveOnly' },
  'nobody to send to': { run: ({ kernel }) => open(kernel, 'Receive'), shows: 'ui.receiveEmpty' },
  'no internet': {
    shows: 'ui.offlineNotice',
    run: async (made) => {
      const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      later(() => offline.mockRestore())
      await to()(made)
    },
  },
  'a toast and an alert': {
    shows: 'ui.dismiss',
    run: async (made) => {
      await to()(made)
      made.ctx.toasts.show({ message: 'Sent', variant: 'success', autoClose: false })
      made.ctx.alerts.raise({ id: 'a', title: 'Rate Limited', message: 'Wait a moment' })
    },
  },
}

function stage(
  { answer, moves }: Staged,
  options: NonNullable<Parameters<typeof makeKernel>[0]>['options'],
): Made {
  const wallet = new FakeWallet(
    'r',
    'Rabby',
    scopesOf([account(ADDRESS), account('oak1abcdefghijklmnop', OTHER)]),
  )
  if (moves) wallet.moves = moves
  const made = makeKernel({
    networks: NETWORKS,
    connectors: [
      connector('Rabby', { namespaces: ['ink', OTHER], answer: answer ?? (() => wallet) }),
      connector('two-ink', { name: 'Two' }),
      connector('two-oak', { name: 'Two', namespaces: [OTHER], answer: fail(rejected('Two')) }),
      connector('two-elm', { name: 'Two', namespaces: [THIRD], answer: forever }),
      connector('copy', { name: 'Rabby', rdns: 'evil.example' }),
      connector('Ledger', {
        kind: 'external',
        availability: () => 'missing',
        install: {
          homepage: 'https://ledger.example',
          stores: [{ store: 'Chrome', url: 'https://store.example' }],
        },
      }),
    ],
    options: { ...options },
    setup(ctx) {
      ctx.views.add({
        id: 'words.throws',
        title: 'ui.accountTitle',
        render: {
          react: async () => () => {
            throw new Error('boom')
          },
        },
      })
    },
  })
  drawWith(
    made.kernel,
    <>
      <ConnectButton />
      <AccountButton />
      <NetworkButton />
    </>,
  )
  return made
}
const card = (): HTMLElement => one('.card')
const stands = async ({ shows }: Staged): Promise<void> => {
  await expect.poll(() => isOpen(), { timeout: 5_000 }).toBe(true)
  await says(shows)
  await untilStill(shadow())
}

it(
  'Every text on screen and for screen readers comes from the catalogue with its key, and longer texts have room',
  { timeout: 180_000 },
  async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await page.viewport(360, 740)
    later(() => void page.viewport(1000, 700))
    const problems: Record<string, string[]> = {}
    const views = new Set<string>()
    for (const [name, scene] of Object.entries(scenes)) {
      const made = stage(scene, { locale: 'en-XA', texts: PSEUDO })
      await made.kernel.ready
      await scene.run(made)
      await stands(scene)
      views.add(one('.view').dataset['view'] ?? '')
      const buttons = [...document.querySelectorAll('span')].flatMap(({ shadowRoot }) =>
        shadowRoot ? [shadowRoot] : [],
      )
      const found = [
        ...foreignWords(shadow(), PSEUDO, ['Ink', 'Oak', 'Elm']),
        ...buttons.flatMap((button) => foreignWords(button, PSEUDO)),
        ...cutOffWords(card()),
      ]
      if (found.length) problems[name] = found
      cleanUp()
      document.body.replaceChildren()
    }
    expect(problems).toEqual({})
    const made = makeKernel()
    drawWith(made.kernel)
    await open(made.kernel)
    expect(
      made.kernel.ports.views
        .get()
        .map(({ definition }) => definition.id)
        .filter((id) => !views.has(id)),
    ).toEqual([])
  },
)

/**
 * The languages that need most room, as measured: the longest labels and words, the widest letters, lines
 * without spaces, and marks above marks. All others are within the lengths of the pseudo-language.
 */
const WIDEST = ['de', 'ru', 'th', 'vi'] as const
const FULL = [
  'wallets, with consent to give',
  'window blocked',
  'chains, ended early',
  'account',
  'asked before parting',
  'networks',
  'wallet that cannot switch',
  'what a wallet is',
  'addresses to send to',
] as const
it.each(WIDEST)(
  'In %s nothing is cut off where a view is full, on a phone',
  { timeout: 60_000 },
  async (locale) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await page.viewport(320, 740)
    later(() => void page.viewport(1000, 700))
    const close = (await locales[locale]())['ui.close']
    const problems: Record<string, string[]> = {}
    for (const name of FULL) {
      const scene = scenes[name]!
      const made = stage(scene, { locale })
      await made.kernel.ready
      await scene.run(made)
      await stands(scene)
      await expect.poll(() => one('[data-key-label="ui.close"]').ariaLabel).toBe(close)
      const found = cutOffWords(card())
      if (found.length) problems[name] = found
      cleanUp()
      document.body.replaceChildren()
    }
    expect(problems).toEqual({})
  },
)
