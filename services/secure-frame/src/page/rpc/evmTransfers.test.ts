import { expect, it } from 'vitest'
import { wordsOfFlows, type Flows } from './evmTransfers.js'

const tokenOf = (number: number): `0x${string}` => `0x${number.toString(16).padStart(40, '0')}`
const COIN = { symbol: 'ETH', decimals: 18 }

it('A token that leaves is shown, however many arrive before it', async () => {
  const flows: Flows = new Map()
  for (let number = 1; number <= 60; number += 1)
    flows.set(`${tokenOf(number)}/`, { token: tokenOf(number), amount: 1n })
  flows.set(`${tokenOf(99)}/`, { token: tokenOf(99), amount: -7n })
  flows.set('/', { amount: -(10n ** 18n) })
  const shown = await wordsOfFlows(async () => undefined, flows, COIN)
  expect(shown.leaves).toEqual([`7 (${tokenOf(99)})`, '1 ETH'])
  expect([shown.arrives.length, shown.isWhole]).toEqual([38, false])
})
