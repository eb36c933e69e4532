import type { DirectoryWallet } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  button,
  cleanUp,
  drawWith,
  headline,
  open,
  settled,
  texts,
  view,
} from '../../../test/page.js'
import { connector, forever, makeKernel, OTHER, SPACE } from '../../../test/support.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const poll = (what: () => unknown) => expect.poll(what, { timeout: 10_000 })
const stores = [{ store: 'chrome', url: 'https://chromewebstore.google.com/detail/x' }]
const WALLETS: readonly DirectoryWallet[] = [
  { id: 'a', name: 'Here', namespaces: [SPACE], stores },
  { id: 'b', name: 'Elsewhere', namespaces: [OTHER], stores },
  {
    id: 'c',
    name: 'Phone only',
    stores: [{ store: 'ios', url: 'https://apps.apple.com/app/id1' }],
  },
  ...['D', 'E', 'F', 'G', 'H'].map((name) => ({ id: name, name, stores })),
]
const directory = async () => ({ wallets: WALLETS, total: WALLETS.length })

it('WhatIsWallet opens from the foot of Connect, and leads to a wallet or back', async () => {
  const { kernel } = makeKernel({ options: { directory } })
  drawWith(kernel)
  await open(kernel)
  await userEvent.click(button('New to wallets?'))
  await poll(view).toBe('WhatIsWallet')
  await poll(() => texts('.row .name')).toEqual([
    'It holds your keys',
    'It asks you first',
    'You look after it',
  ])
  await userEvent.click(button('I have one'))
  await poll(view).toBe('Connect')
  await userEvent.click(button('New to wallets?'))
  await poll(() => button('Get a wallet')).toBeTruthy()
  await userEvent.click(button('Get a wallet'))
  await poll(view).toBe('GetAWallet')
})

it('WhatIsWallet leads to Connect if it was opened first', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel, 'WhatIsWallet')
  await poll(() => button('I have one')).toBeTruthy()
  await userEvent.click(button('I have one'))
  await poll(view).toBe('Connect')
})

it('Connect does not offer the explanation to a connected visitor', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await kernel.connect('Rabby')
  await open(kernel, 'Connect')
  expect(texts('.button')).not.toContain('New to wallets?')
})

it('GetAWallet suggests a few wallets that work in this browser and serve this site', async () => {
  const { kernel } = makeKernel({ options: { directory } })
  drawWith(kernel)
  await open(kernel, 'GetAWallet')
  await poll(() => texts('.row .name')).toEqual(['Here', 'D', 'E', 'F', 'G'])
  await userEvent.click(button(/Here$/))
  await poll(headline).toBe('Get Here')
  expect(button('Get Here (Chrome Web Store)').getAttribute('href')).toBe(stores[0]!.url)
  expect(button('Reload page')).toBeTruthy()
})

it('GetAWallet leaves out wallets that the page has already, by id, rdns or name', async () => {
  const list = [
    { id: 'own', name: 'Renamed', stores },
    { id: 'b', name: 'Rabby Wallet', rdns: 'test.Rabby', stores },
    { id: 'c', name: 'Birch', stores },
    { id: 'd', name: 'New', stores },
  ]
  const { rdns: _, ...birch } = connector('Birch')
  const { kernel } = makeKernel({
    options: { directory: async () => ({ wallets: list, total: list.length }) },
    connectors: [connector('Rabby'), connector('Own', { explorerId: 'own' }), birch],
  })
  drawWith(kernel)
  await open(kernel, 'GetAWallet')
  await poll(() => texts('.row .name')).toEqual(['New'])
})

it('GetAWallet suggests wallets for other devices if nothing can be installed here', async () => {
  const ios = [{ store: 'ios', url: 'https://apps.apple.com/app/id1' }]
  const list: DirectoryWallet[] = [
    { id: 'a', name: 'App', mobileLink: 'app://', stores: ios },
    { id: 'b', name: 'Page', homepage: 'https://page.example' },
    { id: 'c', name: 'No link', stores: ios },
    { id: 'd', name: 'No store', mobileLink: 'no://' },
  ]
  const offers = async (setup?: Parameters<typeof makeKernel>[0] & object): Promise<void> => {
    const { kernel } = makeKernel({
      options: { directory: async () => ({ wallets: list, total: list.length }) },
      ...setup,
    })
    drawWith(kernel)
    await open(kernel, 'GetAWallet')
    await poll(() => texts('.row .name').length).toBeGreaterThan(0)
  }
  await offers({
    setup: (ctx) =>
      ctx.views.add({
        id: 'ConnectingWalletConnect',
        title: 'x',
        render: { react: async () => () => <p>Code</p> },
      }),
  })
  expect(texts('.row .name')).toEqual(['App', 'Page'])
  // These wallets do not work in this browser.
  expect(texts('.hint').join()).not.toContain('work here')
  cleanUp()
  await offers()
  expect(texts('.row .name')).toEqual(['Page'])
})

it('A wallet of the directory is not asked, even if its id is that of a wallet on the page', async () => {
  const connect = vi.fn(() => forever())
  const { kernel } = makeKernel({
    connectors: [connector('Rabby', { explorerId: 'own', connect })],
    options: { features: { legalCheckbox: true } },
  })
  drawWith(kernel)
  await open(kernel, 'ConnectingExternal', {
    walletId: 'own',
    wallet: { id: 'own', name: 'Rabby', stores },
  })
  await poll(headline).toBe('Get Rabby')
  expect(connect).not.toHaveBeenCalled()
})

it('GetAWallet suggests the page’s own wallets without a directory, and says so if there are none', async () => {
  const { kernel } = makeKernel({
    connectors: [
      connector('Vault', { kind: 'external', availability: () => 'missing', install: { stores } }),
    ],
  })
  drawWith(kernel)
  await open(kernel, 'GetAWallet')
  await poll(() => texts('.row .name')).toEqual(['Vault'])
  cleanUp()
  const none = makeKernel({ connectors: [] })
  drawWith(none.kernel)
  await open(none.kernel)
  await userEvent.click(button('Get a wallet'))
  await poll(headline).toBe('No wallet to suggest')
})

it('GetAWallet says that the directory could not be asked, and asks again', async () => {
  let fails = true
  const { kernel } = makeKernel({
    options: { directory: () => (fails ? Promise.reject(new Error('down')) : directory()) },
  })
  drawWith(kernel)
  await open(kernel, 'GetAWallet')
  await poll(headline).toBe('The list of wallets could not be loaded.')
  fails = false
  await userEvent.click(button('Try again'))
  await settled()
  await poll(() => texts('.row .name')[0]).toBe('Here')
})
