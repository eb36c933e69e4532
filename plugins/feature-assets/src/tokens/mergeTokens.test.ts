import type { TokenBalance } from '@latchkey/backend'
import { describe, expect, it } from 'vitest'
import { isAside, mergeTokens, totalOf, withDecimals } from './mergeTokens.js'
import { fromAsset, fromBalance, type RawToken } from './rawToken.js'

const GOLD = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const CHAIN = 'eip155:1'
const raw = (changes: Partial<RawToken> = {}): RawToken => ({
  name: 'Gold',
  symbol: 'GLD',
  chainId: CHAIN,
  address: GOLD,
  value: undefined,
  price: undefined,
  quantity: { decimals: '18', numeric: '2' },
  iconUrl: '',
  origin: 'backend',
  isSpam: false,
  ...changes,
})
const NATIVE = raw({ name: 'Ether', symbol: 'ETH', address: undefined })
const options = { listed: [], hidden: new Set<string>(), spamOf: () => undefined }
const names = (tokens: readonly RawToken[]): string[] =>
  mergeTokens(tokens, options).map(({ name }) => name)
const at = (address: string, changes: Partial<RawToken>): RawToken =>
  raw({ address: `0x${address.repeat(40)}`, ...changes })

describe('an entry of the server', () => {
  const answer: TokenBalance = {
    name: 'Gold',
    symbol: 'GLD',
    chainId: CHAIN,
    address: `${CHAIN}:${GOLD}`,
    value: 24.5,
    price: 12.25,
    quantity: { decimals: '18', numeric: '2' },
    iconUrl: 'https://api.shop.test/v1/image/gold',
    flags: { is_spam: false },
  }
  it('[ENT-21] A balance has name, symbol, chainId, address, value, price, quantity and iconUrl', () => {
    expect(mergeTokens([fromBalance(answer)!], options)[0]).toMatchObject({
      name: 'Gold',
      symbol: 'GLD',
      chainId: CHAIN,
      address: GOLD,
      value: 24.5,
      price: 12.25,
      quantity: { decimals: '18', numeric: '2' },
      iconUrl: 'https://api.shop.test/v1/image/gold',
    })
  })
  it('[ENT-22] The quantity has decimals and numeric as decimal text', () => {
    const { quantity } = mergeTokens([fromBalance(answer)!], options)[0]!
    expect(Object.keys(quantity).sort()).toEqual(['decimals', 'numeric'])
    for (const text of Object.values(quantity)) expect(text).toMatch(/^\d+(\.\d+)?$/)
    const ofWallet = fromAsset(
      { token: GOLD, name: 'Gold', amount: { value: 1_500_000n, decimals: 6, symbol: 'GLD' } },
      { chainId: CHAIN, currency: 'usd', origin: 'wallet' },
    )
    expect(ofWallet!.quantity).toEqual({ decimals: '6', numeric: '1.5' })
  })
  it('A balance whose address is on another network is dropped', () => {
    expect(fromBalance({ ...answer, address: `eip155:10:${GOLD}` })).toBeUndefined()
  })
})

describe('an asset of a wallet', () => {
  const on = { chainId: CHAIN, currency: 'usd', origin: 'wallet' } as const
  const asset = { token: GOLD, name: 'Gold', amount: { value: 5n, decimals: 0, symbol: 'G' } }
  it.each([
    ['a negative amount', { value: -1n }],
    ['an amount that is a number', { value: 1 }],
    ['decimals below zero', { decimals: -1 }],
    ['decimals that are not whole', { decimals: 1.5 }],
    ['more decimals than 256 bits have', { decimals: 78 }],
  ])('%s is dropped', (_, amount) => {
    const bad = { ...asset, amount: { ...asset.amount, ...amount } as never }
    expect(fromAsset(bad, on)).toBeUndefined()
  })
  it('A name comes on one line, without characters that turn text, and is cut', () => {
    const name = `Go\u202eld\n${'x'.repeat(10_000)}`
    const read = fromAsset({ ...asset, name }, on)!.name
    expect(read).toMatch(/^Gold x+$/)
    expect(read.length).toBeLessThanOrEqual(300)
  })
  it.each(['1e400', '-1', '0', 'NaN', '', '0x12x'])('The price %j is not known', (price) => {
    expect(fromAsset({ ...asset, price }, on)).toMatchObject({ price: undefined, value: undefined })
  })
  it('A price in US dollars says nothing where the host has another currency', () => {
    const eur = fromAsset({ ...asset, price: '2' }, { ...on, currency: 'eur' })
    expect(eur).toMatchObject({ price: undefined, value: undefined })
    expect(fromAsset({ ...asset, price: '2' }, on)).toMatchObject({ price: 2, value: 10 })
  })
})

describe('one list of all sources', () => {
  it('[BAL-06] Tokens with zero decimals are filtered out, as number and as text', () => {
    const balances = ['0', 0, '18'].map((decimals) => ({ quantity: { decimals, numeric: '1' } }))
    expect(withDecimals(balances)).toEqual([balances[2]])
    expect(names([raw({ quantity: { decimals: '0', numeric: '1' } }), NATIVE])).toEqual(['Ether'])
  })
  it('The native coin is first, then values from large to small, then names', () => {
    const tokens = [
      at('1', { name: 'B' }),
      at('2', { name: 'A' }),
      at('3', { name: 'Small', value: 1 }),
      at('4', { name: 'Large', value: 9 }),
      NATIVE,
    ]
    expect(names(tokens)).toEqual(['Ether', 'Large', 'Small', 'A', 'B'])
    expect(names([...tokens].reverse())).toEqual(['Ether', 'Large', 'Small', 'A', 'B'])
  })
  it('A token of two sources is there once, as the first has it', () => {
    const merged = mergeTokens(
      [raw({ origin: 'wallet' }), raw({ address: GOLD.toLowerCase(), origin: 'network' })],
      options,
    )
    expect(merged).toMatchObject([{ origin: 'wallet' }])
  })
  it('Tokens that the account has nothing of are left out, but for the native coin', () => {
    const zero = { decimals: '18', numeric: '0.00' }
    expect(names([raw({ quantity: zero }), { ...NATIVE, quantity: zero }])).toEqual(['Ether'])
  })
  it('Name and picture of a listed token are those of the host', () => {
    const listed = [
      {
        network: CHAIN,
        address: GOLD.toLowerCase(),
        name: 'True gold',
        symbol: 'TG',
        decimals: 18,
        iconUrl: 'https://x.test/g',
      },
    ] as const
    const [token] = mergeTokens([raw({ isSpam: true })], { ...options, listed })
    expect(token).toMatchObject({
      name: 'True gold',
      symbol: 'TG',
      iconUrl: 'https://x.test/g',
      isVerified: true,
    })
    expect(token!.spam).toBeUndefined()
  })
  it('A token that nobody lists and nobody has a price for is not verified', () => {
    const [native, priced, plain] = mergeTokens(
      [NATIVE, at('1', { price: 1, value: 1 }), at('2', {})],
      options,
    )
    expect([native, priced, plain].map((token) => token!.isVerified)).toEqual([true, true, false])
  })
  it('The source flags spam, and the visitor hides tokens; neither counts in the total', () => {
    const tokens = mergeTokens(
      [
        { ...NATIVE, value: 10 },
        at('1', { value: 5, isSpam: true }),
        at('2', { value: 7 }),
        at('3', { value: 2 }),
        at('4', {}),
      ],
      { ...options, hidden: new Set([`${CHAIN}:0x${'2'.repeat(40)}`]) },
    )
    expect(tokens.filter(isAside).map(({ value }) => value)).toEqual([7, 5])
    expect(totalOf(tokens)).toEqual({ value: 12, without: 1 })
  })
  it('Nothing with a price has no total', () => {
    expect(totalOf(mergeTokens([NATIVE], options))).toEqual({ value: undefined, without: 1 })
  })
  it('Ten thousand tokens are kept, and no more', () => {
    const many = Array.from({ length: 10_050 }, (_, index) =>
      raw({ address: `0x${index.toString(16).padStart(40, '0')}` }),
    )
    expect(mergeTokens(many, options)).toHaveLength(10_000)
  })
})
