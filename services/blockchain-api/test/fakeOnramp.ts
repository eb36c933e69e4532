// A provider of coins with the shapes of Coinbase's public documentation, and keys to sign with.
import { generateKeyPairSync } from 'node:crypto'
import { coinbase, type OnrampProvider } from '../src/index.js'
import { type BlockchainApiOptions } from '../src/options.js'
import { ALICE, chain, startTestApi } from './harness.js'

export const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const ed = generateKeyPairSync('ed25519')
export const KEY_NAME = 'organizations/1/apiKeys/2'
export const EC_SECRET = String(ec.privateKey.export({ type: 'sec1', format: 'pem' }))
/** Seed and public key, as Coinbase hands out Ed25519 keys. */
export const ED_SECRET = (() => {
  const { d = '', x = '' } = ed.privateKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString(
    'base64',
  )
})()

const usd = (value: string) => ({ value, currency: 'USD' })

export const coinbaseOptions = {
  payment_currencies: [
    {
      id: 'USD',
      payment_method_limits: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
      ],
    },
  ],
  purchase_currencies: [
    {
      id: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
      name: 'USD Coin',
      symbol: 'USDC',
      icon_url: 'https://stranger.example/usdc.png',
      networks: [
        {
          name: 'base',
          display_name: 'Base',
          chain_id: '8453',
          contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        },
        { name: 'unknown', display_name: 'Unknown', chain_id: '424242', contract_address: '' },
      ],
    },
  ],
}

export const coinbaseQuote = (changes: object = {}) => ({
  coinbase_fee: usd('1.50'),
  network_fee: usd('0.50'),
  payment_subtotal: usd('48.00'),
  payment_total: usd('50.00'),
  purchase_amount: { value: '47.99', currency: 'USDC' },
  quote_id: 'quote-1',
  ...changes,
})

export interface AskedOfFake {
  url: URL
  headers: Headers
  body: Record<string, unknown>
}

/** @param answers by path; one that is a function is asked anew each time */
export function createFakeCoinbase(answers: Record<string, unknown> = {}) {
  const asked: AskedOfFake[] = []
  const all: Record<string, unknown> = {
    '/onramp/v1/buy/options': coinbaseOptions,
    '/onramp/v1/buy/quote': coinbaseQuote(),
    '/onramp/v1/token': { token: 'session-token', channel_id: '' },
    ...answers,
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input))
    asked.push({
      url,
      headers: new Headers(init?.headers),
      body: init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {},
    })
    const path = Object.keys(all).find((one) => url.pathname.startsWith(one))
    const answer = path === undefined ? undefined : all[path]
    const body: unknown = typeof answer === 'function' ? (answer as () => unknown)() : answer
    if (body instanceof Response) return body
    return Response.json(body ?? {}, { status: body === undefined ? 404 : 200 })
  }
  return { fetch, asked, answers: all }
}

export const BASE = 'eip155:8453'
export const SECRET = 'a secret of the tests'
export const WALLET = `${BASE}:${ALICE}`

export const price = {
  ...{ purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50.00', network: BASE },
}
export const wanted = {
  destinationWallets: [WALLET],
  defaultNetwork: BASE,
  partnerUserId: 'person-1',
  defaultExperience: 'buy',
  presetCryptoAmount: '1',
  presetFiatAmount: '50.00',
}

export const startOnramp = (
  fake = createFakeCoinbase(),
  more: Partial<BlockchainApiOptions> = {},
  secret = EC_SECRET,
  parts: { now?: () => number } = {},
) =>
  startTestApi(
    {
      chains: [{ ...chain(), id: BASE }],
      secret: SECRET,
      onramp: [coinbase({ keyName: KEY_NAME, secret, fetch: fake.fetch })],
      ...more,
    },
    parts,
  )
/** A provider that answers as a test says. */
export const strange = (changes: Partial<OnrampProvider>) => (): OnrampProvider => ({
  ...{ id: 'strange', label: 'Strange', chains: [BASE], origin: 'https://pay.strange.test' },
  options: async () => ({
    purchaseCurrencies: [
      {
        ...{ id: 'USDC', name: 'USD Coin', symbol: 'USDC' },
        networks: [{ name: 'base', display_name: 'Base', chain_id: BASE, contract_address: '' }],
      },
    ],
    paymentCurrencies: [
      { id: 'USD', payment_method_limits: [{ id: 'card', min: '20.00', max: '9000.00' }] },
    ],
  }),
  url: async () => ({ url: 'https://pay.strange.test/', expires: 1 }),
  ...changes,
})
