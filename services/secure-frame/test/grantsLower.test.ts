// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createGranter, DAY_S, GAME, hex, NOW_S, readRows, requestOf, TOKEN } from './grantsSide.js'
import type { Prepared } from '../src/page/rpc/prepared.js'

/** The form of a card, as a person fills it in. */
function formOf(request: Prepared) {
  let lowered: Prepared | undefined
  let isEdited = false
  const details = request.lower!(
    document,
    (next) => (lowered = next),
    (next) => (isEdited = next),
  )
  const inputs = [...details.querySelectorAll('input')]
  return {
    inputs,
    labels: inputs.map(({ id }) => details.querySelector(`[for="${id}"]`)?.textContent),
    isEdited: () => isEdited,
    type(at: number, value: string): void {
      inputs[at]!.value = value
      inputs[at]!.dispatchEvent(new Event('input', { bubbles: true }))
    },
    values: () => inputs.map(({ value }) => value),
    /** Submits as a person or as a script does. @returns the sentence of what is wrong */
    submit(isTrusted = true): string | undefined {
      const event = new Event('submit', { cancelable: true })
      Object.defineProperty(event, 'isTrusted', { value: isTrusted })
      details.querySelector('form')!.dispatchEvent(event)
      const alert = details.querySelector<HTMLElement>('[role=alert]')!
      return alert.hidden ? undefined : (alert.textContent ?? '')
    },
    lowered: () => lowered,
  }
}
const rowOf = (request: Prepared, wanted: string): string | undefined =>
  readRows(request).find(([label]) => label === wanted)?.[1]
const WRONG = 'Each limit must be above 0'

it('A person allows less: amount, number of times and end, and the answer has what was granted', async () => {
  const ada = await createGranter()
  const asked = await ada.prepare([requestOf()])
  const form = formOf(asked)
  expect(form.labels).toEqual([
    'Amount at most in all (ETH)',
    'Number of times at most',
    'Ends at the latest on',
  ])
  expect(form.values().slice(0, 2)).toEqual(['1', '10'])
  const [amount, count, end] = form.inputs
  amount!.value = '0.25'
  count!.value = '2'
  const earlier = NOW_S + DAY_S / 2
  end!.value = new Date((earlier - new Date().getTimezoneOffset() * 60) * 1000)
    .toISOString()
    .slice(0, 16)
  expect(form.submit()).toBeUndefined()
  const lowered = form.lowered()!
  expect(rowOf(lowered, 'Leaves your account at most')).toBe('0.25 ETH')
  const [entry] = (await ada.run(lowered)) as unknown as Record<string, unknown>[]
  expect(entry).toMatchObject({
    permission: { data: { allowanceAmount: hex(10n ** 18n / 4n) } },
    rules: [
      { type: 'expiry', data: { timestamp: earlier } },
      { type: 'call-limit', data: { count: 2 } },
    ],
  })
})

it.each([
  ['more', 0, '1.1'],
  ['nothing', 0, '0'],
  ['no number', 0, 'all'],
  ['a nineteenth decimal', 0, '0.0000000000000000001'],
  ['more times', 1, '11'],
  ['half a time', 1, '0.5'],
  ['a later end', 2, '2040-01-01T00:00'],
  ['an end that is over', 2, '2020-01-01T00:00'],
  ['no end', 2, ''],
])('%s is not taken, and the card stays', async (_, at, value) => {
  const form = formOf(await (await createGranter()).prepare([requestOf()]))
  form.inputs[at]!.value = value
  expect(form.submit()).toContain(WRONG)
  expect(form.lowered()).toBeUndefined()
})

it('The card hears of a value that was typed and not used', async () => {
  const form = formOf(await (await createGranter()).prepare([requestOf()]))
  for (const at of [0, 1, 2]) {
    const before = form.values()[at]!
    form.type(at, '')
    expect(form.isEdited()).toBe(true)
    form.type(at, before)
    expect(form.isEdited()).toBe(false)
  }
})

it('A lowered end that is over by now is not taken', async () => {
  const ada = await createGranter()
  const form = formOf(await ada.prepare([requestOf()]))
  ada.time.now += DAY_S / 2
  const over = NOW_S + DAY_S / 4
  form.inputs[2]!.value = new Date((over - new Date().getTimezoneOffset() * 60) * 1000)
    .toISOString()
    .slice(0, 16)
  expect(form.submit()).toContain(WRONG)
  expect(form.lowered()).toBeUndefined()
})

it.each([
  [
    'erc20-token-periodic',
    { tokenAddress: TOKEN, periodAmount: hex(5n), periodDuration: 3_600 },
    'Amount at most in each period of 1 hour (TKN)',
  ],
  [
    'contract-calls',
    { targets: [GAME], selectors: ['0xa6f2ae3a'], maxValue: hex(5n) },
    'Amount at most in each call (ETH)',
  ],
])('The field of an amount says of what it is and in what time: %s', async (type, data, label) => {
  const asked = requestOf({}, { type, isAdjustmentAllowed: true, data })
  expect(formOf(await (await createGranter()).prepare([asked])).labels[0]).toBe(label)
})

it('The amount of a token without decimals is in its smallest unit, beside its address and no symbol', async () => {
  const ada = await createGranter({ contracts: { [TOKEN]: { symbol: 'TKN' } } })
  const data = { tokenAddress: TOKEN, allowanceAmount: hex(5n) }
  const asked = await ada.prepare([
    requestOf({}, { type: 'erc20-token-allowance', isAdjustmentAllowed: true, data }),
  ])
  expect(rowOf(asked, 'Leaves your account at most')).toBe(`5 (${TOKEN})`)
  expect(formOf(asked).labels[0]).toBe(`Amount at most in all (${TOKEN})`)
})

it('The coins of calls may be lowered to nothing, and raised again', async () => {
  const data = { targets: [GAME], selectors: ['0xa6f2ae3a'], maxValue: hex(10n ** 18n) }
  const ada = await createGranter()
  const asked = requestOf({}, { type: 'contract-calls', isAdjustmentAllowed: true, data })
  const form = formOf(await ada.prepare([asked]))
  form.inputs[0]!.value = '0'
  expect(form.submit()).toBeUndefined()
  const lowered = form.lowered()!
  expect(rowOf(lowered, 'Leaves your account at most')).toBe('0 ETH')
  const again = formOf(lowered)
  again.inputs[0]!.value = '1'
  expect(again.submit()).toBeUndefined()
  expect(rowOf(again.lowered()!, 'Leaves your account at most')).toBe('10 ETH')
})

it('A lowered grant can be raised again up to what was asked for, and no further', async () => {
  const first = formOf(await (await createGranter()).prepare([requestOf()]))
  first.inputs[0]!.value = '0.5'
  first.submit()
  const second = formOf(first.lowered()!)
  expect(second.values()[0]).toBe('0.5')
  second.inputs[0]!.value = '1.5'
  expect(second.submit()).toContain(WRONG)
  second.inputs[0]!.value = '1'
  second.submit()
  expect(rowOf(second.lowered()!, 'Leaves your account at most')).toBe('1 ETH')
})

it('A stream is lowered by its maximum, with what it begins with', async () => {
  const data = {
    initialAmount: hex(5n),
    amountPerSecond: '0x1',
    maxAmount: hex(9n),
    startTime: NOW_S,
  }
  const ada = await createGranter()
  const asked = await ada.prepare([
    requestOf({}, { type: 'native-token-stream', isAdjustmentAllowed: true, data }),
  ])
  const form = formOf(asked)
  form.inputs[0]!.value = '0.000000000000000003'
  expect(form.submit()).toBeUndefined()
  const [entry] = (await ada.run(form.lowered()!)) as unknown as Record<string, unknown>[]
  expect(entry).toMatchObject({
    permission: { data: { ...data, initialAmount: '0x3', maxAmount: '0x3' } },
  })
})

it('Only the permissions that the page lets be lowered have fields, and a script lowers none', async () => {
  const fixed = requestOf({}, { isAdjustmentAllowed: false })
  const form = formOf(await (await createGranter()).prepare([fixed, requestOf()]))
  expect(form.inputs.map(({ id }) => id)).toEqual([
    'lower-1-amount',
    'lower-1-count',
    'lower-1-end',
  ])
  form.inputs[0]!.value = '0.5'
  form.submit(false)
  expect(form.lowered()).toBeUndefined()
})
