import { LatchkeyError, type Connector } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  drawWith,
  frame,
  headline,
  isOpen,
  one,
  open,
  shadow,
  texts,
  view,
} from '../../../test/page.js'
import {
  account,
  ADDRESS,
  connector,
  FakeWallet,
  forever,
  makeKernel,
  OTHER,
  rejected,
  scopesOf,
  SPACE,
  type World,
} from '../../../test/support.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.email': undefined
    'parts.social': undefined
  }
}
afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
})

const methods: World['setup'] = (ctx) => {
  ctx.views.add({
    id: 'parts.email',
    title: 'x',
    presentation: 'inline',
    render: { react: async () => () => <input aria-label="Email" /> },
  })
  ctx.views.add({
    id: 'parts.social',
    title: 'x',
    presentation: 'inline',
    render: { react: async () => () => <button>Google</button> },
  })
  ctx.connectMethods.add({
    id: 'parts.social',
    group: 'social',
    view: 'parts.social',
    feature: 'socials',
  })
  ctx.connectMethods.add({
    id: 'parts.email',
    group: 'email',
    view: 'parts.email',
    feature: 'email',
  })
}
const groups = (): (string | undefined)[] =>
  all('[data-group]').map(({ dataset }) => dataset['group'])
const external = connector('Vault', { kind: 'external', availability: () => 'available' })

it('Connect orders email, social, wallet if no wallet was found on the page [CONN-01]', async () => {
  const { kernel } = makeKernel({ connectors: [external], setup: methods })
  drawWith(kernel)
  await open(kernel)
  await expect.poll(groups).toEqual(['email', 'social', 'wallet'])
})

it('Connect orders wallet, email, social if a wallet was announced or injected [CONN-02]', async () => {
  for (const kind of ['announced', 'injected'] as const) {
    const { kernel } = makeKernel({
      connectors: [external, connector('Rabby', { kind })],
      setup: methods,
    })
    drawWith(kernel)
    await open(kernel)
    await expect.poll(groups).toEqual(['wallet', 'email', 'social'])
    cleanUp()
  }
})

it('Connect takes the host’s own order, and hides groups whose feature is off', async () => {
  const { kernel } = makeKernel({
    setup: methods,
    options: { connectMethodsOrder: ['social', 'wallet', 'email'] },
  })
  drawWith(kernel)
  await open(kernel)
  await expect.poll(groups).toEqual(['social', 'wallet', 'email'])
  kernel.setOptions({ remoteFeatures: { email: false, socials: false } })
  await expect.poll(groups).toEqual(['wallet'])
})

it('Connect offers all wallets only while that feature is on [DEFAULTS-06]', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  await userEvent.click(button(/All wallets/))
  await expect.poll(view).toBe('AllWallets')
  kernel.ports.router.back()
  kernel.setOptions({ features: { allWallets: false } })
  await expect.poll(() => texts('.row .name')).toEqual(['Rabby'])
})

it('Connect waits for consent if the site asks for it [DEFAULTS-08]', async () => {
  const { kernel } = makeKernel({
    setup: methods,
    options: { termsUrl: 'https://demo.example/terms', privacyUrl: 'javascript:alert(1)' },
  })
  drawWith(kernel)
  await open(kernel)
  expect(shadow().querySelector('input[type=checkbox]')).toBeNull()
  expect(button(/Rabby/).disabled).toBe(false)
  kernel.setOptions({ features: { legalCheckbox: true } })
  await expect.poll(() => button(/Rabby/).disabled).toBe(true)
  expect(button(/All wallets/).disabled).toBe(true)
  expect(one('[data-group=email]').inert).toBe(true)
  expect(all('.check a').map((link) => link.getAttribute('href'))).toEqual([
    'https://demo.example/terms',
  ])
  await userEvent.click(one('input[type=checkbox]'))
  await expect.poll(() => button(/Rabby/).disabled).toBe(false)
  expect(one('[data-group=email]').inert).toBe(false)
})

it('Connect folds the wallets behind one button if the site wants that [DEFAULTS-11]', async () => {
  const { kernel } = makeKernel({ options: { features: { collapseWallets: true } } })
  drawWith(kernel)
  await open(kernel)
  expect(all('.row')).toHaveLength(0)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(texts('.row .name')).toEqual(['Rabby', 'All wallets'])
  expect(shadow().activeElement).toBe(button(/Rabby/))
  cleanUp()
  const plain = makeKernel()
  drawWith(plain.kernel)
  await open(plain.kernel)
  await expect.poll(() => texts('.row .name')).toEqual(['Rabby', 'All wallets'])
})

it('Connect becomes Account once an address exists, but not when adding a wallet [VIEW-02]', async () => {
  const second = connector('Second', {
    answer: () =>
      new FakeWallet(
        'second',
        'Second',
        scopesOf([account('0x00000000000000000000000000000000000000bb')]),
      ),
  })
  const { kernel } = makeKernel({
    connectors: [connector('Rabby'), second],
    setup: (ctx) => ctx.flow.close(() => false),
  })
  drawWith(kernel)
  await open(kernel)
  expect(view()).toBe('Connect')
  await kernel.connect('Rabby')
  await expect.poll(view).toBe('Account')
  await expect.poll(() => shadow().querySelector('.who bdi')?.textContent).toBe('0xf39F…2266')
  kernel.ports.router.push('Connect')
  await frame()
  expect(view()).toBe('Connect')
})

it('A wallet that connects closes the modal before the list behind it is drawn again', async () => {
  const { kernel } = makeKernel({ connectors: [connector('Rabby')] })
  drawWith(kernel)
  await open(kernel)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const changed = vi.fn()
    new MutationObserver(changed).observe(one('.view'), { childList: true, subtree: true })
    button(/Rabby/).click()
    await vi.waitUntil(() => !isOpen())
    await vi.advanceTimersByTimeAsync(200)
    await frame()
    expect(changed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await frame()
    expect(texts('.view button').join()).not.toContain('New to wallets?')
    expect(kernel.ports.accounts.active()?.address).toBe(ADDRESS)
  } finally {
    vi.useRealTimers()
  }
})

it('The list tags installed and recent wallets, and warns of a wallet with a taken name', async () => {
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby'),
      connector('copy', { name: 'Rabby', rdns: 'evil.example' }),
      external,
    ],
  })
  drawWith(kernel)
  await open(kernel)
  const rows = all('.row').map(({ textContent }) => textContent)
  expect(rows.filter((row) => row.includes('Installed'))).toHaveLength(2)
  expect(rows.find((row) => row.startsWith('Vault'))).toBe('Vault')
  expect(
    rows.some(
      (row) => row.includes('evil.example') && row.includes('Another wallet uses this name'),
    ),
  ).toBe(true)
})

it('Connect says what to do if there is no wallet', async () => {
  const { kernel } = makeKernel({ connectors: [] })
  drawWith(kernel)
  await open(kernel)
  expect(headline()).toBe('No wallet found')
  expect(one('.state p').textContent).toContain('Install a wallet')
  expect(button('Reload page')).toBeTruthy()
})

it('Arrow keys, Home and End move through the rows', async () => {
  const { kernel } = makeKernel({ connectors: ['A', 'B', 'C'].map((id) => connector(id)) })
  drawWith(kernel)
  await open(kernel)
  button(/^A/).focus()
  const seen: (string | null | undefined)[] = []
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{End}', '{Home}']) {
    await userEvent.keyboard(key)
    seen.push(shadow().activeElement?.querySelector('.name')?.textContent)
  }
  expect(seen).toEqual(['B', 'C', 'B', 'All wallets', 'A'])
})

it('Approaching a row prepares what connecting needs', async () => {
  const prepare = vi.fn<NonNullable<Connector['prepare']>>(async () => undefined)
  const { kernel } = makeKernel({ connectors: [connector('Rabby', { prepare })] })
  drawWith(kernel)
  await open(kernel)
  expect(prepare).not.toHaveBeenCalled()
  await userEvent.hover(button(/Rabby/))
  await userEvent.unhover(button(/Rabby/))
  expect(prepare).toHaveBeenCalled()
  prepare.mockClear()
  button(/Rabby/).focus()
  // A prepared link may be used up; only the connector knows.
  expect(prepare).toHaveBeenCalled()
})

it('A click connects in its own task, shows that at once, and closes the modal when it is done', async () => {
  const tasks: boolean[] = []
  let isClick = false
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  window.addEventListener(
    'click',
    () => {
      isClick = true
      setTimeout(() => (isClick = false))
    },
    { capture: true, once: true },
  )
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: async () => {
          tasks.push(isClick)
          await answered
          return new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS)]))
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel)
  // The names that tell which wallet is genuine come while the pointer is on its way.
  await userEvent.hover(button(/Rabby/))
  await expect.poll(() => kernel.ports.late.now()?.named?.()).toBeUndefined()
  await userEvent.click(button(/Rabby/))
  expect(tasks).toEqual([true])
  await expect.poll(headline).toBe('Opening Rabby…')
  answer()
  await expect.poll(() => isOpen()).toBe(false)
  expect(kernel.ports.accounts.active()?.address).toBe(ADDRESS)
})

it('No other view flashes if the wallet answers at once', async () => {
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: () => new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS)])),
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel)
  const views: string[] = []
  kernel.on('router:view-changed', ({ view }) => views.push(view))
  await userEvent.click(button(/Rabby/))
  await expect.poll(() => isOpen()).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([isOpen(), views.filter((name) => name !== 'Connect')]).toEqual([false, []])
})

it('A failed connect is shown, and a click on the focused button tries again [VIEW-07]', async () => {
  let calls = 0
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: () => {
          calls++
          throw new LatchkeyError('wallet.bad_answer', 'raw -32603 words of the provider')
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel, 'ConnectingExternal', { walletId: 'Rabby' })
  await expect.poll(headline).toBe('Failed to connect')
  expect(calls).toBe(1)
  expect(shadow().querySelector('.state p')?.textContent).not.toContain('-32603')
  expect(shadow().activeElement).toBe(button('Try again'))
  await userEvent.click(one('summary'))
  expect(one('pre').textContent).toContain('wallet.')
  await userEvent.click(button('Try again'))
  await expect.poll(() => calls).toBe(2)
})

it('A wallet that answers just before its view is drawn is asked once', async () => {
  let calls = 0
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        async answer() {
          calls++
          await asked
          return new FakeWallet('Rabby-link', 'Rabby', scopesOf([account(ADDRESS)]))
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel)
  kernel.ports.router.subscribe((stack) => {
    if (stack.at(-1)?.view === 'ConnectingExternal') answer()
  })
  await userEvent.click(button(/Rabby/))
  await expect.poll(() => kernel.ports.accounts.active()?.address).toBe(ADDRESS)
  await expect.poll(isOpen).toBe(false)
  expect(calls).toBe(1)
})

it('A rejection is shown without alarm, with Retry focused', async () => {
  let calls = 0
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: () => {
          calls++
          throw rejected()
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel)
  await userEvent.click(button(/Rabby/))
  await expect.poll(headline).toBe('Connection rejected')
  expect(one('.state p').textContent).toBe('You cancelled in Rabby.')
  expect(shadow().querySelector('.mark.error, details')).toBeNull()
  expect(one('[aria-live=assertive]').textContent).toBe('')
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('Connection rejected')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls).toBe(2)
})

it('Each step of a connect has its text', async () => {
  const said: Record<string, string> = {}
  for (const step of ['opening', 'confirm', 'signing', 'something-new'] as const) {
    const { kernel } = makeKernel({
      connectors: [
        connector('Rabby', {
          answer: ({ onStep }) => {
            onStep({ step })
            return forever()
          },
        }),
      ],
    })
    drawWith(kernel)
    await open(kernel, 'ConnectingExternal', { walletId: 'Rabby' })
    await expect.poll(() => one('.state').dataset['step']).toBe(step)
    said[step] = headline()
    cleanUp()
  }
  expect(said).toEqual({
    opening: 'Opening Rabby…',
    confirm: 'Confirm in Rabby',
    signing: 'Sign in with Rabby',
    'something-new': 'Opening Rabby…',
  })
})

it.each([
  ['wallet.request_pending', 'Open Rabby', 'Try again'],
  ['wallet.popup_blocked', 'Your browser blocked the window', 'Open Rabby'],
  ['wallet.popup_closed', 'Popup closed', 'Try again'],
] as const)('The error %s has a text of its own', async (code, title, action) => {
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: () => {
          throw new LatchkeyError(code, 'for developers')
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel, 'ConnectingExternal', { walletId: 'Rabby' })
  await expect.poll(headline).toBe(title)
  expect(shadow().activeElement).toBe(button(action))
})

it('A wallet that is not installed shows where to get it, and no provider is called', async () => {
  const connect = vi.fn(forever)
  const { kernel } = makeKernel({
    connectors: [
      connector('Ledger', {
        kind: 'external',
        availability: () => 'missing',
        answer: connect,
        install: {
          stores: [
            { store: 'Firefox', url: 'https://ff.example/' },
            { store: 'Chrome', url: 'https://chrome.example/' },
            { store: 'Bad', url: 'javascript:alert(1)' },
          ],
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel)
  await userEvent.click(button(/Ledger/))
  await expect.poll(headline).toBe('Get Ledger')
  expect(all('.state a').map((link) => link.getAttribute('href'))).toEqual([
    'https://chrome.example/',
    'https://ff.example/',
  ])
  expect(connect).not.toHaveBeenCalled()
})

it('A connect that fails offline says that the visitor is offline', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: () => {
          throw new Error('fetch failed')
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel, 'ConnectingExternal', { walletId: 'Rabby' })
  await expect.poll(headline).toBe('You are offline')
  online.mockRestore()
})

it('Going back withdraws a connect', async () => {
  let signal: AbortSignal | undefined
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: (request) => {
          signal = request.signal
          return forever()
        },
      }),
    ],
  })
  drawWith(kernel)
  await open(kernel)
  await userEvent.click(button(/Rabby/))
  await expect.poll(headline).toBe('Opening Rabby…')
  await userEvent.click(button('Back'))
  await expect.poll(view).toBe('Connect')
  expect(signal?.aborted).toBe(true)
  expect(kernel.ports.connections.get().attempt).toBeUndefined()
})

it('The visitor chooses between the providers of one wallet', async () => {
  const calls: string[] = []
  const pair = [SPACE, OTHER].map((space) =>
    connector(`two-${space}`, {
      name: 'Two',
      namespaces: [space],
      answer: () => {
        calls.push(space)
        return forever()
      },
    }),
  )
  const { kernel } = makeKernel({ connectors: pair, networks: [...makeNetworks()] })
  drawWith(kernel)
  await open(kernel)
  expect(texts('.row .name')).toEqual(['Two', 'All wallets'])
  await userEvent.click(button(/Two/))
  await expect.poll(() => texts('.row .name')).toEqual(['Ink', 'Oak'])
  await userEvent.click(button(/Oak/))
  await expect.poll(headline).toBe('Opening Two…')
  expect(calls).toEqual([OTHER])
})
const makeNetworks = () =>
  [SPACE, OTHER].map((namespace) => ({
    id: `${namespace}:1` as const,
    namespace,
    reference: '1',
    name: namespace,
    nativeCurrency: { name: 'x', symbol: 'X', decimals: 1 },
    rpcUrls: [],
  }))

it('Wallets with names that read the same are each marked, also for screen readers (audit M4)', async () => {
  const alike = ['MetaMask', 'M\u0435taMask', 'Meta\u3164Mask'].map((name, at) =>
    connector(`w${at}`, { name, rdns: ['io.metamask', 'com.evil', 'com.worse'][at]! }),
  )
  const { kernel } = makeKernel({ connectors: alike })
  drawWith(kernel)
  await open(kernel)
  await expect.poll(() => texts('.row .name bdi')).toHaveLength(3)
  const rows = all('.row').slice(0, 3)
  expect(texts('.row .name bdi').map((name) => name.replace('\u0435', 'e'))).toEqual([
    'MetaMask',
    'MetaMask',
    'MetaMask',
  ])
  expect(rows.map((row) => row.querySelector('.warning')?.textContent)).toEqual(
    ['io.metamask', 'com.evil', 'com.worse'].map(
      (rdns) => `Another wallet uses this name. Check which one this is. ${rdns}`,
    ),
  )
  for (const row of rows) {
    // The accessible name of the button: its label, else its text without hidden parts.
    const button = row.closest('button') ?? row.querySelector('button') ?? row
    expect(button.hasAttribute('aria-label')).toBe(false)
    expect(row.querySelector('.warning')?.closest('[aria-hidden]')).toBeNull()
    expect(getComputedStyle(row.querySelector('.warning')!).visibility).toBe('visible')
  }
})

it('A wallet’s picture loads without a referrer and from no foreign server (audit L10) (audit A9)', async () => {
  const asked = vi.spyOn(window, 'Image')
  const { kernel } = makeKernel({
    connectors: [
      connector('Stranger', { icon: 'https://stranger.example/pixel.png' }),
      connector('Own', { icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' }),
    ],
  })
  drawWith(kernel)
  await open(kernel)
  await expect.poll(() => all('.row img')).toHaveLength(1)
  expect(
    all('.row img').map((image) => [
      (image as HTMLImageElement).referrerPolicy,
      (image as HTMLImageElement).src.slice(0, 15),
    ]),
  ).toEqual([['no-referrer', 'data:image/gif;']])
  expect(
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('stranger.example')),
  ).toEqual([])
  expect(asked).not.toHaveBeenCalled()
  expect(texts('.row .picture.letter')[0]).toBe('S')
})

it('Connect offers all wallets only if a directory adds rows to them (audit C10)', async () => {
  for (const connectors of [[connector('Rabby')], []]) {
    const { kernel } = makeKernel({
      connectors,
      options: { directory: undefined as never } as object,
    })
    drawWith(kernel)
    await open(kernel)
    await expect
      .poll(() => (connectors.length ? texts('.row .name').join() : headline()))
      .toBe(connectors.length ? 'Rabby' : 'No wallet found')
    expect(texts('.row .name')).not.toContain('All wallets')
    cleanUp()
  }
})

/** A directory function that names the genuine Rabby, once it is told to answer. */
function slowNames(rdns: string) {
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  const directory = vi.fn(async () => {
    await asked
    return { wallets: [{ id: 'rabby', name: 'Rabby', rdns }], total: 1 }
  })
  return { directory, answer }
}

it('A wallet that names mark after the click is not connected: its row warns, the next click connects', async () => {
  const { directory, answer } = slowNames('io.rabby')
  const connect = vi.fn(forever)
  const { kernel } = makeKernel({
    connectors: [connector('Rabby', { connect })],
    options: { directory },
  })
  drawWith(kernel)
  await open(kernel)
  expect(directory).not.toHaveBeenCalled()
  button(/Rabby/).focus()
  button(/Rabby/).click()
  await expect.poll(() => directory.mock.calls.length).toBe(1)
  expect(connect).not.toHaveBeenCalled()
  answer()
  await expect.poll(() => texts('.warning')).toMatchObject([expect.stringContaining('test.rabby')])
  await expect
    .poll(() => texts('[aria-live=assertive]'))
    .toEqual(['Another wallet uses this name. Check which one this is.'])
  expect(connect).not.toHaveBeenCalled()
  expect(shadow().activeElement).toBe(button(/Rabby/))
  button(/Rabby/).click()
  await expect.poll(() => connect.mock.calls.length).toBe(1)
})

it('A wallet that the names know is connected by the click that waited for them', async () => {
  const { directory, answer } = slowNames('test.rabby')
  const connect = vi.fn(forever)
  const { kernel } = makeKernel({
    connectors: [connector('Rabby', { connect })],
    options: { directory },
  })
  drawWith(kernel)
  await open(kernel)
  button(/Rabby/).click()
  await expect.poll(() => directory.mock.calls.length).toBe(1)
  answer()
  await expect.poll(() => connect.mock.calls.length).toBe(1)
})

it('A click that waits for names is forgotten when the visitor leaves the view', async () => {
  const { directory, answer } = slowNames('test.rabby')
  const connect = vi.fn(forever)
  const { kernel } = makeKernel({
    connectors: [connector('Rabby', { connect })],
    options: { directory },
  })
  drawWith(kernel)
  await open(kernel)
  button(/Rabby/).click()
  await expect.poll(() => directory.mock.calls.length).toBe(1)
  kernel.open('WhatIsWallet')
  const named = kernel.ports.late.now()?.named?.()
  answer()
  await named
  await frame()
  expect(connect).not.toHaveBeenCalled()
})

it('A wallet that is marked while it is asked keeps its view', async () => {
  const { kernel, ctx } = makeKernel({
    connectors: [connector('Rabby', { connect: forever })],
  })
  drawWith(kernel)
  await open(kernel)
  button(/Rabby/).click()
  await expect.poll(view).toBe('ConnectingExternal')
  await expect.poll(headline).toContain('Rabby')
  const before = headline()
  ctx.connectors.add(connector('Impostor', { name: 'Rabby', rdns: 'test.impostor' }))
  await expect
    .poll(
      () =>
        kernel.ports.late
          .now()
          ?.wallets.get()
          .filter(({ lookalike }) => lookalike).length,
    )
    .toBe(2)
  await frame()
  expect(headline()).toBe(before)
})
