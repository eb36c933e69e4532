import { expect, it, vi } from 'vitest'
import { toCoinbaseChain } from '../src/providers/coinbaseChain.js'
import {
  DEFAULT_PAYMENT_CURRENCIES,
  DEFAULT_PURCHASE_CURRENCIES,
} from '../src/providers/defaults.js'
import { PROVIDERS, providersOf, toProviders } from '../src/providers/list.js'
import { meldUrl } from '../src/providers/meldUrl.js'
import { countriesOf, currencyOfLocale } from '../src/providers/countries.js'
import { onramp } from '../src/index.js'
import { ALICE, SOLANA_ALICE } from './bench.js'

const find = (name: string) => PROVIDERS.find((each) => each.name === name)!

it('Each provider has a label, a name, a range of fees, an address and its chains [ENT-30]', () => {
  for (const provider of PROVIDERS) {
    expect(Object.keys(provider).sort()).toEqual(
      ['feeRange', 'label', 'name', 'supportedChains', 'url'].sort(),
    )
    expect(new URL(provider.url).protocol).toBe('https:')
    expect(provider.supportedChains.length).toBeGreaterThan(0)
  }
  expect(PROVIDERS).not.toEqual([])
})
it('There are two providers, and both ask 1-2% [ONRAMP-14]', () =>
  expect(PROVIDERS.map(({ feeRange }) => feeRange)).toEqual(['1-2%', '1-2%']))
it('Meld delivers to EVM chains and Solana [ONRAMP-15]', () =>
  expect(find('meld').supportedChains).toEqual(['eip155', 'solana']))
it('Coinbase delivers to EVM chains alone [ONRAMP-16]', () =>
  expect(find('coinbase').supportedChains).toEqual(['eip155']))
it('A list of providers that is not one of strings is an empty list, and the log has one line [ONRAMP-07]', () => {
  for (const wrong of ['coinbase', [1], null, {}, undefined, true]) {
    const log = { warn: vi.fn() }
    expect(toProviders(wrong, log)).toEqual([])
    expect(log.warn).toHaveBeenCalledTimes(1)
  }
  const log = { warn: vi.fn() }
  expect(toProviders(['meld'], log)).toEqual(['meld'])
  expect(log.warn).not.toHaveBeenCalled()
})
it('A provider that nobody knows is not offered, and the sandbox only where the site names it', () => {
  expect(providersOf({}, ['meld', 'stranger']).map(({ name }) => name)).toEqual(['meld'])
  expect(providersOf({ sandbox: 'https://api.shop.test' }, []).map(({ url }) => url)).toEqual([
    'https://api.shop.test',
  ])
})
it('A sandbox is reached by https, and by http on this machine alone', () => {
  const popups = (sandbox: string) => onramp({ sandbox }).reaches?.popups?.slice(2)
  for (const right of ['http://127.0.0.1:8787', 'http://localhost:1', 'https://a.test'])
    expect(popups(`${right}/v1`)).toEqual([right])
  const wrong = ['http://api.shop.test', 'http://127.0.0.1.evil.test', 'ftp://a.test', 'x', '']
  for (const each of wrong) expect(popups(each)).toEqual([])
})
it('The passport names the windows of the providers, and of the sandbox where there is one', () => {
  expect(onramp().reaches?.popups).toEqual(['https://pay.coinbase.com', 'https://meldcrypto.com'])
  expect(onramp({ sandbox: 'https://api.shop.test' }).reaches?.popups).toContain(
    'https://api.shop.test',
  )
  expect(onramp().reaches?.origins ?? []).toEqual([])
})

it('The networks that Coinbase names are these eight [ONRAMP-18]', () =>
  expect(
    [1, 42161, 137, 80094, 43114, 10, 42220, 8453].map((id) => toCoinbaseChain(`eip155:${id}`)),
  ).toEqual([
    'ethereum',
    'arbitrum',
    'polygon',
    'berachain',
    'avalanche-c-chain',
    'optimism',
    'celo',
    'base',
  ]))
it('Every other network is ethereum at Coinbase [ONRAMP-19]', () => {
  for (const other of ['eip155:31337', 'eip155:constructor', 'solana:x'] as const)
    expect(toCoinbaseChain(other)).toBe('ethereum')
})

const made = (more: Partial<Parameters<typeof meldUrl>[0]> = {}): URL =>
  new URL(
    meldUrl({
      url: 'https://meldcrypto.com',
      publicKey: 'key & 1',
      namespace: 'eip155',
      address: ALICE,
      projectId: 'shop-1',
      ...more,
    }),
  )
it('The address of Meld has the public key [ONRAMP-20]', () =>
  expect(made().searchParams.get('publicKey')).toBe('key & 1'))
it('The address of Meld asks for SOL on Solana [ONRAMP-21]', () =>
  expect(
    made({ namespace: 'solana', address: SOLANA_ALICE }).searchParams.get(
      'destinationCurrencyCode',
    ),
  ).toBe('SOL'))
it('The address of Meld asks for USDC on every other chain [ONRAMP-22]', () => {
  for (const namespace of ['eip155', 'bip122', 'cosmos'])
    expect(made({ namespace }).searchParams.get('destinationCurrencyCode')).toBe('USDC')
})
it('The address of Meld has the wallet of the visitor [ONRAMP-23]', () =>
  expect(made().searchParams.get('walletAddress')).toBe(ALICE))
it('The address of Meld has the id of the project as the customer, and none for an empty id [ONRAMP-24]', () => {
  expect(made().searchParams.get('externalCustomerId')).toBe('shop-1')
  expect(made({ projectId: '' }).searchParams.has('externalCustomerId')).toBe(false)
})

it('The default coins are USDC and ETH [ONRAMP-10]', () =>
  expect(DEFAULT_PURCHASE_CURRENCIES.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH']))
it('The default currencies are USD and EUR [ONRAMP-11]', () =>
  expect(DEFAULT_PAYMENT_CURRENCIES.map(({ id }) => id)).toEqual(['USD', 'EUR']))
it('A card pays 10.00 to 7500.00 by default, and a bank 10.00 to 25000.00 [ONRAMP-12] [ONRAMP-13]', () => {
  for (const { payment_method_limits } of DEFAULT_PAYMENT_CURRENCIES)
    expect(payment_method_limits).toEqual([
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ])
})

it('The country of the language names the currency', () => {
  expect(['de-AT', 'en', 'en-GB', 'pt-BR', 'ja', 'tr', 'zh'].map(currencyOfLocale)).toEqual([
    'EUR',
    'USD',
    'GBP',
    'BRL',
    'JPY',
    'TRY',
    'CNY',
  ])
  expect(countriesOf('EUR')).toContain('DE')
  expect(countriesOf('constructor')).toEqual([])
})
