// Tests with one visitor who is connected in three chain families at once.
import { LatchkeyError, type Connection, type Namespace } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  draw,
  drawWith,
  frame,
  headline,
  isOpen,
  later,
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
  connector,
  FakeWallet,
  forever,
  makeKernel,
  network,
  OTHER,
  rejected,
  scopesOf,
  SPACE,
  THIRD,
  type Made,
  type World,
} from '../../test/support.js'
import { ConnectButton, LatchkeyProvider } from '../index.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  localStorage.clear()
  vi.restoreAllMocks()
})

const SPACES = [SPACE, OTHER, THIRD]
const ADDRESSES: Readonly<Record<Namespace, string>> = {
  [SPACE]: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  [OTHER]: 'oak1abcdefghijklmnop',
  [THIRD]: 'elm9zyxwvutsrqponml',
}
const NETWORKS = [
  network('1', 'Ink Mainnet'),
  network('10', 'Inkverse'),
  network('5', 'Inkling', { testnet: true }),
  network('1', 'Oak', { namespace: OTHER }),
  network('2', 'Oakland', { namespace: OTHER }),
  network('1', 'Elm', { namespace: THIRD }),
  network('2', 'Elm Street', { namespace: THIRD, testnet: true }),
]
const linkOf = (id: string, ...spaces: string[]): FakeWallet =>
  new FakeWallet(
    `${id}-link`,
    id,
    scopesOf(spaces.map((space) => account(ADDRESSES[space]!, space))),
  )

/** A wallet with a provider for each chain family, each of which does what the test says. */
function several(answers: Partial<Record<Namespace, () => Promise<Connection> | Connection>> = {}) {
  const asked: string[] = []
  const connectors = SPACES.map((space) =>
    connector(`two-${space}`, {
      name: 'Two',
      namespaces: [space],
      answer: () => {
        asked.push(space)
        return answers[space]?.() ?? linkOf(`two-${space}`, space)
      },
    }),
  )
  return { asked, connectors }
}
const make = (world: World): Made => makeKernel({ networks: NETWORKS, ...world })
const start = async (world: World): Promise<Made> => {
  const made = make(world)
  drawWith(made.kernel)
  await made.kernel.ready
  return made
}
/** The rows of the list: name and note. */
const rows = (): string[] =>
  all('.view .list .row').map((row) =>
    [...row.querySelectorAll('.name,.note,.tail')]
      .map(({ textContent }) => textContent)
      .filter(Boolean)
      .join(' | '),
  )
const addresses = (): Record<string, string[]> =>
  Object.fromEntries(
    all('[data-namespace]').map((each) => [
      each.dataset['namespace'],
      [...each.querySelectorAll('.row bdi')].map(({ textContent }) => textContent),
    ]),
  )
const named = (name: string): HTMLElement =>
  all('.row').find((row) => row.querySelector('.name')?.textContent === name)!
const connectedIn = ({ ports }: Made['kernel']): string[] =>
  Object.entries(ports.connections.get().namespaces)
    .filter(([, { status }]) => status === 'connected')
    .map(([namespace]) => namespace)

it('All providers of a wallet connect in a row; a rejected one is retried alone', async () => {
  let isRejecting = true
  const { asked, connectors } = several({
    [OTHER]: () => {
      if (isRejecting) throw rejected('Two')
      return linkOf('two-oak', OTHER)
    },
  })
  const { kernel } = await start({ connectors })
  await open(kernel)
  expect(texts('.row .name')).toEqual(['Two', 'All wallets'])
  await userEvent.click(button(/^Two/))
  await expect.poll(view).toBe('ConnectingMultiChain')
  await expect.poll(rows).toEqual(['Ink', 'Oak', 'Elm'])
  await userEvent.click(button('Connect all'))
  await expect.poll(() => button('Try again')).toBeTruthy()
  expect(asked).toEqual(SPACES)
  expect(rows()).toEqual([
    'Ink | 0xf39F…2266 | Connected',
    'Oak | Connection rejected',
    'Elm | elm9zy…onml | Connected',
  ])
  expect([connectedIn(kernel), isOpen(), kernel.ports.activeNetwork.current()?.id]).toEqual([
    [SPACE, THIRD],
    true,
    'ink:1',
  ])
  await expect.poll(() => shadow().activeElement === button('Try again')).toBe(true)
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('2 of 3 connected')
  isRejecting = false
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => isOpen()).toBe(false)
  expect([asked, connectedIn(kernel)]).toEqual([[...SPACES, OTHER], SPACES])
})

it('The first provider is asked in the task of the click, is named, and the others follow one by one', async () => {
  let isClick = false
  const tasks: boolean[] = []
  window.addEventListener(
    'click',
    () => {
      isClick = true
      setTimeout(() => (isClick = false))
    },
    { capture: true },
  )
  let answer: (() => void) | undefined
  const { asked, connectors } = several({
    [SPACE]: () =>
      new Promise((resolve) => {
        tasks.push(isClick)
        answer = () => resolve(linkOf('two-ink', SPACE))
      }),
    [OTHER]: forever,
  })
  const { kernel } = await start({ connectors })
  await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
  await userEvent.click(button('Connect all'))
  expect(tasks).toEqual([true])
  await expect.poll(() => rows()[0]).toBe('Ink | Opening Two…')
  expect(asked).toEqual([SPACE])
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('Connecting Ink…')
  answer?.()
  await expect.poll(() => rows()[1]).toBe('Oak | Opening Two…')
  expect(asked).toEqual([SPACE, OTHER])
  await userEvent.click(button('Cancel'))
  await expect.poll(rows).toEqual(['Ink | 0xf39F…2266 | Connected', 'Oak', 'Elm'])
  expect([asked, kernel.ports.connections.get().attempt]).toEqual([[SPACE, OTHER], undefined])
  await expect.poll(() => shadow().activeElement === button('Connect the rest')).toBe(true)
})

it('No provider is asked after the view is left', async () => {
  let answer: (() => void) | undefined
  const { asked, connectors } = several({
    [SPACE]: () => new Promise((resolve) => (answer = () => resolve(linkOf('two-ink', SPACE)))),
  })
  const { kernel } = await start({ connectors })
  await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
  await userEvent.click(button('Connect all'))
  await expect.poll(() => answer).toBeDefined()
  await userEvent.click(button('Close'))
  await expect.poll(() => isOpen()).toBe(false)
  answer?.()
  await frame()
  expect([asked, connectedIn(kernel)]).toEqual([[SPACE], []])
})

it('One provider is connected alone, and the view shows later which are connected and offers the rest', async () => {
  const { asked, connectors } = several()
  const { kernel } = await start({ connectors })
  await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
  await userEvent.click(button(/^Oak/))
  await expect.poll(() => isOpen()).toBe(false)
  expect([asked, connectedIn(kernel)]).toEqual([[OTHER], [OTHER]])
  await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
  expect(rows()).toEqual(['Ink', 'Oak | oak1ab…mnop | Connected', 'Elm'])
  await userEvent.click(button('Connect the rest'))
  await expect.poll(() => isOpen()).toBe(false)
  expect(asked).toEqual([OTHER, SPACE, THIRD])
})

it('Each provider shows its own error: rejected, window blocked, not installed, offline', async () => {
  const { connectors } = several({
    [SPACE]: () => {
      throw new LatchkeyError('wallet.popup_blocked', 'x')
    },
    [OTHER]: () => {
      throw new Error('fetch failed')
    },
  })
  const gone = { ...connectors[2]!, availability: () => 'missing' as const }
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { kernel } = await start({ connectors: [connectors[0]!, connectors[1]!, gone] })
  await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
  expect(rows()).toEqual(['Ink', 'Oak', 'Elm | Not installed'])
  await userEvent.click(button('Connect all'))
  await expect
    .poll(rows)
    .toEqual([
      'Ink | Your browser blocked the window',
      'Oak | You are offline',
      'Elm | Not installed',
    ])
  await userEvent.click(button(/^Elm/))
  await expect.poll(headline).toBe('Get Two')
})

it('The arrow keys move through the providers', async () => {
  const { connectors } = several()
  const { kernel } = await start({ connectors })
  await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
  button(/^Ink/).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(shadow().activeElement?.textContent).toBe('Elm')
})

it('A second provider of the same name in a chain family gets a row of its own with a warning', async () => {
  const { connectors } = several()
  const { kernel } = await start({
    connectors: [
      ...connectors.map((each) => ({ ...each, kind: 'external' as const })),
      connector('fake', { name: 'Two', namespaces: [OTHER], rdns: 'evil.example' }),
    ],
  })
  await open(kernel)
  expect(rows()).toHaveLength(3)
  const warned = rows().find((row) => row.includes('evil.example'))
  expect(warned).toContain('Another wallet uses this name')
  await userEvent.click(
    all('.row').find(
      ({ textContent }) => textContent.startsWith('Two') && !textContent.includes('evil'),
    )!,
  )
  await expect.poll(rows).toEqual(['Ink', 'Oak', 'Elm'])
})

/** Connects one wallet in all three chain families, or one wallet in each. */
const whole = (wallet: FakeWallet): World => ({
  connectors: [connector('Rabby', { namespaces: SPACES, answer: () => wallet })],
})

it('The accounts of each chain family are kept apart, and selecting one brings its network and balance', async () => {
  const wallet = new FakeWallet(
    'r',
    'Rabby',
    scopesOf([
      account(ADDRESSES[SPACE]!),
      account(ADDRESSES[OTHER]!, OTHER),
      account('oak1second00000000zz', OTHER),
      account(ADDRESSES[THIRD]!, THIRD),
    ]),
  )
  const symbols = SPACES.map((space) =>
    adapter(space, {
      balance: async () => ({ value: 5n, decimals: 0, symbol: space.toUpperCase() }),
    }),
  )
  const { kernel } = await start({ ...whole(wallet), adapters: symbols })
  await kernel.connect('Rabby')
  await open(kernel)
  await expect.poll(() => texts('.balance')).toEqual(['5\u00a0INK'])
  kernel.ports.router.push('ProfileWallets')
  await expect
    .poll(addresses)
    .toEqual({ ink: ['0xf39F…2266'], oak: ['oak1ab…mnop', 'oak1se…00zz'], elm: ['elm9zy…onml'] })
  expect(texts('[data-namespace] h3')).toEqual(['Ink', 'Oak', 'Elm'])
  expect(all('.row[aria-current]').map((row) => row.querySelector('bdi')?.textContent)).toEqual([
    '0xf39F…2266',
    'oak1ab…mnop',
    'elm9zy…onml',
  ])
  await userEvent.click(button(/oak1se/))
  await expect.poll(view).toBe('Account')
  await expect.poll(() => one('.who bdi').textContent).toBe('oak1se…00zz')
  await expect.poll(() => texts('.balance')).toEqual(['5\u00a0OAK'])
  expect(
    all('.row')
      .find(({ textContent }) => textContent.includes('Network'))
      ?.querySelector('.name')?.textContent,
  ).toBe('Oak')
  expect(kernel.ports.accounts.active(SPACE)?.address).toBe(ADDRESSES[SPACE])
})

it('Switching chain families changes account, network and balance without asking a wallet', async () => {
  const wallet = linkOf('Rabby', ...SPACES)
  const moves = vi.spyOn(wallet, 'switchNetwork')
  const { kernel } = await start({
    ...whole(wallet),
    adapters: SPACES.map((space) =>
      adapter(space, {
        balance: async () => ({ value: 5n, decimals: 0, symbol: space.toUpperCase() }),
      }),
    ),
  })
  await kernel.connect('Rabby')
  const shown = async (family: string, to: string): Promise<void> => {
    await open(kernel, 'Account')
    kernel.ports.router.push('Networks')
    await expect.poll(view).toBe('Networks')
    await settled()
    await userEvent.click(named(to))
    await expect.poll(view).toBe('Account')
    await expect
      .poll(() => one('.who bdi').textContent.slice(0, 4))
      .toBe(ADDRESSES[family]!.slice(0, 4))
    await expect.poll(() => texts('.balance')).toEqual([`5\u00a0${family.toUpperCase()}`])
  }
  await shown(OTHER, 'Oak')
  await shown(THIRD, 'Elm')
  await shown(SPACE, 'Ink Mainnet')
  expect(moves).not.toHaveBeenCalled()
})

it('If a wallet cannot end one chain family alone, the visitor is asked before others end too', async () => {
  const wallet = linkOf('Rabby', ...SPACES)
  const { kernel } = await start(whole(wallet))
  await kernel.connect('Rabby')
  await open(kernel, 'ProfileWallets')
  await userEvent.click(button('Disconnect Rabby from Oak'))
  await expect
    .poll(() => shadow().querySelector('.notice')?.textContent)
    .toContain('Disconnecting ends Ink, Oak, and Elm.')
  expect(wallet.released).toEqual([])
  await expect.poll(() => shadow().activeElement?.textContent).toBe('Disconnect Rabby')
  await expect
    .poll(() => one('[aria-live=assertive]').textContent)
    .toBe('Rabby cannot leave Oak alone')
  await userEvent.click(button('Cancel'))
  expect([shadow().querySelector('.notice'), connectedIn(kernel)]).toEqual([null, SPACES])
  await userEvent.click(button('Disconnect Rabby from Oak'))
  await expect.poll(() => shadow().activeElement?.textContent).toBe('Disconnect Rabby')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => isOpen()).toBe(false)
  expect([wallet.released.length, connectedIn(kernel)]).toEqual([1, []])
})

it('If a wallet can end one chain family alone, it ends at once and the focus is not lost', async () => {
  const wallet = Object.assign(linkOf('Rabby', ...SPACES), { canRelease: () => true })
  const { kernel } = await start(whole(wallet))
  await kernel.connect('Rabby')
  await open(kernel, 'ProfileWallets')
  await userEvent.click(button('Disconnect Rabby from Ink'))
  await expect.poll(addresses).toEqual({ oak: ['oak1ab…mnop'], elm: ['elm9zy…onml'] })
  expect(connectedIn(kernel)).toEqual([OTHER, THIRD])
  await expect.poll(() => shadow().activeElement?.localName).toBe('h1')
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('Disconnected: Ink')
  kernel.ports.router.reset('Account')
  await expect.poll(headline).toBe('No wallet on Ink yet')
})

it('A failed disconnect is shown where it happened', async () => {
  const wallet = Object.assign(linkOf('Rabby', ...SPACES), {
    canRelease: () => true,
    release: () => Promise.reject(new Error('no')),
  })
  const { kernel } = await start(whole(wallet))
  await kernel.connect('Rabby')
  await open(kernel, 'ProfileWallets')
  await userEvent.click(button('Disconnect Rabby from Elm'))
  await expect.poll(() => one('[aria-live=assertive]').textContent).toBe('Failed to disconnect')
  expect(one('.notice').textContent).toContain('Failed to disconnect')
})

it('One of three wallets is disconnected, then all, and the modal closes when none is left', async () => {
  const links = Object.fromEntries(SPACES.map((space) => [space, linkOf(`two-${space}`, space)]))
  const { connectors } = several(
    Object.fromEntries(SPACES.map((space) => [space, () => links[space]!])),
  )
  const { kernel } = await start({
    connectors: connectors.map((each, index) => ({ ...each, name: `W${index}` })),
  })
  for (const { id } of connectors) await kernel.connect(id)
  await open(kernel, 'ProfileWallets')
  await userEvent.click(button(/^Disconnect W1/))
  await expect.poll(() => connectedIn(kernel)).toEqual([SPACE, THIRD])
  expect([isOpen(), Object.values(links).map(({ released }) => released.length)]).toEqual([
    true,
    [0, 1, 0],
  ])
  await userEvent.click(button('Disconnect all'))
  await expect.poll(() => isOpen()).toBe(false)
  expect([
    connectedIn(kernel),
    Object.values(links).map(({ released }) => released.length),
  ]).toEqual([[], [1, 1, 1]])
})

it('A chain family without a wallet leads to its wallets only, with the rest one click away', async () => {
  const wallet = linkOf('Rabby', SPACE)
  const { kernel } = await start({
    connectors: [
      connector('Rabby', { answer: () => wallet }),
      connector('Acorn', { namespaces: [OTHER], answer: () => linkOf('Acorn', OTHER) }),
    ],
  })
  await kernel.connect('Rabby')
  await open(kernel)
  kernel.ports.router.push('Networks')
  await settled()
  await userEvent.click(named('Oak'))
  await expect.poll(view).toBe('SwitchActiveChain')
  await expect.poll(headline).toBe('No wallet on Oak yet')
  await userEvent.click(button('Back'))
  kernel.ports.router.reset('Account')
  await expect.poll(headline).toBe('No wallet on Oak yet')
  await userEvent.click(button('Connect on Oak'))
  await expect.poll(() => texts('.row .name')).toEqual(['Acorn', 'All wallets'])
  expect(one('.bar').textContent).toBe('Wallets for OakShow all')
  await userEvent.click(button('Show all'))
  await expect.poll(() => texts('.row .name')).toEqual(['Rabby', 'Acorn', 'All wallets'])
  await userEvent.click(button(/^Acorn/))
  await expect.poll(() => isOpen()).toBe(false)
  expect([
    connectedIn(kernel),
    kernel.ports.accounts.active()?.address,
    wallet.released.length,
  ]).toEqual([[SPACE, OTHER], ADDRESSES[OTHER], 0])
})

it('Leaving the wallet list resets the wanted chain family', async () => {
  const { kernel } = await start({
    connectors: [
      connector('Rabby', { answer: () => linkOf('Rabby', SPACE) }),
      connector('Acorn', { namespaces: [OTHER] }),
    ],
  })
  await kernel.connect('Rabby')
  await open(kernel, 'Account')
  kernel.ports.router.push('SwitchActiveChain', { switchToChain: OTHER, navigateTo: 'Connect' })
  await expect.poll(headline).toBe('No wallet on Oak yet')
  await userEvent.click(button('Connect on Oak'))
  await expect.poll(() => texts('.row .name')).toEqual(['Acorn', 'All wallets'])
  await userEvent.click(button('Back'))
  kernel.ports.router.push('ProfileWallets')
  await expect.poll(() => button('Connect another wallet')).toBeTruthy()
  await userEvent.click(button('Connect another wallet'))
  await expect.poll(() => texts('.row .name')).toEqual(['Rabby', 'Acorn', 'All wallets'])
})

it('Networks are grouped by family with its account, and searched by name, coin and family', async () => {
  const { kernel } = await start(whole(linkOf('Rabby', SPACE, OTHER)))
  await kernel.connect('Rabby', { namespaces: [SPACE, OTHER] })
  await kernel.switchNetwork('oak:2')
  await kernel.switchNetwork('ink:10')
  await open(kernel, 'Networks')
  await expect.poll(() => texts('.bar')).toEqual(['Ink0xf39F…2266', 'Oakoak1ab…mnop', 'Elm'])
  expect(rows()).toEqual([
    'Ink Mainnet',
    'Inkverse',
    'Inkling | Testnet',
    'Oak',
    'Oakland | In use',
    'Elm',
    'Elm Street | Testnet',
  ])
  expect(texts('.row[aria-current] .name')).toEqual(['Inkverse'])
  await userEvent.fill(one('input'), 'elm')
  expect(rows()).toEqual(['Elm', 'Elm Street | Testnet'])
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('2 networks')
  await userEvent.fill(one('input'), 'inkv')
  expect([rows(), texts('h2.group')]).toEqual([['Inkverse'], ['Ink']])
  await userEvent.fill(one('input'), 'zzz')
  expect(headline()).toBe('No network by that name')
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('No network by that name')
})

it('Networks says so if the site has no network at all', async () => {
  const { kernel } = await start({ networks: [], adapters: [] })
  await open(kernel, 'Networks')
  expect(headline()).toBe('No networks')
})

it('A network of another chain family waits for its wallet, and a refusal changes nothing', async () => {
  const wallet = linkOf('Rabby', ...SPACES)
  let answer: ((error?: unknown) => void) | undefined
  wallet.moves = () =>
    new Promise((resolve, reject) => (answer = (error) => (error ? reject(error) : resolve())))
  const { kernel } = await start(whole(wallet))
  await kernel.connect('Rabby')
  await open(kernel)
  for (const error of [rejected(), undefined]) {
    kernel.ports.router.push('Networks')
    await settled()
    await userEvent.click(named('Oakland'))
    await expect.poll(headline).toBe('Switch to Oakland')
    await expect.poll(() => answer).toBeDefined()
    answer?.(error)
    if (error)
      await expect
        .poll(() => shadow().querySelector('.notice')?.textContent)
        .toContain('Switch cancelled')
    expect(kernel.ports.activeNetwork.current()?.id).toBe(error ? 'ink:1' : 'oak:2')
    answer = undefined
    if (error) kernel.ports.router.back()
  }
  await expect.poll(view).toBe('Account')
})

it('A switch that fails offline says that the visitor is offline', async () => {
  const wallet = linkOf('Rabby', ...SPACES)
  wallet.moves = () => Promise.reject(new Error('fetch failed'))
  const { kernel } = await start(whole(wallet))
  await kernel.connect('Rabby')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open(kernel)
  kernel.ports.router.push('Networks')
  await settled()
  await userEvent.click(named('Oakland'))
  await expect
    .poll(() => one('.body .notice').textContent)
    .toContain('You are offlineCheck your connection')
})

it('A reload restores what it can at once, and a wallet that is gone does not hold up the others', async () => {
  const providers = () =>
    several(
      Object.fromEntries(SPACES.map((space) => [space, () => linkOf(`two-${space}`, space)])),
    ).connectors.map((each) => ({
      ...each,
      restore: async () => linkOf(each.id, each.namespaces[0]!),
    }))
  const options = { storage: localStorage, id: 'reloaded' }
  const before = make({ connectors: providers(), options })
  await before.kernel.ready
  for (const space of SPACES) await before.kernel.connect(`two-${space}`)
  await before.kernel.switchNetwork('oak:1')
  before.kernel.dispose()
  // The third wallet was removed from the browser.
  const { kernel } = make({ connectors: providers().slice(0, 2), options })
  later(() => kernel.dispose())
  const { host } = draw(
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
  await expect
    .poll(() => host.querySelector('span')?.shadowRoot?.querySelector('button')?.textContent)
    .toBe('oak1ab…mnop')
  expect([kernel.ports.connections.get().restoring, connectedIn(kernel)]).toEqual([
    true,
    [SPACE, OTHER],
  ])
  await open(kernel)
  await expect.poll(() => one('.who bdi').textContent).toBe('oak1ab…mnop')
  kernel.ports.router.push('ProfileWallets')
  await expect.poll(() => rows().at(-3)).toBe('Reconnecting your wallets…')
})
