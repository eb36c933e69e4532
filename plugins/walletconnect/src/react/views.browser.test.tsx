import { LatchkeyError } from '@latchkey/plugin-api'
import { encode } from 'uqr'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  ended,
  openPage,
  shadow,
  shows,
  text,
  URI,
  waiting,
  WALLET,
  type Page,
} from '../../test/page.js'

afterEach(() => {
  cleanUp()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = (page: Page, wallet = false): void =>
  page.kernel.open('ConnectingWalletConnect', wallet ? { walletId: WALLET.id, wallet: WALLET } : {})
const rejected = () => ended('rejected', new LatchkeyError('wallet.user_rejected', 'no'))
const failed = () =>
  ended(
    'failed',
    new LatchkeyError('walletconnect.relay_unreachable', 'The relay did not answer.', {
      context: { relay: 'wss://relay.example' },
    }),
  )

it('The view begins to connect when it is shown, and gives up when the visitor leaves it', async () => {
  const page = await openPage()
  open(page)
  await shows('Making a code')
  await vi.waitFor(() => expect(page.begun).toBe(1))
  page.kernel.ports.router.push('AllWallets')
  await vi.waitFor(() => expect(page.left).toBe(1))
})

it('The view asks for the requested chains, or for all', async () => {
  const page = await openPage()
  page.kernel.open('ConnectingWalletConnect', { namespaces: ['ink'] })
  await vi.waitFor(() => expect([page.begun, page.wanted]).toEqual([1, ['ink']]))
  page.kernel.open('ConnectingWalletConnect', {})
  await vi.waitFor(() => expect([page.begun, page.wanted]).toEqual([2, undefined]))
})

it('The view shows the code once there is one, with its link and the remaining time', async () => {
  const page = await openPage()
  open(page)
  await shows('Making a code')
  expect(all('[data-qr]')).toHaveLength(0)
  page.set(waiting())
  await shows(/New code in 3:\d\d/)
  expect(all('[data-qr]')).toHaveLength(1)
  expect(all('[data-qr]')[0]?.getAttribute('aria-label')).toBe('Pairing code for a wallet')
  expect(all('[role=timer]')).toHaveLength(1)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  button('Copy link').click()
  await vi.waitFor(() => expect(write).toHaveBeenCalledWith(URI))
  await vi.waitFor(() => expect(button('Copied')).toBeTruthy())
})

/** The dark squares of a code, as the path of its drawing. */
const squaresOf = (text: string): string =>
  encode(text, { ecc: 'M', border: 0 })
    .data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
const drawn = (): string | null | undefined => all('[data-qr] path')[0]?.getAttribute('d')

it('The view draws every dark module of the code, and a light margin around it', async () => {
  const { size } = encode(URI, { ecc: 'M', border: 0 })
  const page = await openPage()
  open(page)
  page.set(waiting())
  await vi.waitFor(() => expect(all('[data-qr]')).toHaveLength(1))
  expect(drawn()).toBe(squaresOf(URI))
  expect(all('[data-qr]')[0]?.getAttribute('viewBox')).toBe(`-4 -4 ${size + 8} ${size + 8}`)
})

it('The view replaces a shown code by the next one', async () => {
  const page = await openPage()
  open(page)
  page.set(waiting())
  await vi.waitFor(() => expect(all('[data-qr]')).toHaveLength(1))
  const before = all('[data-qr] path')[0]!.getAttribute('d')
  page.set(waiting(URI.replace('7f6e', 'aaaa')))
  await vi.waitFor(() => expect(all('[data-qr] path')[0]!.getAttribute('d')).not.toBe(before))
})

it('The view says that the wallet answered', async () => {
  const page = await openPage()
  open(page, true)
  page.set({ ...waiting(), status: 'buffering', buffering: true })
  await shows('Almost there')
})

it.each([
  ['rejected', rejected, 'Connection rejected', 'You cancelled in Paper Wallet.'],
  [
    'expired',
    () => ended('expired', new LatchkeyError('walletconnect.pairing_expired', 'x')),
    'The code expired',
    'Make a new one',
  ],
  [
    'offline',
    () => ended('offline', new LatchkeyError('walletconnect.offline', 'x')),
    'You are offline',
    'Check your connection',
  ],
  [
    'failed',
    failed,
    'The code could not be made',
    'The relay between this page and your wallet did not answer',
  ],
] as const)(
  'The view explains a pairing that ends as %s, with the focus on another try',
  async (_, state, title, words) => {
    const page = await openPage()
    open(page, true)
    await vi.waitFor(() => expect(page.begun).toBe(1))
    page.set(state())
    await shows(title)
    expect(text()).toContain(words)
    expect(shadow().activeElement?.textContent).toBe('Try again')
    button('Try again').click()
    await vi.waitFor(() => expect(page.begun).toBe(2))
    await shows('Making a code')
  },
)

it('The view says that the code could not be made where the connector is missing', async () => {
  const page = await openPage(
    {},
    {
      connect: () =>
        Promise.reject(
          new LatchkeyError('kernel.connector_missing', 'WalletConnectConnector not found', {
            context: { connectorId: 'walletConnect' },
          }),
        ),
    },
  )
  open(page)
  await shows('The code could not be made')
})

it('The view offers the code first on a desktop, then the app and the site [VIEW-05]', async () => {
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  const page = await openPage()
  open(page, true)
  page.set(waiting())
  await shows('Scan this code with Paper Wallet')
  expect(drawn()).toBe(squaresOf(URI))
  expect(all('[aria-pressed]').map(({ textContent }) => textContent)).toEqual([
    'Code',
    'Desktop',
    'Website',
  ])
  button('Desktop').click()
  await shows('Go on in Paper Wallet')
  expect(opening).not.toHaveBeenCalled()
  button(/^Open/).click()
  expect(opening).toHaveBeenCalledWith(
    `paperdesk://wc?uri=${encodeURIComponent(URI)}`,
    '_self',
    expect.any(String),
  )
  expect(page.apps).toEqual([{ href: 'paperdesk://', name: 'Paper Wallet' }])
  button('Website').click()
  await vi.waitFor(() => expect(button('Open Paper Wallet')).toBeTruthy())
  button(/^Open/).click()
  expect(opening).toHaveBeenLastCalledWith(
    `https://web.paper.example/wc?uri=${encodeURIComponent(URI)}`,
    '_blank',
    expect.any(String),
  )
})

it('The view opens the app that the visitor chose on a phone, with the encoded uri [FEAT-11]', async () => {
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  const page = await openPage({
    mobile: true,
    directory: async () => ({ wallets: [WALLET], total: 1 }),
  })
  page.set(waiting())
  page.kernel.open('AllWallets')
  await vi.waitFor(() => button(/Paper Wallet$/).click(), { timeout: 5_000 })
  // A browser opens the app only for the tap of a person; the test's own tap may not count as one.
  await vi.waitFor(() => expect(button(/^Open/)).toBeTruthy(), { timeout: 5_000 })
  if (!opening.mock.calls.length) button(/^Open/).click()
  expect(opening).toHaveBeenCalledWith(
    `paper://wc?uri=${encodeURIComponent(URI)}`,
    '_self',
    expect.any(String),
  )
})

it('A tap opens the app of a wallet that is not in the page, and no app for one that is [WSIDE-30]', async () => {
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  const directory = async () => ({ wallets: [{ ...WALLET, rdns: 'example.paper' }], total: 1 })
  const page = await openPage({ mobile: true, directory })
  page.set(waiting())
  page.kernel.open('AllWallets')
  await vi.waitFor(() => expect(button(/Paper Wallet$/)).toBeTruthy(), { timeout: 5_000 })
  await userEvent.click(button(/Paper Wallet$/))
  await vi.waitFor(
    () =>
      expect(opening).toHaveBeenCalledWith(
        `paper://wc?uri=${encodeURIComponent(URI)}`,
        '_self',
        expect.any(String),
      ),
    { timeout: 5_000 },
  )
  opening.mockClear()
  cleanUp()
  const connect = vi.fn(() => new Promise<never>(() => undefined))
  const inPage = await openPage({ mobile: true, directory }, {}, (ctx) => {
    ctx.adapters.add({
      namespace: 'ink',
      abilities: [],
      resembles: () => true,
      session: { methods: [], events: [] },
      load: async () => ({
        parseAddress: (address) => address,
        formatAddress: (address) => address,
        addressOn: () => undefined,
      }),
    })
    ctx.networks.add({
      id: 'ink:1',
      namespace: 'ink',
      reference: '1',
      name: 'Ink',
      nativeCurrency: { name: 'Ink', symbol: 'INK', decimals: 18 },
      rpcUrls: [],
    })
    ctx.connectors.add({
      id: 'paper',
      name: 'Paper Wallet',
      rdns: 'example.paper',
      kind: 'announced',
      namespaces: ['ink'],
      availability: () => 'installed',
      connect,
    })
  })
  inPage.set(waiting())
  inPage.kernel.open('AllWallets')
  await vi.waitFor(() => expect(button(/Paper Wallet/).textContent).toContain('Installed'), {
    timeout: 5_000,
  })
  // The directory has answered, and does not list the wallet a second time.
  await vi.waitFor(() => expect(all('.skeleton')).toHaveLength(0), { timeout: 5_000 })
  expect(all('[data-index]')).toHaveLength(1)
  await userEvent.click(button(/Paper Wallet/))
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1), { timeout: 5_000 })
  expect(opening).not.toHaveBeenCalled()
})

it('The view does not open an app that the tap has already opened', async () => {
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  const page = await openPage({ mobile: true })
  page.set(waiting())
  page.kernel.open('ConnectingWalletConnect', {
    walletId: WALLET.id,
    wallet: WALLET,
    isOpened: true,
  })
  await shows('Go on in Paper Wallet')
  await vi.waitFor(() => expect(button('Open again')).toBeTruthy(), { timeout: 10_000 })
  expect(opening).not.toHaveBeenCalled()
  button('Open again').click()
  expect(opening).toHaveBeenCalledTimes(1)
})

it('Another try opens the app again, although the tap before had opened it', async () => {
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  const page = await openPage({ mobile: true })
  page.set(waiting())
  page.kernel.open('ConnectingWalletConnect', {
    walletId: WALLET.id,
    wallet: WALLET,
    isOpened: true,
  })
  await shows('Go on in Paper Wallet')
  // The view starts the attempt a moment after it is drawn, and ignores errors from before.
  await vi.waitFor(() => expect(page.begun).toBe(1))
  page.set(rejected())
  await shows('Connection rejected')
  expect(opening).not.toHaveBeenCalled()
  // userEvent clicks as a person does; only such a click may open the app.
  await userEvent.click(button('Try again'))
  page.set(waiting())
  await vi.waitFor(() => expect(opening).toHaveBeenCalledTimes(1), { timeout: 5_000 })
})

it('The view offers other ways on a phone after two seconds', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const page = await openPage({ mobile: true })
  page.set(waiting())
  open(page, true)
  await shows('Go on in Paper Wallet')
  expect(text()).not.toContain('Open again')
  await vi.waitFor(() => expect(button('Open again')).toBeTruthy(), { timeout: 4_000 })
  expect(button('Get Paper Wallet').getAttribute('href')).toBe('https://store.example/paper')
  expect(button('Copy link')).toBeTruthy()
})

it('The view says where to get a wallet that a phone cannot open', async () => {
  const page = await openPage({ mobile: true })
  const { mobileLink: _, webLink: __, ...wallet } = WALLET
  page.kernel.open('ConnectingWalletConnect', { wallet })
  await shows('Get Paper Wallet')
})

it('A wallet in this browser is connected past the relay', async () => {
  const chosen = vi.fn()
  const page = await openPage({}, { installed: () => 'paper.rdns', connectInstalled: chosen })
  open(page, true)
  await shows('Paper Wallet is in this browser.')
  button('Open Paper Wallet').click()
  expect(chosen).toHaveBeenCalledWith('paper.rdns')
})

it('The basic view shows the code alone, and asks the system on a phone [VIEW-06]', async () => {
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  const page = await openPage({ mobile: true })
  page.set(waiting())
  page.kernel.open('ConnectingWalletConnectBasic')
  await vi.waitFor(() => expect(drawn()).toBe(squaresOf(URI)))
  expect(all('.row')).toHaveLength(0)
  button('Open a wallet on this phone').click()
  expect(opening).toHaveBeenCalledWith(URI, '_self', expect.any(String))
})

it('The view says that only wallets set to the host’s own relay can answer', async () => {
  const page = await openPage({}, { ownRelay: 'wss://relay.example.com' })
  open(page)
  page.set(waiting())
  await shows('Only wallets that are set to relay.example.com can use this code.')
})
