import { expect, it } from 'vitest'
import type { RawToken } from './rawToken.js'
import { spamOf } from './spam.js'

const token = (name: string, symbol: string): RawToken => ({
  name,
  symbol,
  chainId: 'eip155:1',
  address: `0x${'1'.repeat(40)}`,
  value: undefined,
  price: undefined,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
  origin: 'backend',
  isSpam: false,
})
const known = {
  tokens: [
    { name: 'USD Coin', symbol: 'USDC' },
    { name: 'Ether', symbol: 'ETH' },
  ],
}

it.each([
  ['Visit https://claim.example', 'GIFT', 'link'],
  ['Gift', 'claim-now.com', 'link'],
  ['Coin', 'USD\u0421', 'lookalike'],
  ['\u0415ther', 'XYZ', 'lookalike'],
  ['USD Coin', 'USDC', 'lookalike'],
  ['usd coin', 'usdc', 'lookalike'],
])('A token %j (%j) is spam: %s', (name, symbol, reason) => {
  expect(spamOf(token(name, symbol), known)).toBe(reason)
})

it.each([
  ['Gold', 'GLD'],
  ['Bridged USD Coin', 'USDC'],
  ['', ''],
  ['\u{1f600}', '\u{1f600}'],
])('A token %j (%j) is not spam', (name, symbol) => {
  expect(spamOf(token(name, symbol), known)).toBeUndefined()
})

it.each([
  ['US\u200bDC', 'USDC'],
  ['USDC\u2060', 'USDC'],
  ['\u202eUSDC', 'USDC'],
])('The symbol %j is judged as its contract has it, not as it is shown', (written, symbol) => {
  const shown = token('Coin', symbol)
  expect(spamOf(shown, known)).toBeUndefined()
  expect(spamOf({ ...shown, written: { name: 'Coin', symbol: written } }, known)).toBe('lookalike')
})
it('A link that invisible characters part is a link', () => {
  const written = { name: 'cla\u200bim.\u200bcom', symbol: 'GIFT' }
  expect(spamOf({ ...token('claim.com', 'GIFT'), written }, known)).toBe('link')
})
