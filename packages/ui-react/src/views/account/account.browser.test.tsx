import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { useEffect, useState } from 'react'
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
  settled,
  shadow,
  texts,
  view,
} from '../../../test/page.js'
import {
  account,
  adapter,
  ADDRESS,
  connector,
  FakeWallet,
  makeKernel,
  network,
  OTHER,
  rejected,
  scopesOf,
  SPACE,
  type Made,
  type World,
} from '../../../test/support.js'
import { ErrorState } from '../../kit/index.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.broken': undefined
    'parts.refused': undefined
    'parts.lost': undefined
    'parts.first': undefined
    'parts.second': undefined
    'parts.styled': { color: string }
  }
}
afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NETWORKS = [
  network('1', 'Ink Mainnet'),
  network('10', 'Inkverse'),
  network('5', 'Inkling', { testnet: true }),
]
/** Puts the modal on the page and connects one wallet. */
async function connected({
  accounts = [account(ADDRESS)],
  on,
  ...world
}: World & { accounts?: ReturnType<typeof account>[]; on?: `${string}:${string}` } = {}): Promise<
  Made & { wallet: FakeWallet }
> {
  const wallet = new FakeWallet('r', 'Rabby', scopesOf(accounts, on))
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

it('Account shows the address in short and in full, copies it, and links to an explorer', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(
    async (text) => void copied.push(text),
  )
  const { kernel } = await connected()
  await open(kernel)
  expect(view()).toBe('Account')
  expect(one('.who bdi').textContent).toBe('0xf39F…2266')
  expect(one('.who bdi').getAttribute('dir')).toBe('ltr')
  await userEvent.click(button('Copy address'))
  await expect.poll(() => button('Copied')).toBeTruthy()
  expect(copied).toEqual([ADDRESS])
  await expect.poll(() => one('[aria-live=polite]').textContent).toBe('Copied')
  await userEvent.click(button('Show whole address'))
  expect(texts('.whole')).toEqual([ADDRESS])
  expect(button('View on Inkscan').getAttribute('href')).toBe(
    `https://ink.example/address/${ADDRESS}`,
  )
  await expect.poll(() => texts('.balance')).toEqual(['1.234\u00a0INK'])
})

it('Account reads a balance again when it is reported as changed, and shows the old one until then', async () => {
  let held = 1_234n
  let isSlow = false
  const balance = async () =>
    isSlow ? new Promise<never>(() => undefined) : { value: held, decimals: 3, symbol: 'INK' }
  const { kernel } = await connected({ adapters: [adapter(SPACE, { balance })] })
  await open(kernel)
  await expect.poll(() => texts('.balance')).toEqual(['1.234\u00a0INK'])
  held = 500n
  kernel.ports.events.emit('kernel:balance-changed', { network: `${SPACE}:1` })
  await expect.poll(() => texts('.balance')).toEqual(['0.500\u00a0INK'])
  isSlow = true
  kernel.ports.events.emit('kernel:balance-changed', { network: `${SPACE}:1` })
  await settled()
  expect(texts('.balance')).toEqual(['0.500\u00a0INK'])
})

it('Account says that copying failed', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  const { kernel } = await connected()
  await open(kernel)
  await userEvent.click(button('Copy address'))
  await expect.poll(() => button('Could not copy')).toBeTruthy()
  await expect.poll(() => one('[aria-live=assertive]').textContent).toBe('Could not copy')
})

it('Account says that the balance cannot be read, and nothing else waits for it', async () => {
  const { kernel } = await connected({
    adapters: [adapter(SPACE, { balance: () => Promise.reject(new Error('rpc down')) })],
  })
  await open(kernel)
  await expect.poll(() => texts('.balance')[0]).toContain('Token Balance Unavailable')
  expect(button('Try again')).toBeTruthy()
  expect(button('Copy address')).toBeTruthy()
})

it('Account reads no balance and shows no toast where the adapter lacks the ability to read one', async () => {
  const balance = vi.fn(() => Promise.reject(new Error('rpc down')))
  const { kernel } = await connected({
    adapters: [{ ...adapter(SPACE, { balance }), abilities: [] }],
  })
  const { toasts } = await kernel.ports.late.load()
  await open(kernel)
  await settled()
  expect(view()).toBe('Account')
  expect(texts('.balance')).toEqual([])
  expect(toasts.get()).toBeUndefined()
  expect(balance).not.toHaveBeenCalled()
})

it('The feature buttons are ordered as the host says, and those that are off are hidden [DEFAULTS-13]', async () => {
  const ran: string[] = []
  const { kernel } = await connected({
    setup(ctx) {
      ctx.messages.add({
        en: { 'p.send': 'Send', 'p.swaps': 'Swap', 'p.onramp': 'Buy', 'p.own': 'Own thing' },
      })
      for (const feature of ['send', 'swaps', 'onramp'])
        ctx.accountActions.add({
          id: `parts.${feature}`,
          label: `p.${feature}`,
          feature,
          run: () => ran.push(feature),
        })
      ctx.accountActions.add({
        id: 'parts.own',
        label: 'p.own',
        when: ({ network: now }) => now?.reference === '1',
        run: () => ran.push('own'),
      })
    },
  })
  await open(kernel)
  const names = (): string[] => texts('.features button')
  expect(names()).toEqual(['Buy', 'Swap', 'Receive', 'Send'])
  kernel.setOptions({ walletFeaturesOrder: ['send', 'receive', 'swaps', 'onramp'] })
  await frame()
  expect(names()).toEqual(['Send', 'Receive', 'Swap', 'Buy'])
  kernel.setOptions({ features: { send: false }, remoteFeatures: { swaps: false } })
  await frame()
  expect(names()).toEqual(['Receive', 'Buy'])
  await userEvent.click(button('Own thing'))
  await userEvent.click(button('Buy'))
  expect(ran).toEqual(['own', 'onramp'])
})

it('The names of all rows are aligned, whether an action has an icon or not (audit C12)', async () => {
  const { kernel } = await connected({
    setup(ctx) {
      ctx.accountActions.add({ id: 'parts.bare', label: 'Bare', run: () => undefined })
      ctx.accountActions.add({
        id: 'parts.drawn',
        label: 'Drawn',
        icon: 'M4 12h16',
        run: () => undefined,
      })
    },
  })
  await open(kernel)
  const lefts = all('.list .row .name').map((name) => Math.round(name.getBoundingClientRect().left))
  expect(lefts.length).toBeGreaterThan(4)
  expect(new Set(lefts).size).toBe(1)
})

it('Going back returns to the tab that was left, and a new opening to the first (audit C8)', async () => {
  const { kernel } = await connected({
    setup(ctx) {
      for (const name of ['first', 'second'] as const) {
        ctx.views.add({
          id: `parts.${name}`,
          title: name,
          presentation: 'inline',
          render: {
            react: async () => () => (
              <button
                type="button"
                onClick={() => ctx.router.push('Networks')}
              >{`from ${name}`}</button>
            ),
          },
        })
        ctx.accountTabs.add({ id: `parts.${name}`, label: name, view: `parts.${name}` })
      }
    },
  })
  const chosen = () => texts('[role=tab][aria-selected=true]')
  await open(kernel)
  await userEvent.click(all('[role=tab]')[1]!)
  await expect.poll(() => texts('[role=tabpanel]')).toEqual(['from second'])
  await userEvent.click(one('[role=tabpanel] button'))
  await expect.poll(view).toBe('Networks')
  kernel.ports.router.back()
  await expect.poll(view).toBe('Account')
  expect(chosen()).toEqual(['second'])
  await expect.poll(() => texts('[role=tabpanel]')).toEqual(['from second'])
  kernel.close()
  await open(kernel)
  expect(chosen()).toEqual(['first'])
})

it('Tabs of plugins are shown one at a time, and arrow keys move between them', async () => {
  const { kernel } = await connected({
    setup(ctx) {
      ctx.messages.add({ en: { 'p.first': 'First', 'p.second': 'Second' } })
      for (const name of ['first', 'second'] as const) {
        ctx.views.add({
          id: `parts.${name}`,
          title: `p.${name}`,
          presentation: 'inline',
          render: { react: async () => () => <p className={`in-${name}`}>in {name}</p> },
        })
        ctx.accountTabs.add({ id: `parts.${name}`, label: `p.${name}`, view: `parts.${name}` })
      }
    },
  })
  await open(kernel)
  expect(texts('[role=tab]')).toEqual(['First', 'Second'])
  await expect.poll(() => texts('[role=tabpanel]')).toEqual(['in first'])
  one('[role=tab]').focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => texts('[role=tabpanel]')).toEqual(['in second'])
  expect(shadow().activeElement?.textContent).toBe('Second')
})

it('One tap disconnects, names the chain families that end, and closes the modal', async () => {
  const { kernel, wallet } = await connected({
    accounts: [account(ADDRESS), account('oak1abcdefghijklmnop', OTHER)],
    networks: [...NETWORKS, network('9', 'Oak', { namespace: OTHER })],
  })
  await open(kernel)
  expect(button(/Disconnect Rabby/).textContent).toContain('Ends Ink and Oak')
  await userEvent.click(button(/Disconnect Rabby/))
  await expect.poll(() => isOpen()).toBe(false)
  expect(wallet.released.length).toBeGreaterThan(0)
  expect(kernel.ports.connections.get().connections).toEqual([])
})

it('ProfileWallets lists every wallet with its accounts, and selects another account [VIEW-11]', async () => {
  const oak = new FakeWallet('o', 'Acorn', scopesOf([account('oak1abcdefghijklmnop', OTHER)]))
  const ink = new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS), account(SECOND)]))
  const { kernel } = makeKernel({
    networks: [...NETWORKS, network('9', 'Oak', { namespace: OTHER })],
    connectors: [
      connector('Rabby', { answer: () => ink }),
      connector('Acorn', { namespaces: [OTHER], answer: () => oak }),
    ],
  })
  drawWith(kernel)
  await kernel.ready
  await kernel.connect('Rabby')
  await kernel.connect('Acorn')
  await open(kernel, 'ProfileWallets')
  expect(texts('.group')).toEqual(
    [' Rabby', ' Acorn'].map((name) => expect.stringContaining(name.trim())),
  )
  expect(texts('.row bdi').filter((text) => text.includes('…'))).toEqual([
    '0xf39F…2266',
    '0x7099…79C8',
    'oak1ab…mnop',
  ])
  await userEvent.click(button(/0x7099/))
  await expect.poll(() => kernel.ports.accounts.active(SPACE)?.address).toBe(SECOND)
  await userEvent.click(button('Disconnect all'))
  await expect.poll(() => kernel.ports.connections.get().connections.length).toBe(0)
})

const many: Network[] = [
  ...NETWORKS,
  ...Array.from({ length: 5 }, (_, index) => network(String(100 + index), `Tint ${index}`)),
  network('9', 'Oak', { namespace: OTHER }),
]

it('Networks groups and searches the networks, and marks the active one and the test networks', async () => {
  const { kernel } = await connected({ networks: many })
  await open(kernel, 'Networks')
  expect(texts('h2.group')).toEqual(['Ink', 'Oak'])
  expect(texts('.row[aria-current] .name')).toEqual(['Ink Mainnet'])
  expect(
    all('.row').find(({ textContent }) => textContent.includes('Inkling'))?.textContent,
  ).toContain('Testnet')
  expect(texts('.row .name').indexOf('Inkling')).toBe(texts('.row .name').indexOf('Oak') - 1)
  await userEvent.fill(one('input'), 'tint 3')
  expect(texts('.row .name')).toEqual(['Tint 3'])
  await userEvent.fill(one('input'), 'zzz')
  expect(headline()).toBe('No network by that name')
})

it('A network that a wallet has to confirm opens SwitchNetwork, then the account [VIEW-13]', async () => {
  const { kernel, wallet } = await connected()
  let confirm: (() => void) | undefined
  wallet.moves = (target) =>
    new Promise(
      (resolve) =>
        (confirm = () => {
          wallet.tell({ network: target.id })
          resolve()
        }),
    )
  await open(kernel)
  kernel.ports.router.push('Networks')
  await settled()
  await userEvent.click(button(/Inkverse/))
  expect(kernel.ports.router.get().at(-1)).toMatchObject({
    view: 'SwitchNetwork',
    params: { network: 'ink:10' },
  })
  await expect.poll(headline).toBe('Switch to Inkverse')
  expect(one('.state p').textContent).toBe('Confirm in Rabby.')
  // The view shows the new state before the wallet is asked.
  await expect.poll(() => confirm).toBeDefined()
  confirm?.()
  await expect.poll(view).toBe('Account')
  expect(kernel.ports.activeNetwork.current()?.id).toBe('ink:10')
})

it.each([
  ['cancelled', rejected(), 'Switch cancelled'],
  ['failed', new LatchkeyError('wallet.unknown_chain', 'x'), 'Could not switch to Inkverse'],
  ['impossible', new LatchkeyError('wallet.switch_unsupported', 'x'), /cannot switch networks$/],
])(
  'A switch that was %s is explained in words, with one click to try again',
  async (_, error, title) => {
    const { kernel, wallet } = await connected()
    let calls = 0
    wallet.moves = async () => {
      calls++
      throw error
    }
    await open(kernel)
    kernel.ports.router.push('Networks')
    await settled()
    await userEvent.click(button(/Inkverse/))
    const words = (): string =>
      shadow().querySelector('.notice strong, [data-view=SwitchNetwork] h2')?.textContent ?? ''
    if (typeof title === 'string') await expect.poll(words).toBe(title)
    else await expect.poll(words).toMatch(title)
    await expect.poll(() => shadow().activeElement?.textContent).toBe('Try again')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => calls).toBe(2)
  },
)

it('Switching is offered by default, and neither offered nor possible if the site turns it off [NET-14]', async () => {
  const { kernel } = await connected({ options: { networkSwitching: false } })
  await open(kernel)
  expect(
    all('.row').find(({ textContent }) => textContent.includes('Ink Mainnet'))?.localName,
  ).toBe('div')
  kernel.ports.router.push('Networks')
  await settled()
  expect(button(/Inkverse/).disabled).toBe(true)
  expect(one('.hint').textContent).toBe('This site does not let you switch networks.')
  await expect(kernel.switchNetwork('ink:10')).rejects.toMatchObject({
    code: 'kernel.network_switch_disabled',
  })
  expect(kernel.ports.activeNetwork.current()?.id).toBe('ink:1')
  cleanUp()
  const usual = await connected()
  await open(usual.kernel)
  expect(
    all('.row').find(({ textContent }) => textContent.includes('Ink Mainnet'))?.localName,
  ).toBe('button')
})

it('UnsupportedChain shows the networks to switch to, and a way out [VIEW-16]', async () => {
  const { kernel, wallet } = await connected()
  await open(kernel)
  wallet.tell({ network: 'ink:99' })
  await expect.poll(view).toBe('UnsupportedChain')
  await expect
    .poll(() => texts('.row .name'))
    .toEqual(['Ink Mainnet', 'Inkverse', 'Inkling', 'Disconnect Rabby'])
  await userEvent.click(button(/Inkverse/))
  await expect.poll(() => kernel.ports.activeNetwork.current()?.id).toBe('ink:10')
})

it('A chosen network without a wallet leads to a wallet, and Connect takes its place [VIEW-15]', async () => {
  const { kernel } = await connected({
    networks: many,
    connectors: [connector('Rabby'), connector('Acorn', { namespaces: [OTHER] })],
  })
  await open(kernel, 'Networks')
  kernel.ports.router.push('SwitchActiveChain', { switchToChain: OTHER, navigateTo: 'Connect' })
  await expect.poll(headline).toBe('No wallet on Oak yet')
  await userEvent.click(button('Connect on Oak'))
  expect(kernel.ports.router.get().map(({ view: id }) => id)).toEqual(['Networks', 'Connect'])
  await expect.poll(() => texts('.row .name')).toEqual(['Acorn', 'All wallets'])
})

it('A view that is not installed says so and names its package', async () => {
  const { kernel } = await connected()
  await open(kernel, 'Swap')
  expect(headline()).toBe('Not installed')
  expect(one('.state').textContent).toContain('@latchkey/feature-swap')
  expect(one('h1').textContent).toBe('Not available')
})

it('An error of a view stays in its place, names the plugin, is reported, and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isBroken = true
  const reports: string[] = []
  const { kernel } = await connected({
    setup(ctx) {
      ctx.views.add({
        id: 'parts.broken',
        title: 'p.x',
        render: {
          react: async () => () => {
            if (isBroken) throw new Error('boom')
            return <p id="fine">fine</p>
          },
        },
      })
    },
  })
  kernel.on('kernel:error-reported', ({ where }) => reports.push(where))
  await open(kernel, 'parts.broken')
  expect(headline()).toBe('A problem in “parts”')
  expect(shadow().textContent).not.toContain('boom at')
  expect(reports.some((where) => where.includes('parts.broken'))).toBe(true)
  await expect.poll(() => one('[aria-live=assertive]').textContent).toContain('parts')
  isBroken = false
  await userEvent.click(button('Try again'))
  await expect.poll(() => texts('#fine')).toEqual(['fine'])
})

it('A view that cannot be loaded says so, and is loaded on the next try', async () => {
  let tries = 0
  const { kernel } = await connected({
    setup(ctx) {
      ctx.views.add({
        id: 'parts.lost',
        title: 'p.x',
        render: {
          react: async () => {
            if (tries++ === 0) throw new Error('Failed to fetch dynamically imported module')
            return () => <p id="here">here</p>
          },
        },
      })
    },
  })
  await open(kernel, 'parts.lost')
  await expect.poll(headline).toBe('“parts” could not be loaded')
  await userEvent.click(button('Try again'))
  await expect.poll(() => texts('#here')).toEqual(['here'])
})

it('A method that is not allowed is refused in words, and no wallet is asked [RPC-25]', async () => {
  const { kernel, wallet } = await connected({
    setup(ctx) {
      ctx.rpc.allow({ namespace: SPACE, methods: { ink_sign: 'sign' } })
      const Refused = () => {
        const [error, setError] = useState<unknown>()
        useEffect(
          () =>
            void ctx.connections
              .request({ network: `${SPACE}:1`, method: 'eth_foo' })
              .catch(setError),
          [],
        )
        return error ? <ErrorState title="p.x" error={error} /> : null
      }
      ctx.views.add({ id: 'parts.refused', title: 'p.x', render: { react: async () => Refused } })
    },
  })
  await open(kernel, 'parts.refused')
  await expect.poll(() => texts('.state p')).toEqual(['Action not allowed'])
  expect(wallet.requests).toEqual([])
})

it('A view has its own styles, its parameters and its plugin’s API', async () => {
  const { kernel } = await connected({
    setup(ctx) {
      ctx.views.add({
        id: 'parts.styled',
        title: 'p.x',
        styles: '.parts-box { color: rgb(1, 2, 3) }',
        render: {
          react:
            async () =>
            ({ params, api }: { params: { color: string }; api: { name: string } }) => (
              <p className="parts-box">
                {params.color} {api.name}
              </p>
            ),
        },
      })
      return { name: 'api of parts' }
    },
  })
  await open(kernel, 'parts.styled', { color: 'red' })
  await expect.poll(() => texts('.parts-box')).toEqual(['red api of parts'])
  expect(getComputedStyle(one('.parts-box')).color).toBe('rgb(1, 2, 3)')
})
