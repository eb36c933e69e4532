// Tests of the view with a wallet that really signs, and of each state in a pseudo-language that marks
// the texts of the catalogue.
import { evm } from '@latchkey/evm'
import type { Kernel } from '@latchkey/kernel'
import { LatchkeyError } from '@latchkey/plugin-api'
import { cutOffWords, foreignWords, pseudoCatalogue } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import axe from 'axe-core'
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  later,
  openPage,
  request,
  shadow,
  shows,
  standing,
  text,
} from '../../test/page.js'
import { browserStore, siwx, type SiwxApi, type SiwxState } from '../index.js'
import { english } from '../messages.js'

const VIEW = 'SIWXSignMessage'
beforeEach(() => browser.viewport(1000, 700))
afterEach(cleanUp)

async function connected(required: boolean) {
  const wallet = new Eip155Wallet({ chains: [1] })
  later(wallet.install())
  const kernel = (await openPage([
    evm({ networks: [mainnet] }),
    siwx({ store: browserStore(), required, statement: 'I accept the terms.' }),
  ])) as Kernel & { plugins: { siwx: SiwxApi } }
  kernel.open()
  await vi.waitFor(() => expect(kernel.ports.connectors.find('test.bench')).toBeDefined(), {
    timeout: 10_000,
  })
  await kernel.connect('test.bench')
  await shows('Sign in to')
  return {
    wallet,
    kernel,
    isOpen: () => kernel.ports.modal.get().open,
    view: () => kernel.ports.router.get().at(-1)?.view,
    shakes: () => kernel.ports.modal.get().shakes,
  }
}

it(
  'The view shows domain, statement, account, network and both actions [VIEW-17]',
  { timeout: 60_000 },
  async () => {
    const { wallet, isOpen, kernel } = await connected(true)
    expect(text()).toContain(`Sign in to ${location.host}`)
    for (const words of [
      'I accept the terms.',
      wallet.address.slice(0, 6),
      'Ethereum',
      'It costs nothing',
    ])
      expect(text()).toContain(words)
    await userEvent.click(button('Show what you sign'))
    expect(all('pre')[0]?.textContent).toBe(kernel.plugins.siwx.session.get().request?.message)
    expect(button('Cancel')).toBeDefined()
    const { violations } = await axe.run(
      document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')!,
      { rules: { region: { enabled: false } } },
    )
    expect(violations.map(({ help }) => help)).toEqual([])
    await userEvent.click(button('Sign'))
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 20_000 })
    expect(wallet.asked).toEqual(['eth_requestAccounts', 'personal_sign'])
  },
)

it(
  'The view of a required sign-in stays: Esc, backdrop and close button shake it [CLOSE-06]',
  { timeout: 60_000 },
  async () => {
    const { isOpen, view, shakes } = await connected(true)
    all('h1')[0]?.focus()
    await userEvent.keyboard('{Escape}')
    expect([isOpen(), view(), shakes()]).toEqual([true, VIEW, 1])
    await userEvent.click(all('dialog')[0]!, { position: { x: 5, y: 5 } })
    expect([isOpen(), view(), shakes()]).toEqual([true, VIEW, 2])
    await userEvent.click(button('Close'))
    expect([isOpen(), view(), shakes()]).toEqual([true, VIEW, 3])
    expect(all('[part=back]')).toEqual([])
  },
)

it(
  'The view closes where sign-in is optional, and where there is a session [CLOSE-07]',
  { timeout: 60_000 },
  async () => {
    const optional = await connected(false)
    await userEvent.click(button('Close'))
    expect(optional.isOpen()).toBe(false)
    cleanUp()
    const { kernel, isOpen, view } = await connected(true)
    await userEvent.click(button('Sign'))
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 20_000 })
    kernel.open(VIEW)
    await shows('You are signed in')
    expect(view()).toBe(VIEW)
    await userEvent.click(button('Close'))
    expect(isOpen()).toBe(false)
  },
)

it(
  'The view says that the visitor declined, and goes on by Enter',
  { timeout: 60_000 },
  async () => {
    const { wallet, isOpen } = await connected(true)
    wallet.behave({ reject: { code: 4001, message: 'no' } })
    await userEvent.click(button('Sign'))
    await shows('Signature declined')
    await vi.waitFor(() => expect(all('.toasts')[0]?.textContent).toContain('Signature declined'))
    await vi.waitFor(() => expect(shadow().activeElement?.textContent).toBe('Try again'))
    wallet.behave('accept')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 20_000 })
  },
)

it(
  'The view waits while the wallet is asked, and ignores a second press',
  { timeout: 60_000 },
  async () => {
    const { wallet, isOpen } = await connected(true)
    wallet.behave('silence')
    await userEvent.click(button('Sign'))
    await shows('Confirm in Bench')
    expect(button('Sign').getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button('Sign'))
    wallet.answerLate()
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 20_000 })
    expect(wallet.asked.filter((what) => what === 'personal_sign')).toHaveLength(1)
  },
)

it('The view can be left while the session is looked up', async () => {
  const { plugin, set } = standing(true)
  const kernel = await openPage([plugin])
  set({ status: 'checking' })
  kernel.open(VIEW)
  await vi.waitFor(() => expect(button('Cancel')).toBeDefined(), { timeout: 10_000 })
})

/** The modal's texts that an error brings with it. */
const PSEUDO = pseudoCatalogue({
  ...english,
  'ui.details': 'Details',
  'ui.copyDetails': 'Copy details',
  'ui.explain': 'Explain this error',
  'errors.unknown': 'Something went wrong.',
})
const states: Readonly<Record<string, SiwxState>> = {
  asking: { status: 'asking', request },
  signing: { status: 'signing', request },
  verifying: { status: 'verifying', request },
  leaving: { status: 'leaving', request },
  idle: { status: 'idle' },
  declined: { status: 'asking', request, error: new LatchkeyError('wallet.user_rejected', 'no') },
  refused: {
    status: 'asking',
    request,
    error: new LatchkeyError('siwx.bad_signature', 'no', {
      context: { accountAddress: 'a', chainId: 'eip155:1' },
    }),
  },
  clock: {
    status: 'asking',
    request,
    error: new LatchkeyError('siwx.server_refused', 'no', {
      context: { serverCode: 'siwx.not_yet_valid' },
    }),
  },
  signedIn: { status: 'signedIn' },
  smart: {
    status: 'asking',
    request: { ...request, account: { ...request.account, type: 'smartAccount' } },
    error: new LatchkeyError('rpc.failed', 'no', { context: { method: 'm' } }),
  },
}
it(
  'The view shows and announces only texts of the catalogue, and has room for longer words',
  { timeout: 120_000 },
  async () => {
    await browser.viewport(360, 740)
    const { plugin, set } = standing(true)
    const kernel = await openPage([plugin], { locale: 'en-XA', texts: PSEUDO })
    kernel.open(VIEW)
    const problems: Record<string, string[]> = {}
    for (const [name, state] of Object.entries(states)) {
      set(state)
      await vi.waitFor(() => expect(all('.view h2')).toHaveLength(1), { timeout: 10_000 })
      for (const details of all('details')) details.setAttribute('open', '')
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const found = [...foreignWords(all('.view')[0]!, PSEUDO), ...cutOffWords(all('.card')[0]!)]
      if (found.length) problems[name] = found
    }
    expect(problems).toEqual({})
  },
)
