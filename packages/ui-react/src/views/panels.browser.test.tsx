// The parts of the Account view beside the connected accounts: receive, tabs, the pay slot. And the
// views that only some sites have.
import { brand, knownViews, LatchkeyError } from '@latchkey/plugin-api'
import { encode } from 'uqr'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  drawWith,
  frame,
  headline,
  one,
  open,
  settled,
  shadow,
  texts,
  view,
} from '../../test/page.js'
import {
  account,
  adapter,
  ADDRESS,
  connector,
  FakeWallet,
  KNOWN,
  makeKernel,
  network,
  OTHER,
  scopesOf,
  SPACE,
  type Made,
  type World,
} from '../../test/support.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.tokens': undefined
    'parts.more': undefined
  }
}
afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const OAK = 'oak1abcdefghijklmnop'
const NETWORKS = [
  network('1', 'Ink Mainnet'),
  network('10', 'Inkverse'),
  network('9', 'Oak', { namespace: OTHER, blockExplorers: [] }),
]
async function connected({
  accounts = [account(ADDRESS)],
  ...world
}: World & { accounts?: ReturnType<typeof account>[] } = {}): Promise<
  Made & { wallet: FakeWallet }
> {
  const wallet = new FakeWallet('r', 'Rabby', scopesOf(accounts))
  const namespaces = [...new Set(accounts.map(({ namespace }) => namespace))]
  const made = makeKernel({
    networks: NETWORKS,
    connectors: [connector('Rabby', { namespaces, answer: () => wallet })],
    ...world,
  })
  drawWith(made.kernel)
  await made.kernel.ready
  await made.kernel.connect('Rabby')
  return { ...made, wallet }
}
/** The modules of the QR code on screen, as rows of text. */
const drawn = (): string => {
  const squares = new Set(
    one('[data-qr] path')
      .getAttribute('d')
      ?.match(/\d+ \d+(?=h)/g),
  )
  const size = encode(ADDRESS, { ecc: 'M', border: 0 }).size
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (squares.has(`${x} ${y}`) ? '#' : ' ')).join(''),
  ).join('\n')
}
const codeOf = (text: string): string =>
  encode(text, { ecc: 'M', border: 0 })
    .data.map((row) => row.map((isDark) => (isDark ? '#' : ' ')).join(''))
    .join('\n')
// A test page loads many modules, and the browser records only the first 250 entries without this.
performance.setResourceTimingBufferSize(10_000)
const asked = (file: string): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes(file)).length

it('Receive is loaded and has its button only while that feature is on [PANEL-05]', async () => {
  const { kernel } = await connected({ options: { features: { receive: false } } })
  await open(kernel)
  expect(all('.features button')).toEqual([])
  kernel.ports.router.push('Receive')
  await expect.poll(headline).toBe('Not installed')
  expect(asked('Receive.tsx')).toBe(0)
  kernel.ports.router.back()
  kernel.setOptions({ features: { receive: true } })
  await expect.poll(() => texts('.features button')).toEqual(['Receive'])
  expect(asked('Receive.tsx')).toBe(0)
  await userEvent.click(button('Receive'))
  await expect.poll(() => all('[data-qr]').length).toBe(1)
  expect(asked('Receive.tsx')).toBe(1)
})

it('Receive shows the address as text and QR code, and copies it with an announcement [FEAT-22]', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(
    async (text) => void copied.push(text),
  )
  const { kernel } = await connected()
  await open(kernel)
  await userEvent.click(button('Receive'))
  await settled()
  await expect.poll(() => texts('.whole')).toEqual([ADDRESS])
  expect(one('.whole').getAttribute('dir')).toBe('ltr')
  expect(drawn()).toBe(codeOf(ADDRESS))
  expect(one('[data-qr]').getAttribute('aria-label')).toBe('QR code of your address on Ink')
  await userEvent.click(button('Copy address'))
  await expect.poll(() => button('Copied')).toBeTruthy()
  expect(copied).toEqual([ADDRESS])
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('Copied')
  expect(button('View on Inkscan').getAttribute('href')).toBe(
    `https://ink.example/address/${ADDRESS}`,
  )
})

it('Receive names only the networks on which a smart account is, deployed or not', async () => {
  const networks = ['Ink A', 'Ink B', 'Ink C'].map((name, index) => network(String(index), name))
  const smart = account(ADDRESS, SPACE, {
    type: 'smartAccount',
    networks: [`${SPACE}:0`, `${SPACE}:2`],
  })
  const { kernel } = await connected({ networks, accounts: [smart] })
  await open(kernel, 'Receive')
  await expect
    .poll(() => one('.notice').textContent)
    .toBe(
      'Send to this address only on Ink A or Ink C. What is sent on another network may be lost.',
    )
})

it('Receive names the networks on which the address can receive, without those that spell it differently', async () => {
  const networks = [
    ...['Ink A', 'Ink B', 'Ink C'].map((name, index) => network(String(index), name)),
    network('7', 'Prefix'),
  ]
  const { kernel } = await connected({
    networks,
    adapters: [
      adapter(SPACE, {
        addressOn: ({ address }, { reference }) =>
          reference === '7' ? `prefix${address}` : address,
      }),
    ],
  })
  await open(kernel, 'Receive')
  await expect
    .poll(() => one('.notice').textContent)
    .toBe(
      'Send to this address only on Ink A, Ink B, or Ink C. What is sent on another network may be lost.',
    )
  for (let index = 10; index < 16; index++)
    kernel.addNetwork(network(String(index), `Ink ${index}`))
  await expect
    .poll(() => one('.notice').textContent)
    .toContain('Ink A, Ink B, Ink C, Ink 10, or 5 more networks.')
})

it('Receive has an address of each connected chain family, by click and by arrow key', async () => {
  const { kernel } = await connected({ accounts: [account(ADDRESS), account(OAK, OTHER)] })
  await open(kernel, 'Receive')
  expect(texts('[role=tab]')).toEqual(['Ink', 'Oak'])
  expect(texts('.whole')).toEqual([ADDRESS])
  await userEvent.click(one('[data-tab=oak]'))
  await expect.poll(() => texts('.whole')).toEqual([OAK])
  expect(drawn()).not.toBe(codeOf(ADDRESS))
  expect(shadow().textContent).not.toContain('View on')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => texts('.whole')).toEqual([ADDRESS])
  expect(shadow().activeElement?.textContent).toBe('Ink')
})

it('Receive follows the account in use, and says what to do if there is none', async () => {
  const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const { kernel } = await connected({ accounts: [account(ADDRESS), account(SECOND)] })
  await open(kernel, 'Receive')
  await kernel.ports.accounts.select({ connectionId: 'r', namespace: SPACE, key: SECOND })
  await expect.poll(() => texts('.whole')).toEqual([SECOND])
  await kernel.disconnect()
  await open(kernel, 'Receive')
  await expect.poll(headline).toBe('Not connected')
  await userEvent.click(button('Connect wallet'))
  await expect.poll(view).toBe('Connect')
})

it('The chosen account’s row waits while its wallet is asked, and a rejection is not shown as an error', async () => {
  const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const { kernel, wallet } = await connected({ accounts: [account(ADDRESS), account(SECOND)] })
  const asked: ((error: unknown) => void)[] = []
  const rejects = () => new Promise<void>((_, reject) => void asked.push(reject))
  Object.assign(wallet, { switchAccount: rejects })
  await open(kernel, 'ProfileWallets')
  const tails = (): boolean[] =>
    all('.row:has(bdi)')
      .slice(0, 2)
      .map((row) => !!row.querySelector('.spin'))
  await userEvent.click(button(/0x7099/))
  await expect.poll(tails).toEqual([false, true])
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.(new LatchkeyError('wallet.user_rejected', 'no'))
  await expect.poll(() => texts('.hint')).toEqual(['Switch cancelled'])
  expect(tails()).toEqual([false, false])
  expect(all('.notice')).toEqual([])
  await userEvent.click(button(/0x7099/))
  await expect.poll(() => asked.length).toBe(2)
  expect(all('.hint')).toEqual([])
  asked[1]?.(new LatchkeyError('wallet.unauthorized', 'no'))
  await expect.poll(() => one('.notice').textContent).toContain('Your wallet did not allow this.')
  expect(one('.notice summary').textContent).toContain('wallet.unauthorized')
})

const EVM = network('1', 'Mainnet', { namespace: KNOWN })
const onKnown = (world: World = {}) =>
  connected({ accounts: [account(ADDRESS, KNOWN)], networks: [EVM], ...world })

it('Account has the tabs Tokens, NFTs and, unless that is off, Activity in that order [VIEW-03]', async () => {
  const { kernel } = await onKnown()
  await open(kernel)
  expect(texts('[role=tab]')).toEqual(['Tokens', 'NFTs', 'Activity'])
  kernel.setOptions({ remoteFeatures: { activity: false } })
  await expect.poll(() => texts('[role=tab]')).toEqual(['Tokens', 'NFTs'])
})

it('A tab without a plugin shows what is known, and where to look up the rest', async () => {
  const { kernel } = await onKnown()
  await open(kernel)
  await expect
    .poll(() => texts('[role=tabpanel] .row'))
    .toEqual([expect.stringMatching(/Ink.*Mainnet.*1\.234\u00a0INK/)])
  for (const [tab, words] of [
    ['nfts', 'This site shows no NFTs here'],
    ['activity', 'This site shows no activity here'],
  ] as const) {
    await userEvent.click(one(`[data-tab=${tab}]`))
    await expect.poll(() => one('[role=tabpanel]').textContent).toContain(words)
    expect(all('[role=tabpanel] .row')).toEqual([])
    expect(button('View on Inkscan', one('[role=tabpanel]')).getAttribute('href')).toBe(
      `https://ink.example/address/${ADDRESS}`,
    )
  }
})

it('A tab that a plugin fills keeps its place before tabs that plugins add', async () => {
  const { kernel } = await onKnown({
    setup(ctx) {
      ctx.messages.add({ en: { 'p.more': 'More' } })
      for (const name of ['more', 'tokens'] as const)
        ctx.views.add({
          id: `parts.${name}`,
          title: 'p.more',
          presentation: 'inline',
          render: { react: async () => () => <p>all {name}</p> },
        })
      ctx.accountTabs.add({ id: 'parts.more', label: 'p.more', view: 'parts.more', order: 1 })
      ctx.accountTabs.add({
        id: 'parts.tokens',
        label: 'ui.tokens',
        view: 'parts.tokens',
        fills: 'tokens',
        order: 200,
      })
    },
  })
  await open(kernel)
  expect(texts('[role=tab]')).toEqual(['Tokens', 'NFTs', 'Activity', 'More'])
  await expect.poll(() => texts('[role=tabpanel]')).toEqual(['all tokens'])
  one('[role=tab]').focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => texts('[role=tabpanel]')).toEqual(['all more'])
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => texts('[role=tabpanel]')).toEqual(['all tokens'])
})

it('A chain family without such content has no tab for it', async () => {
  const { kernel } = await connected()
  await open(kernel)
  expect(all('[role=tab]')).toEqual([])
})

it('The view of the pay slot is loaded once, and only if pay is on [PANEL-08]', async () => {
  let loads = 0
  const { kernel } = await connected({
    setup(ctx) {
      ctx.views.add({
        id: 'Pay',
        title: 'p.pay',
        presentation: 'inline',
        render: {
          react: async () => {
            loads++
            return () => <p id="pay">pay</p>
          },
        },
      })
    },
  })
  await open(kernel)
  await frame()
  expect([loads, all('#pay').length]).toEqual([0, 0])
  kernel.setOptions({ features: { pay: true } })
  await expect.poll(() => all('#pay').length).toBe(1)
  kernel.close()
  await open(kernel)
  await expect.poll(() => all('#pay').length).toBe(1)
  expect(loads).toBe(1)
  kernel.setOptions({ features: { pay: false } })
  await expect.poll(() => all('#pay').length).toBe(0)
})

it('The pay slot is empty if no plugin fills it', async () => {
  const { kernel } = await connected({ options: { features: { pay: true } } })
  await open(kernel)
  expect(one('.view').textContent).not.toContain('Not installed')
})

it('Each named view is shown, or its package is named if it is not installed', async () => {
  const { kernel } = await connected({ accounts: [account(ADDRESS), account(OAK, OTHER)] })
  await open(kernel)
  const named = [
    'Connect',
    'Account',
    'AllWallets',
    'ConnectingWalletConnect',
    'ConnectingWalletConnectBasic',
    'ConnectingExternal',
    'ConnectingFarcaster',
    'EmailLogin',
    'UpdateEmailWallet',
    'ProfileWallets',
    'Swap',
    'SwitchNetwork',
    'SwitchActiveChain',
    'UnsupportedChain',
    'SIWXSignMessage',
    'ApproveTransaction',
    'RegisterAccountName',
    'RegisterAccountNameSuccess',
  ] as const
  const params: Readonly<Record<string, unknown>> = {
    ConnectingExternal: { walletId: 'Rabby' },
    SwitchNetwork: { network: 'ink:1' },
    SwitchActiveChain: { switchToChain: OTHER, navigateTo: 'Connect' },
  }
  for (const id of named) {
    kernel.open(id as 'Swap', params[id] as undefined)
    await expect.poll(view).toBe(id)
    await settled()
    const brings = `@latchkey/${knownViews[id]}`
    if (brings === '@latchkey/ui-react') expect(headline(), id).not.toBe('Not installed')
    else expect(one('.view').textContent, id).toContain(`${id} comes with ${brings}`)
  }
})

it('WhatIsNetwork explains networks', async () => {
  const { kernel } = await connected()
  await open(kernel, 'Networks')
  await userEvent.click(button('What is a network?'))
  await expect.poll(view).toBe('WhatIsNetwork')
  await expect.poll(() => all('.points li').length).toBe(4)
  await userEvent.click(button('Back'))
  await expect.poll(view).toBe('Networks')
})

it('An error shows its code, and unfolded its details to copy and a link to its explanation', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(
    async (text) => void copied.push(text),
  )
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: () =>
          Promise.reject(
            new LatchkeyError('wallet.bad_answer', 'x', { details: 'expected a list' }),
          ),
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel, 'ConnectingExternal', { walletId: 'Rabby' })
  await expect.poll(() => texts('summary')).toEqual(['Details wallet.bad_answer'])
  expect(one('pre').checkVisibility()).toBe(false)
  await userEvent.click(one('summary'))
  expect(one('pre').textContent).toBe('wallet.bad_answer\nexpected a list')
  await userEvent.click(button('Copy details'))
  expect(copied).toEqual(['wallet.bad_answer\nexpected a list'])
  expect(button('Explain this error').getAttribute('href')).toMatch(/\/errors#wallet\.bad_answer$/)
})

it('A line above any view says that the browser is offline, until it is online', async () => {
  const { kernel } = await connected()
  await open(kernel)
  const notices = (): string[] => texts('.notice')
  expect(notices()).toEqual([])
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.poll(notices).toEqual(['You are offline. Balances and lists may be old.'])
  expect(one('[role=status]:has(.notice)')).toBeTruthy()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect.poll(notices).toEqual([])
})

it('An open modal follows every option that changes', async () => {
  const { kernel } = makeKernel({
    networks: NETWORKS,
    connectors: [connector('Rabby'), connector('Acorn', { kind: 'external' }), connector('Copper')],
  })
  drawWith(kernel)
  await open(kernel)
  const names = (): string[] => texts('.row .name')
  expect(names()).toEqual(['Rabby', 'Copper', 'Acorn', 'All wallets'])
  kernel.setOptions({
    excludedWallets: [{ name: 'Copper' }],
    connectorOrder: ['external', 'injected'],
    features: { allWallets: false },
  })
  await expect.poll(names).toEqual(['Acorn', 'Rabby'])
  kernel.setOptions({
    excludedWallets: [],
    featuredWallets: ['test.copper'],
    connectorOrder: ['featured', 'injected', 'external'],
    remoteFeatures: { branding: false },
  })
  await expect.poll(names).toEqual(['Copper', 'Rabby', 'Acorn'])
  expect(all('.footer')).toEqual([])
  kernel.setOptions({
    features: { legalCheckbox: true, collapseWallets: true },
    texts: { 'ui.continueWithWallet': 'With a wallet' },
    termsUrl: 'https://demo.example/terms',
  })
  await expect.poll(() => button('With a wallet').disabled).toBe(true)
  await userEvent.click(one('.check input'))
  await expect.poll(() => button('With a wallet').disabled).toBe(false)
  kernel.setTheme({ mode: 'light', variables: { accent: 'rgb(1, 2, 3)' } })
  await expect
    .poll(() => getComputedStyle(one('.root')).getPropertyValue(`--${brand.elementPrefix}-accent`))
    .toBe('rgb(1, 2, 3)')
  kernel.setLocale('ar', { 'ui.connectTitle': 'اتصال' })
  await expect.poll(() => one('h1').textContent).toBe('اتصال')
  expect(getComputedStyle(one('.card')).direction).toBe('rtl')
})

it('An open modal follows added and removed networks, and switching that is turned off', async () => {
  const { kernel } = await connected()
  await open(kernel, 'Networks')
  expect(texts('.row .name')).toEqual(['Ink Mainnet', 'Inkverse', 'Oak'])
  const remove = kernel.addNetwork(network('11', 'Tint'))
  await expect.poll(() => texts('.row .name')).toEqual(['Ink Mainnet', 'Inkverse', 'Tint', 'Oak'])
  remove()
  kernel.removeNetwork('ink:10')
  await expect.poll(() => texts('.row .name')).toEqual(['Ink Mainnet', 'Oak'])
  kernel.setOptions({ networkSwitching: false })
  await expect.poll(() => button(/Oak/).disabled).toBe(true)
})

it('The site’s remote configuration turns features on and off without another kernel', async () => {
  let answer: ((features: object) => void) | undefined
  const { kernel } = makeKernel({
    options: {
      remoteConfig: () => new Promise((resolve) => (answer = resolve)),
      remoteFeatures: { branding: false },
    },
    setup(ctx) {
      ctx.views.add({
        id: 'parts.more',
        title: 'p.more',
        presentation: 'inline',
        render: { react: async () => () => <p id="email">by email</p> },
      })
      ctx.connectMethods.add({
        id: 'parts.email',
        group: 'email',
        feature: 'email',
        view: 'parts.more',
      })
    },
  })
  drawWith(kernel)
  await open(kernel)
  await expect.poll(() => all('#email').length).toBe(1)
  await expect.poll(() => answer).toBeDefined()
  answer?.({ branding: true, email: false })
  await expect.poll(() => [all('#email').length, all('.footer').length]).toEqual([0, 1])
})
