import { cutOffWords, foreignWords, pseudoCatalogue } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  headline,
  isOpen,
  openPage,
  outcome,
  shadow,
  shows,
  text,
  until,
} from '../../test/page.js'
import { english } from '../messages.js'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => {
  cleanUp()
  vi.restoreAllMocks()
})
const SIGNATURE = /^0x[0-9a-f]{130}$/

it('The view shows the request, its source and the signer, and the wallet follows the confirmation', async () => {
  const { ask, wallet } = await openPage()
  const asked = outcome(ask())
  await shows('Sign a message')
  for (const words of [
    'hello',
    'Paper Shop',
    location.host,
    'Bench',
    'Ethereum',
    wallet.address.slice(0, 6),
  ])
    expect(text()).toContain(words)
  expect(wallet.asked).not.toContain('personal_sign')
  button('Confirm').click()
  expect(await asked).toMatch(SIGNATURE)
  await until(() => expect(isOpen()).toBe(false))
})

it('Esc declines a request, and a key that was held before does not confirm it', async () => {
  const { ask, wallet } = await openPage()
  const asked = outcome(ask())
  await shows('Sign a message')
  await until(() => expect(shadow().activeElement).toBe(headline()))
  await userEvent.keyboard('{Enter} ')
  expect([isOpen(), wallet.asked.includes('personal_sign')]).toEqual([true, false])
  await userEvent.keyboard('{Escape}')
  expect(await asked).toBe('wallet.user_rejected')
  await until(() => expect(isOpen()).toBe(false))
  expect(wallet.asked).not.toContain('personal_sign')
})

it('The next request follows, and a double click or a held key does not confirm it', async () => {
  const { ask, message, wallet } = await openPage()
  const asked = ['one', 'two', 'three'].map((words) => outcome(ask({ params: message(words) })))
  await shows('1 of 3')
  await userEvent.dblClick(button('Confirm'))
  await shows('2 of 3')
  expect(text()).toContain('two')
  await until(() => expect(shadow().activeElement).toBe(headline()))
  button('Confirm').focus()
  await userEvent.keyboard('{Enter>5/}')
  await shows('3 of 3')
  await until(() => expect(shadow().activeElement).toBe(headline()))
  button('Reject').click()
  expect(await Promise.all(asked)).toEqual([
    expect.stringMatching(SIGNATURE),
    expect.stringMatching(SIGNATURE),
    'wallet.user_rejected',
  ])
  expect(wallet.asked.filter((what) => what === 'personal_sign')).toHaveLength(2)
})

it('Invisible characters are shown as codes with a warning', async () => {
  const { ask, message } = await openPage()
  const asked = outcome(ask({ params: message('Pay \u202E000,1\u202C to al\u200Bice') }))
  await shows('Pay [U+202E]000,1[U+202C] to al[U+200B]ice')
  expect(text()).toContain('This text has characters that cannot be seen')
  expect(text()).toContain('Not everything here could be read. Look at it in your wallet.')
  expect(/[\u202A-\u202E\u200B]/.test(text())).toBe(false)
  button('Reject').click()
  await asked
})

it('The spender and an unlimited approval come first, with a warning', async () => {
  const { ask, wallet } = await openPage()
  const field = (name: string, type: string) => ({ name, type })
  const data = {
    types: {
      EIP712Domain: [
        field('name', 'string'),
        field('chainId', 'uint256'),
        field('verifyingContract', 'address'),
      ],
      Permit: [field('owner', 'address'), field('spender', 'address'), field('value', 'uint256')],
    },
    domain: {
      name: 'USD Coin',
      chainId: 1,
      verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    primaryType: 'Permit',
    message: {
      owner: wallet.address,
      spender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: `${2n ** 256n - 1n}`,
    },
  }
  const asked = outcome(
    ask({ method: 'eth_signTypedData_v4', params: [wallet.address, JSON.stringify(data)] }),
  )
  await shows('Without a limit')
  const rows = [...all('.view .stack > dl')[1]!.querySelectorAll(':scope > div')].map(
    ({ textContent }) => textContent,
  )
  expect(rows.slice(0, 2)).toEqual([
    expect.stringMatching(/^Spender.*without asking again$/),
    expect.stringMatching(/^Amount in the smallest unit.*Without a limit$/),
  ])
  expect([all('.view dl .warning').length, text().includes('Calls itselfUSD Coin')]).toEqual([
    2,
    true,
  ])
  button('Reject').click()
  await asked
})

it('The rows of several calls stay together, with the warnings above them (audit M6f)', async () => {
  const { ask, wallet } = await openPage()
  const [one, two] = [
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ]
  const approve = (spender: string) => ({
    to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    data: `0x095ea7b3${spender.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`,
  })
  const asked = outcome(
    ask({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          from: wallet.address,
          chainId: '0x1',
          atomicRequired: true,
          calls: [
            { to: one, value: '0x1' },
            approve(two),
            { to: one, value: '0x0', input: approve(one).data },
          ],
        },
      ],
    }),
  )
  await shows('Several calls')
  const rows = [...all('.view .stack > dl')[1]!.querySelectorAll(':scope > div > dt')].map(
    ({ textContent }) => textContent,
  )
  expect(rows.slice(0, 6)).toEqual([
    'Send',
    'To',
    'Amount',
    'Let somebody spend a token',
    'Contract',
    'Spender',
  ])
  expect(all('.view .stack > .warning').map(({ textContent }) => textContent)).toEqual([
    'They can take this without asking again',
    'This cannot be read',
  ])
  button('Reject').click()
  await asked
})

it('A request that hands over an account is described as such (audit M6a)', async () => {
  const { ask, wallet } = await openPage()
  const asked = outcome(
    ask({
      method: 'eth_sendTransaction',
      params: [
        {
          from: wallet.address,
          to: wallet.address,
          value: '0x0',
          authorizationList: [
            { chainId: '0x1', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', nonce: '0x0' },
          ],
        },
      ],
    }),
  )
  await shows('Hand over your account')
  expect(headline().textContent).toBe('Hand over your account')
  expect(text()).toContain('This code will control your whole account')
  button('Reject').click()
  expect(await asked).toBe('wallet.user_rejected')
})

it('A request that cannot be described is shown raw and cut, and in full on demand', async () => {
  const { ask } = await openPage({ rpcPolicy: { allow: { wallet_odd: 'sign' } } })
  const long = '</pre><img src=x onerror=alert(1)>'.repeat(200)
  const asked = outcome(
    ask({ method: 'wallet_odd', params: [{ amount: 12n, long, end: 'the end' }] }),
  )
  await shows('Unknown request')
  expect(text()).toContain('wallet_odd')
  expect(text()).toContain('"amount": "12n"')
  expect(text()).not.toContain('the end')
  button('Show all').click()
  await shows('the end')
  expect(all('.view img[src=x]')).toEqual([])
  button('Reject').click()
  await asked
})

it('A change of account removes the request and says so', async () => {
  const { ask, wallet } = await openPage()
  const asked = outcome(ask())
  await shows('Sign a message')
  wallet.show('other')
  expect(await asked).toBe('wallet.account_changed')
  await until(() =>
    expect(
      all('.toast')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('The account or network changed'),
  )
  await until(() => expect(isOpen()).toBe(false))
})

it('The request is described in the visitor’s language, except for names and the message', async () => {
  const { ask, kernel } = await openPage({ locale: 'ar' })
  const asked = outcome(ask())
  await shows('تأكيد')
  expect(getComputedStyle(all('.view')[0]!).direction).toBe('rtl')
  kernel.setLocale('de')
  await shows('Bestätigen')
  await shows('So erhält es Ihre Wallet')
  button('Ablehnen').click()
  expect(await asked).toBe('wallet.user_rejected')
})

it('Every text comes from the catalogue, and longer texts have room', async () => {
  const kit = {
    'ui.requestRaw': 'As your wallet gets it',
    'ui.requestMethod': 'Method',
    'ui.requestParams': 'Content',
    'ui.requestUnknown':
      'This request could not be put into words. Confirm it only if you know what it does.',
    'ui.copyDetails': 'Copy details',
    'ui.showAll': 'Show all',
  }
  const texts = pseudoCatalogue({ ...english, ...kit })
  const { ask } = await openPage({
    locale: 'en-XA',
    texts,
    rpcPolicy: { allow: { wallet_odd: 'sign' } },
  })
  const asked = [outcome(ask({ method: 'wallet_odd', params: ['x'.repeat(3000)] })), outcome(ask())]
  await shows('wallet_odd')
  const view = all('.view')[0]!
  expect([...foreignWords(view, texts, ['Bench']), ...cutOffWords(all('.card')[0]!)]).toEqual([])
  await userEvent.keyboard('{Escape}')
  await Promise.all(asked)
})
