import { LatchkeyError } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ALICE,
  ALIKE,
  ALIKE_NAME,
  all,
  BOB,
  button,
  cleanUp,
  FALSE,
  FEE,
  field,
  FILLED,
  HELD,
  INK,
  KNOWN,
  NETWORK,
  ok,
  ONE,
  openPage,
  PEN,
  REVIEW,
  said,
  sent,
  shadow,
  shows,
  text,
  type Page,
} from '../../test/page.js'
import type { SendState } from '../api.js'

afterEach(() => {
  cleanUp()
  Reflect.deleteProperty(navigator, 'onLine')
  vi.restoreAllMocks()
})

const open = async (
  view: 'send.form' | 'send.token' | 'send.contacts' | 'send.review' | 'send.sent',
  state: Partial<SendState> = {},
): Promise<Page> => {
  const page = await openPage(state)
  page.kernel.open(view)
  await vi.waitFor(() => expect(all('.view')[0]?.getAttribute('data-view')).toBe(view), {
    timeout: 10_000,
  })
  await vi.waitFor(() => expect(text()).not.toBe(''), { timeout: 10_000 })
  return page
}
const says = (words: string): Promise<void> =>
  vi.waitFor(() => expect(said()).toContain(words), { timeout: 10_000 })
const submit = (): HTMLButtonElement => all('form button[type=submit]')[0] as HTMLButtonElement
const addresses = (): (string | null)[] =>
  all('[data-address]').map(({ textContent }) => textContent)

const CONTACTS = [
  { name: 'Bob', address: BOB },
  { name: 'Carol', address: KNOWN },
]
describe('contacts', () => {
  it('A contact is shown by name in place of the warning about a new receiver (audit C9)', async () => {
    await open('send.form', {
      ...FILLED,
      contacts: CONTACTS,
      receiver: ok({ isFirst: true, contact: 'Bob' }),
    })
    await shows('Bob is one of your contacts.')
    await says('Bob is one of your contacts.')
    expect(text()).not.toContain('never sent to')
  })

  it('Contacts are offered where the field is empty and there are contacts (audit C9)', async () => {
    const page = await open('send.form', { ...HELD, contacts: CONTACTS })
    await shows('Choose a contact')
    button('Choose a contact').click()
    expect(page.at()).toBe('send.contacts')
    page.kernel.ports.router.back()
    await shows('Choose a contact')
    page.set({ receiverAddress: BOB, receiver: ok() })
    await vi.waitFor(() => expect(text()).not.toContain('Choose a contact'))
    page.set({ receiverAddress: '', receiver: { status: 'empty' }, contacts: [] })
    await vi.waitFor(() => expect(field('To').value).toBe(''))
    expect(text()).not.toContain('Choose a contact')
  })

  it('A contact is chosen by keyboard from a list that a screen reader can name (audit C9)', async () => {
    const page = await open('send.form', { ...HELD, contacts: CONTACTS })
    page.kernel.ports.router.push('send.contacts')
    await shows('Carol')
    const list = all('ul')[0]!
    expect(list.getAttribute('aria-label')).toBe('Contacts')
    const rows = all('.row') as HTMLButtonElement[]
    expect(rows.map((row) => row.querySelector('.name')?.textContent)).toEqual(['Bob', 'Carol'])
    rows[0]!.focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(page.calls).toContainEqual(['setReceiver', KNOWN])
    expect(page.at()).toBe('send.form')
  })

  it('Contacts are searched by name and address, and the number of results is announced (audit C9)', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      name: `Friend ${index}`,
      address: `0x${String(index).padStart(40, '0')}`,
    }))
    await open('send.contacts', { ...HELD, contacts: [...many, ...CONTACTS] })
    await shows('22 more: search by name.')
    await userEvent.fill(field('Search by name or address'), 'carol')
    await vi.waitFor(() => expect(all('.row').length).toBe(1))
    await says('One contact found')
    await userEvent.fill(field('Search by name or address'), 'nobody')
    await shows('You have no such contact on this network.')
  })

  it('The positions of different characters are named, one and several (audit C9)', async () => {
    const page = await open('send.form', ALIKE)
    await shows('characters no. 7–36 (it has 42 in all)')
    page.set({
      receiver: ok({
        ...ALIKE.receiver,
        lookalike: { known: FALSE.replace(/.$/, '7'), from: 'account', differences: [[41, 42]] },
      }),
    })
    await shows('character no. 42 (it has 42 in all)')
  })
})

describe('the form', () => {
  it('The form reads the balances, chooses the first token, and shows its balance and value', async () => {
    const page = await open('send.form', { tokenBalances: [INK, PEN] })
    await vi.waitFor(() =>
      expect(page.calls).toEqual(expect.arrayContaining([['load'], ['setToken', INK]])),
    )
    page.set({ token: INK })
    await shows('Balance: 1.25 INK ($2,500.00)')
  })

  it.each([
    ['1200', 0, '1,200'],
    ['1200.50', 2, '1,200.5'],
    ['1200', 2, '1,200'],
    ['0.00000001', 8, '0.00000001'],
    ['1.00000001', 8, '1'],
    ['0', 8, '0'],
    ['123456.7890129', 18, '123,456.789012'],
  ])('A balance of %s with %i decimals is shown as %s', async (numeric, decimals, shown) => {
    await open('send.form', { ...HELD, token: { ...PEN, quantity: { decimals, numeric } } })
    await shows(`Balance: ${shown} PEN`)
  })

  it.each<[string, Partial<SendState>]>([
    ['Choose what to send', { token: undefined, tokenBalances: [] }],
    ['Enter an amount', { sendTokenAmount: ' ' }],
    ['Change the amount', { value: undefined, amountProblem: 'send.amountInvalid' }],
    ['Enter a receiver', { receiverAddress: '', receiver: { status: 'empty' } }],
    ['Looking up the receiver…', { receiver: { status: 'checking' } }],
    ['Change the receiver', { receiver: { status: 'refused', problem: 'send.mistyped' } }],
    ['Compare the addresses first', ALIKE],
    ['Compare the names first', ALIKE_NAME],
  ])('The button says why nothing can be sent: %s', async (reason, state) => {
    const page = await open('send.form', { ...FILLED, ...state })
    await vi.waitFor(() => expect(submit().textContent).toBe(reason))
    expect(submit().disabled).toBe(true)
    submit().click()
    all('form')[0]!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
    expect(page.calls.map(([name]) => name)).not.toContain('send')
  })

  it('The form does not send while the browser is offline', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    await open('send.form', FILLED)
    expect([submit().textContent, submit().disabled]).toEqual(['You are offline', true])
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(submit().textContent).toBe('Review'))
  })

  it('The review is requested by the button, and by Enter in a field', async () => {
    const page = await open('send.form', FILLED)
    submit().click()
    await userEvent.click(field('Amount'))
    await userEvent.keyboard('{Enter}')
    expect(page.calls.filter(([name]) => name === 'send')).toHaveLength(2)
    page.set({ loading: true })
    await vi.waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('true'))
    submit().click()
    expect(page.calls.filter(([name]) => name === 'send')).toHaveLength(2)
    button('Stop waiting').click()
    expect(page.calls.at(-1)).toEqual(['stopWaiting'])
    page.set({ loading: false })
    await vi.waitFor(() => expect(text()).not.toContain('Stop waiting'))
  })

  it('An unanswered request is shown as one that may still be sent', async () => {
    const { link: _, ...asked } = sent('unanswered', { kind: 'request' })
    const page = await open('send.form', { ...HELD, sent: [asked] })
    await shows('Not answered yet')
    button(/Not answered yet/).click()
    await shows('If you agree there, it is sent. Look there before you send it again.')
    button('Remove').click()
    expect(page.calls).toContainEqual(['dismiss', '0xunanswered'])
  })

  it('The form hands on typed text letter by letter', async () => {
    const page = await open('send.form', HELD)
    await userEvent.type(field('Amount'), '7')
    await userEvent.type(field('To'), 'b')
    expect(page.calls).toEqual(
      expect.arrayContaining([
        ['setAmount', '7'],
        ['setReceiver', 'b'],
      ]),
    )
    expect([field('Amount').inputMode, field('Amount').dir]).toEqual(['decimal', 'ltr'])
  })

  it('The form says by how much an amount is too large, and what is missing for the fee', async () => {
    const page = await open('send.form', {
      ...FILLED,
      value: 2n * ONE,
      amountProblem: 'send.amountTooMuch',
    })
    await shows('You have 1.25 INK. 0.75 INK is missing.')
    page.set({ value: (125n * ONE) / 100n, amountProblem: 'send.feeTooMuch' })
    await shows('The network fee is 0.001 INK. 0.001 INK is missing for it.')
    expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
    page.set({
      value: (12n * ONE) / 10n,
      amountProblem: 'send.mustStay',
      fee: { status: 'known', amount: FEE, reserve: ONE / 10n },
    })
    await shows('Leave 0.1 INK in the account, beside the fee. 0.051 INK is missing.')
    page.set({ token: PEN, value: undefined, amountProblem: 'send.amountDecimals' })
    await shows('PEN has 2 decimal places.')
  })

  it('The amount is converted between token and dollars, and the maximum is requested', async () => {
    const page = await open('send.form', FILLED)
    await shows('≈ $1,000.00')
    button('Enter US dollars').click()
    button('Max').click()
    expect(page.calls).toEqual(expect.arrayContaining([['setUnit', 'fiat'], ['max']]))
    page.set({ unit: 'fiat', sendTokenAmount: '1000' })
    await shows('≈ 0.5 INK')
    button('Enter INK').click()
    expect(page.calls.at(-1)).toEqual(['setUnit', 'token'])
    page.set({ token: PEN, unit: 'token' })
    await vi.waitFor(() => expect(text()).not.toContain('Enter US dollars'))
  })

  it('A receiver is pasted, and a refused clipboard is announced', async () => {
    const read = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(` ${BOB}\n`)
    const page = await open('send.form', HELD)
    button('Paste').click()
    await vi.waitFor(() => expect(page.calls).toContainEqual(['setReceiver', BOB]))
    read.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    button('Paste').click()
    await says('The browser did not allow pasting')
  })

  it('The form says that the network spells the entered address differently', async () => {
    const page = await open('send.form', { ...FILLED, receiverAddress: 'another-spelling' })
    await shows('This is the account that you entered, as this network spells it.')
    for (const receiverAddress of [BOB, ` ${BOB.toUpperCase()} `, `ink:${BOB}?amount=1`]) {
      page.set({ receiverAddress })
      await vi.waitFor(() => expect(text()).not.toContain('as this network spells it'))
      page.set({ receiverAddress: 'another-spelling' })
      await shows('as this network spells it')
    }
    expect(
      [...all('[data-address]')[0]!.children].map(({ textContent }) => textContent!.length),
    ).toEqual([6, ...Array.from({ length: 9 }, () => 4)])
  })

  it('The whole address is shown beside a name, with a note for new receivers and own accounts', async () => {
    const page = await open('send.form', {
      ...FILLED,
      receiverAddress: 'bob.ink',
      receiverProfileName: 'bob.ink',
      receiver: ok({ isFirst: true }),
    })
    await shows('You have never sent to this address from here.')
    expect(addresses()).toEqual([BOB])
    // People compare both ends of an address.
    expect([...all('[data-address] > span')].map(({ textContent }) => textContent)).toEqual([
      '0x7099',
      '7970',
      'C518',
      '12dc',
      '3A01',
      '0C7d',
      '01b5',
      '0e0d',
      '17dc',
      '79C8',
    ])
    expect(all('.view strong').map(({ textContent }) => textContent)).toContain('bob.ink')
    await says(`bob.ink has the address ${BOB}`)
    for (const [receiverNameSource, words] of [
      ['own', 'A name of this site'],
      ['ens', 'A name of ENS'],
      ['phone-book', 'A name from phone-book'],
    ] as const) {
      page.set({ receiverNameSource })
      await shows(words)
    }
    page.set({ receiver: ok({ isFirst: true, isOwn: true }) })
    await shows('This is one of your own accounts.')
    expect(text()).not.toContain('You have never sent')
    button('Clear').click()
    expect(page.calls.at(-1)).toEqual(['setReceiver', ''])
  })

  it('An address of another network is refused with the name of that network', async () => {
    await open('send.form', {
      ...FILLED,
      receiverAddress: 'x',
      receiver: {
        status: 'refused',
        problem: 'send.otherFamily',
        params: { family: 'Solana', network: 'Inkwell' },
      },
    })
    expect(all('[role=alert]').map(({ textContent }) => textContent)).toEqual([
      'This address is for Solana. You are sending on Inkwell.',
    ])
    expect(field('To').getAttribute('aria-invalid')).toBe('true')
  })

  it('The network fee is shown, or that it is not known', async () => {
    const page = await open('send.form', FILLED)
    await shows('≈ 0.001')
    page.set({ fee: { status: 'loading' } })
    await shows('The network fee is being estimated')
    page.set({ fee: { status: 'failed' } })
    await shows('Not known, your wallet will show it')
  })

  it('A failed payment is shown with its error code, and a declined one without', async () => {
    const page = await open('send.form', {
      ...FILLED,
      error: new LatchkeyError('wallet.user_rejected', 'x'),
    })
    await shows('You cancelled. Nothing was sent.')
    expect(text()).not.toContain('wallet.user_rejected')
    page.set({ error: new LatchkeyError('rpc.failed', 'x', { context: { method: 'm' } }) })
    await shows('It was not sent')
    expect(text()).toContain('rpc.failed')
  })

  it('An empty account, an unreadable balance and a chain that cannot send each have a text', async () => {
    const page = await open('send.form', {
      tokenBalances: [{ ...INK, quantity: { decimals: 18, numeric: '0' } }],
    })
    await shows('Nothing to send')
    const loads = (): number => page.calls.filter(([name]) => name === 'load').length
    await vi.waitFor(() => expect(loads()).toBe(1))
    page.set({ tokenBalances: [], lastRetry: Date.now() })
    await shows(/Your balance could not be read. It is tried again in (30|2\d) s/)
    expect(() => button('Try again')).toThrow('No button')
    // The failure is old enough: the view reads the balances again, and so does the button.
    page.set({ lastRetry: 1 })
    await vi.waitFor(() => expect(loads()).toBe(2))
    button('Try again').click()
    expect(loads()).toBe(3)
    cleanUp()
    const nobody = await openPage(FILLED, { api: { canSend: () => false } })
    nobody.kernel.open('send.form')
    await shows('Sending is not possible here')
  })

  it('The newest transaction is shown, and leads to the list of all', async () => {
    const page = await open('send.form', { ...HELD, sent: [sent('pending'), sent('success')] })
    button(/^On its way/).click()
    await vi.waitFor(() => expect(page.at()).toBe('send.sent'))
  })
})

describe('A look-alike of a known address', () => {
  const marked = (at: number): string =>
    [...all('[data-address]')[at]!.querySelectorAll('mark')]
      .map(({ textContent }) => textContent)
      .join('')

  it('A look-alike blocks the form and shows both addresses with their differences', async () => {
    await open('send.form', ALIKE)
    await shows('This address only looks like one you know')
    await shows('It is not the address of Carol.')
    expect(addresses()).toEqual([FALSE, KNOWN])
    expect([marked(0), marked(1)]).toEqual([FALSE.slice(6, 36), KNOWN.slice(6, 36)])
    const mark = getComputedStyle(all('mark')[0]!)
    expect([mark.fontWeight, mark.textDecorationLine]).toEqual(['700', 'underline'])
    expect(text()).toContain('characters no. 7–36 (it has 42 in all)')
    expect(submit().disabled).toBe(true)
    await says('This address only looks like one you know')
    expect(
      all('[aria-live=assertive]')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('only looks like')
  })

  it('A look-alike is kept only after the visitor accepts it, and the focus goes on to the button', async () => {
    const page = await openPage(ALIKE, {
      api: {
        acceptLookalike: () =>
          page.set({ receiver: { ...ALIKE.receiver, isLookalikeAccepted: true } }),
      },
    })
    page.kernel.open('send.form')
    await shows('I compared them, keep this one')
    button('I compared them, keep this one').click()
    await shows('You wanted to keep it.')
    expect([submit().textContent, submit().disabled]).toEqual(['Review', false])
    await vi.waitFor(() => expect(shadow().activeElement).toBe(submit()))
  })

  it('A look-alike can be replaced by the known address', async () => {
    const page = await open('send.form', ALIKE)
    await shows('Use the address I know')
    button('Use the address I know').click()
    expect(page.calls.at(-1)).toEqual(['setReceiver', KNOWN])
    page.set({ receiverAddress: KNOWN, receiver: { status: 'checking' } })
    await vi.waitFor(() => expect(shadow().activeElement?.contains(field('To'))).toBe(true))
  })

  it.each([
    ['history', 'You sent to a very similar address before.'],
    ['account', 'It is not your own account.'],
  ] as const)(
    'A look-alike is shown with the source of the known address: %s',
    async (from, words) => {
      await open('send.form', {
        ...ALIKE,
        receiver: ok({
          address: FALSE,
          lookalike: {
            known: KNOWN,
            from,
            differences: [
              [6, 7],
              [9, 10],
            ],
          },
        }),
      })
      await shows(words)
      await shows('characters no. 7, 10 (it has 42 in all)')
    },
  )
})

describe('a name that looks like a known one', () => {
  const named = (): string[] => all('[data-name]').map(({ textContent }) => textContent)

  it('A name that looks like a contact’s blocks the form and shows both with their addresses', async () => {
    await open('send.form', ALIKE_NAME)
    await shows('This name only looks like one you know')
    await shows('It is not carol.ink, one of your contacts.')
    expect(named()).toEqual(['car01.ink', 'carol.ink'])
    expect(all('[data-address]').map((each) => each.dataset['address'])).toEqual([BOB, KNOWN])
    expect(all('mark').map(({ textContent }) => textContent)).toEqual(['01', 'ol'])
    expect(text()).toContain('characters no. 4–5 (it has 9 in all)')
    expect([submit().textContent, submit().disabled]).toEqual(['Compare the names first', true])
    await says('This name only looks like one you know')
  })

  it('A name that looks like the visitor’s own is said to be another one', async () => {
    const { similarName, ...rest } = ALIKE_NAME.receiver
    await open('send.form', {
      ...ALIKE_NAME,
      receiver: { ...rest, similarName: { ...similarName!, from: 'account' } },
    })
    await shows('It is not carol.ink, which is your own.')
  })

  it('Such a name is kept only after the visitor accepts it, and is said to be another one', async () => {
    const page = await openPage(ALIKE_NAME, {
      api: {
        acceptLookalike: () =>
          page.set({ receiver: { ...ALIKE_NAME.receiver, isLookalikeAccepted: true } }),
      },
    })
    page.kernel.open('send.form')
    await shows('I compared them, keep this one')
    button('I compared them, keep this one').click()
    await shows('Its name looks like one that you know, and is another one.')
    expect([submit().textContent, submit().disabled]).toEqual(['Review', false])
    await vi.waitFor(() => expect(shadow().activeElement).toBe(submit()))
  })

  it('Such a name can be replaced by the address that the visitor knows', async () => {
    const page = await open('send.form', ALIKE_NAME)
    await shows('Use the address I know')
    button('Use the address I know').click()
    expect(page.calls.at(-1)).toEqual(['setReceiver', KNOWN])
  })
})

describe('the list of tokens', () => {
  const many = [
    INK,
    PEN,
    ...Array.from({ length: 6 }, (_, index) => ({
      ...PEN,
      address: `0x${index}`,
      symbol: `T${index}`,
      name: `Token ${index}`,
    })),
  ]

  it('Tokens are searched by name, symbol and address, and the number of results is announced', async () => {
    await open('send.token', { ...HELD, tokenBalances: many })
    const rows = (): (string | null)[] => all('.list .name').map(({ textContent }) => textContent)
    expect(rows()).toHaveLength(8)
    await userEvent.type(field('Search by name or symbol'), 'FOUNTAIN')
    await vi.waitFor(() => expect(rows()).toEqual(['PEN']))
    await says('One token found')
    await userEvent.type(field('Search by name or symbol'), '?')
    await shows('Nothing found')
  })

  it('The token in use is marked, and choosing another one goes back to the form', async () => {
    const page = await open('send.form', HELD)
    button(/Balance/).click()
    await vi.waitFor(
      () =>
        expect(all('[aria-current]').map(({ textContent }) => textContent)).toEqual([
          expect.stringContaining('INK'),
        ]),
      { timeout: 10_000 },
    )
    button(/^PPEN/).click()
    expect(page.calls).toContainEqual(['setToken', PEN])
    await vi.waitFor(() => expect(page.at()).toBe('send.form'))
  })

  it('Invisible characters in the name of a token are made visible', async () => {
    await open('send.token', {
      tokenBalances: [INK, { ...PEN, symbol: 'INK\u200b', name: '\u202eknI' }],
    })
    await shows(/INK\[U\+200B\]/)
    expect(text()).toContain('[U+202E]knI')
  })
})

describe('the review', () => {
  it('The review shows everything that the visitor agrees to, and takes none of it from the form', async () => {
    // The form holds another payment than the review.
    await open('send.review', {
      ...FILLED,
      token: PEN,
      sendTokenAmount: '99',
      value: 99n,
      receiverAddress: FALSE,
      receiver: ok({ address: FALSE }),
      receiverProfileName: 'mallory.ink',
      loading: true,
      review: REVIEW,
    })
    await shows('bob.ink')
    expect(addresses()).toEqual([BOB, ALICE])
    for (const words of [
      '0.5 INK',
      '($1,000.00)',
      'Inkwell',
      '≈ 0.001 INK',
      '≈ 0.501 INK',
      'Savings',
      'You have never sent to this address',
    ])
      expect(text()).toContain(words)
    for (const words of ['PEN', 'mallory', FALSE]) expect(text()).not.toContain(words)
  })

  it('A request without description is shown raw, with a note', async () => {
    const { description: _, fee: __, total: ___, ...unread } = REVIEW
    await open('send.review', {
      loading: true,
      review: {
        ...unread,
        network: { ...NETWORK, testnet: true },
        params: [{ data: '0xdeadbeef' }],
      },
    })
    await vi.waitFor(() =>
      expect(all('details').some((each) => (each as HTMLDetailsElement).open)).toBe(true),
    )
    expect(text()).toContain('0xdeadbeef')
    expect(text()).toContain('ink_send')
    expect(text()).toContain('test network')
    expect(text()).toContain('Not known, your wallet will show it')
  })

  it('The visitor agrees by a separate click, and then waits for the wallet', async () => {
    const page = await openPage(
      { loading: true, review: REVIEW },
      { api: { confirm: () => (page.calls.push(['confirm']), page.set({ review: undefined })) } },
    )
    page.kernel.open('send.review')
    await shows('Confirm')
    // This is the second half of a double click that began on the view before.
    button('Confirm').dispatchEvent(
      new MouseEvent('click', { bubbles: true, composed: true, detail: 2 }),
    )
    expect(page.calls).toEqual([])
    button('Confirm').click()
    await shows('Confirm in your wallet')
    expect(page.calls).toEqual([['confirm']])
    expect(addresses()).toEqual([BOB])
    expect(text()).toContain('0.5 INK')
    await says('Confirm in your wallet')
    expect(text()).toContain('If you agree there later, it is still sent.')
    button('Stop waiting').click()
    expect(page.calls.at(-1)).toEqual(['stopWaiting'])
  })

  it('The review warns of a payment that may be made twice, and of a fee that the account lacks', async () => {
    const page = await open('send.review', { loading: true, review: REVIEW })
    expect(text()).not.toContain('you pay twice')
    page.set({ review: { ...REVIEW, isRepeat: true } })
    await shows('If you agree to both, you pay twice.')
    await says('If you agree to both, you pay twice.')
    page.set({ review: { ...REVIEW, missing: { ...FEE, value: 1n } } })
    await shows('The network fee is 0.001 INK. 0.000000000000000001 INK is missing for it.')
    await says('is missing for it.')
    expect(text()).not.toContain('you pay twice')
    page.set({ review: { ...REVIEW, isRepeat: true, missing: FEE } })
    await says('you pay twice. The network fee is')
  })

  it('The review is declined by its button', async () => {
    const page = await open('send.review', { loading: true, review: REVIEW })
    button('Cancel').click()
    expect(page.calls).toEqual([['decline']])
  })

  it('The focus goes to the headline of the review, not to its button', async () => {
    await open('send.review', { loading: true, review: REVIEW })
    await vi.waitFor(() => expect(shadow().activeElement?.tagName).toBe('H2'))
  })

  it('The review waits while the request is built, and has a text where no payment waits for review', async () => {
    const page = await open('send.review', { loading: true })
    await shows('Preparing the transaction')
    page.set({ review: REVIEW })
    await shows('bob.ink')
    page.set({ review: undefined, loading: false })
    await shows('There is nothing to confirm')
  })

  it('A fee that becomes known late is added to the review', async () => {
    const { fee: _, total: __, ...early } = REVIEW
    const page = await open('send.review', { loading: true, review: early })
    await shows('Not known')
    page.set({ review: { ...early, fee: FEE } })
    await shows('≈ 0.001 INK')
  })
})

describe('The list of sent transactions', () => {
  it('A payment is not shown as sent before the wallet has answered', async () => {
    await open('send.sent', { sent: [sent('unanswered')] })
    await shows('Asked on')
    expect(text()).not.toContain('Sent on')
  })

  it.each([
    ['pending', 'On its way'],
    ['success', 'Confirmed'],
    ['failed', 'Failed'],
    ['replaced', 'Replaced'],
    ['dropped', 'Dropped'],
  ] as const)('A sent transaction with the status %s is listed as %s', async (status, words) => {
    const page = await open('send.sent', { sent: [sent(status)] })
    await shows(words)
    expect(addresses()).toEqual([BOB])
    const link = button('Look it up') as HTMLElement
    expect([
      link.getAttribute('href'),
      link.getAttribute('rel'),
      link.getAttribute('target'),
    ]).toEqual(['https://explorer.example/tx/0x1', 'noreferrer noopener', '_blank'])
    button('Remove').click()
    expect(page.calls).toEqual([['dismiss', `0x${status}`]])
  })

  it('The end of a transaction is announced while the list is open', async () => {
    const page = await open('send.sent', { sent: [sent('pending')] })
    page.set({ sent: [sent('success', { id: '0xpending' })] })
    await says('0.5 INK sent')
  })

  it('A transaction has no link without a usable explorer, and an empty list has a text', async () => {
    const { link: _, ...plain } = sent('pending')
    const page = await open('send.sent', { sent: [plain] })
    await shows('On its way')
    expect(() => button('Look it up')).toThrow('No button')
    page.set({ sent: [] })
    await shows('Nothing under way')
  })
})
