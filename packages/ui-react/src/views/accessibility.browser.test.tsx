// Every view in each of its states, in every theme and direction, at the width of a desktop and of a small phone.
import { LatchkeyError, type ConnectRequest, type Connection } from '@latchkey/plugin-api'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { all, button, cleanUp, draw, drawWith, frame, hosts, isOpen, later, one, open, settled, shadow } from '../../test/page.js'
import { account, ADDRESS, connector, FakeWallet, forever, makeKernel, network, OTHER, rejected, scopesOf, THIRD, type Made } from '../../test/support.js'
import { AccountButton, ConnectButton, LatchkeyProvider, NetworkButton } from '../index.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.throws': undefined
    'parts.waits': undefined
  }
}
afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  document.documentElement.lang = ''
  vi.restoreAllMocks()
})

type Scene = (made: Made, wallet: FakeWallet) => Promise<void>
type Answer = (request: ConnectRequest) => Promise<Connection> | Connection
const NETWORKS = [...['1', '2', '3', '4', '5', '6'].map((id) => network(id, `Ink ${id}`)), network('7', 'Inkling', { testnet: true }), network('8', 'Oak', { namespace: OTHER }), network('9', 'Elm', { namespace: THIRD })]
const fail = (error: unknown): Answer => () => {
  throw error
}
const push = (...views: Parameters<Made['kernel']['open']>[]): Scene => async ({ kernel }) => {
  await kernel.connect('Rabby')
  kernel.open('Account')
  for (const [view, params] of views) kernel.ports.router.push(view as 'SwitchNetwork', params as never)
}

const scenes: Record<string, { run: Scene; answer?: Answer; moves?: FakeWallet['moves'] }> = {
  'Connect': { run: async ({ kernel }) => open(kernel) },
  'Connect with consent, folded': { run: async ({ kernel }) => {
    kernel.setOptions({ features: { legalCheckbox: true, collapseWallets: true }, termsUrl: 'https://demo.example/terms' })
    await open(kernel)
  } },
  'Connect without wallets': { run: async ({ kernel, ctx }) => {
    ctx.modal.setLoading(true)
    kernel.setOptions({ excludedWallets: ['Rabby', 'Ledger', 'copy', 'Two'] })
    await open(kernel)
  } },
  'AllWallets': { run: async ({ kernel }) => open(kernel, 'AllWallets') },
  'AllWallets of a directory that fails': { run: async ({ kernel }) => {
    kernel.setOptions({ directory: async () => Promise.reject(new Error('down')) })
    await open(kernel, 'AllWallets')
  } },
  'WhatIsWallet': { run: async ({ kernel }) => open(kernel, 'WhatIsWallet') },
  'GetAWallet': { run: async ({ kernel }) => {
    kernel.setOptions({ directory: async () => ({ wallets: [{ id: 'a', name: 'Paper', stores: [{ store: 'chrome', url: 'https://store.example' }] }], total: 1 }) })
    await open(kernel, 'GetAWallet')
  } },
  'ConnectingExternal opening': { answer: forever, run: async ({ kernel }) => open(kernel, 'ConnectingExternal', { walletId: 'Rabby' }) },
  'ConnectingExternal rejected': { answer: fail(rejected()), run: async ({ kernel }) => open(kernel, 'ConnectingExternal', { walletId: 'Rabby' }) },
  'ConnectingExternal pending': { answer: fail(new LatchkeyError('wallet.request_pending', 'x')), run: async ({ kernel }) => open(kernel, 'ConnectingExternal', { walletId: 'Rabby' }) },
  'ConnectingExternal failed': { answer: fail(new LatchkeyError('wallet.bad_answer', 'x', { details: 'words' })), run: async ({ kernel }) => open(kernel, 'ConnectingExternal', { walletId: 'Rabby' }) },
  'ConnectingExternal popup blocked': { answer: fail(new LatchkeyError('wallet.popup_blocked', 'x')), run: async ({ kernel }) => open(kernel, 'ConnectingExternal', { walletId: 'Rabby' }) },
  'ConnectingExternal not installed': { run: async ({ kernel }) => open(kernel, 'ConnectingExternal', { walletId: 'Ledger' }) },
  'Account': { run: push() },
  'ProfileWallets': { run: push(['ProfileWallets']) },
  'Networks': { run: push(['Networks']) },
  'SwitchNetwork': { run: push(['Networks'], ['SwitchNetwork', { network: 'ink:2' }]), moves: forever },
  'SwitchNetwork rejected': { run: push(['Networks'], ['SwitchNetwork', { network: 'ink:2' }]), moves: () => Promise.reject(rejected()) },
  'SwitchActiveChain': { run: push(['SwitchActiveChain', { switchToChain: OTHER, navigateTo: 'Connect' }]) },
  'ConnectingMultiChain': { run: async ({ kernel }) => open(kernel, 'ConnectingMultiChain', { walletId: 'two' }) },
  'ConnectingMultiChain on its way': { run: async ({ kernel }) => {
    await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
    button('Connect all').click()
    await expect.poll(() => one('.view').textContent).toContain('Connecting Elm')
  } },
  'ConnectingMultiChain ended early': { run: async ({ kernel }) => {
    await open(kernel, 'ConnectingMultiChain', { walletId: 'two' })
    button('Connect all').click()
    await expect.poll(() => one('.view').textContent).toContain('Connecting Elm')
    button('Cancel').click()
    await expect.poll(() => one('.view').textContent).toContain('1 of 3 connected')
  } },
  'ProfileWallets, asked before parting': { run: async (made, wallet) => {
    await push(['ProfileWallets'])(made, wallet)
    await expect.poll(() => button('Disconnect Rabby from Oak')).toBeTruthy()
    button('Disconnect Rabby from Oak').click()
    await expect.poll(() => one('.view').textContent).toContain('Rabby cannot leave Oak alone')
  } },
  'ProfileWallets without a wallet': { run: async ({ kernel }) => open(kernel, 'ProfileWallets') },
  'Account where nobody is on the chain': { run: async ({ kernel }) => {
    await kernel.connect('two-ink')
    await kernel.switchNetwork('oak:8')
    await open(kernel, 'Account')
    await expect.poll(() => one('.view').textContent).toContain('No wallet on Oak yet')
  } },
  'Connect for one chain': { run: async ({ kernel }) => {
    await kernel.connect('two-ink')
    await kernel.switchNetwork('oak:8')
    await open(kernel, 'Account')
    await expect.poll(() => button('Connect on Oak')).toBeTruthy()
    button('Connect on Oak').click()
    await expect.poll(() => one('.view').textContent).toContain('Wallets for Oak')
  } },
  'UnsupportedChain': { run: push(['UnsupportedChain']) },
  'not installed': { run: push(['Swap']) },
  'a view that throws': { run: push(['parts.throws']) },
  'a view on its way': { run: push(['parts.waits']) },
  'a toast and an alert': { run: async (made, wallet) => {
    await push()(made, wallet)
    made.ctx.toasts.show({ message: 'Sent', variant: 'success', autoClose: false })
    made.ctx.alerts.raise({ id: 'a', title: 'Rate Limited', message: 'Wait a moment' })
  } },
}

const looks = [
  { name: 'dark', themeMode: 'dark', locale: 'en', width: 1000 },
  { name: 'light', themeMode: 'light', locale: 'en', width: 1000 },
  { name: 'right to left', themeMode: 'dark', locale: 'ar', width: 1000 },
  { name: '320 px', themeMode: 'light', locale: 'he', width: 320 },
] as const

async function violations(root: Element): Promise<string[]> {
  const { violations: found } = await axe.run(root, { rules: { region: { enabled: false } } })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`).join(' ')}`)
}

/** What sticks out of the card, which nobody could reach. */
const overflow = (): string[] => {
  const card = one('.card').getBoundingClientRect()
  return all('.view *, .header *').filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && !element.closest('.quiet') && (left < card.left - 1 || right > card.right + 1)
  }).map(({ className, textContent }) => `${className} ${textContent}`)
}

it.each(looks)('breaks no rule of accessibility in any state of any view: $name', { timeout: 60_000 }, async ({ themeMode, locale, width }) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await page.viewport(width, 700)
  later(() => void page.viewport(1000, 700))
  const problems: Record<string, string[]> = {}
  for (const [name, { run, answer, moves }] of Object.entries(scenes)) {
    const wallet = new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS), account('oak1abcdefghijklmnop', OTHER)]))
    if (moves) wallet.moves = moves
    const made = makeKernel({
      networks: NETWORKS,
      connectors: [
        connector('Rabby', { namespaces: ['ink', OTHER], answer: answer ?? (() => wallet) }),
        connector('two-ink', { name: 'Two' }),
        connector('two-oak', { name: 'Two', namespaces: [OTHER], answer: fail(rejected('Two')) }),
        connector('two-elm', { name: 'Two', namespaces: [THIRD], answer: forever }),
        connector('copy', { name: 'Rabby', rdns: 'evil.example' }),
        connector('Ledger', { kind: 'external', availability: () => 'missing', install: { homepage: 'https://ledger.example' } }),
      ],
      options: { themeMode, locale },
      setup(ctx) {
        ctx.views.add({ id: 'parts.throws', title: 'ui.accountTitle', render: { react: async () => () => {
          throw new Error('boom')
        } } })
        ctx.views.add({ id: 'parts.waits', title: 'ui.accountTitle', render: { react: forever } })
      },
    })
    drawWith(made.kernel)
    await made.kernel.ready
    await run(made, wallet)
    if (name === 'a view on its way') await expect.poll(() => isOpen()).toBe(true)
    else await settled()
    await Promise.allSettled(shadow().getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished))
    const host = hosts().at(-1)
    problems[name] = [...(host ? await violations(host) : ['nothing to see']), ...overflow()]
    cleanUp()
  }
  expect(Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length))).toEqual({})
})

it('breaks none with its buttons', async () => {
  const { kernel } = makeKernel()
  later(() => kernel.dispose())
  const { host } = draw(<LatchkeyProvider kernel={kernel}><ConnectButton /><AccountButton /><NetworkButton /></LatchkeyProvider>)
  await kernel.ready
  const connect = await vi.waitUntil(() => host.querySelector('span')?.shadowRoot?.querySelector('button'))
  for (const point of [userEvent.hover, userEvent.unhover]) {
    await point(connect)
    await frame()
    expect(await violations(host)).toEqual([])
  }
  await kernel.connect('Rabby')
  await frame()
  expect(await violations(host)).toEqual([])
})
