import { type KeyObject } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { coinbase, meld, sandbox } from '../src/index.js'
import {
  BASE,
  coinbaseOptions,
  coinbaseQuote,
  createFakeCoinbase,
  EC_SECRET,
  ec,
  ED_SECRET,
  ed,
  KEY_NAME,
  price,
  SECRET,
  startOnramp,
  strange,
  WALLET,
  wanted,
} from './fakeOnramp.js'
import { ALICE, BOB, chain, startTestApi } from './harness.js'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_WALLET = '11111111111111111111111111111112'
const start = startOnramp

describe('Options', () => {
  it('[API-38] The lists of the providers are one list, in the shape of the entities', async () => {
    const fake = createFakeCoinbase()
    const api = await start(fake, {
      onramp: [
        coinbase({ keyName: KEY_NAME, secret: EC_SECRET, fetch: fake.fetch }),
        strange({}),
        meld({ publicKey: 'key' }),
      ],
    })
    const { status, body } = await api.get('/v1/onramp/options')
    expect(status).toBe(200)
    expect(body.purchaseCurrencies[0]).toEqual({
      ...{ id: 'USDC', name: 'USD Coin', symbol: 'USDC' },
      networks: [
        {
          ...{ name: 'base', display_name: 'Base', chain_id: BASE },
          contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        },
        { name: 'base', display_name: 'Base', chain_id: BASE, contract_address: '' },
        expect.objectContaining({ chain_id: 'eip155:1' }),
      ],
    })
    expect(body.purchaseCurrencies.map(({ id }: { id: string }) => id)).toEqual(['USDC', 'SOL'])
    expect(body.paymentCurrencies).toEqual([
      {
        id: 'USD',
        payment_method_limits: [
          { id: 'card', min: '10.00', max: '9000.00' },
          { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
        ],
      },
      { id: 'EUR', payment_method_limits: expect.any(Array) },
    ])
    expect(
      body.providers.map(({ id, origin, quotes }: Record<string, unknown>) => [id, origin, quotes]),
    ).toEqual([
      ['coinbase', 'https://pay.coinbase.com', true],
      ['strange', 'https://pay.strange.test', false],
      ['meld', 'https://meldcrypto.com', false],
    ])
  })

  it('They are asked for once in ten minutes', async () => {
    let time = 1e12
    const fake = createFakeCoinbase()
    const api = await start(fake, {}, EC_SECRET, { now: () => time })
    for (let turn = 0; turn < 3; turn += 1) await api.get('/v1/onramp/options')
    expect(fake.asked).toHaveLength(1)
    time += 600_001
    await api.get('/v1/onramp/options')
    expect(fake.asked).toHaveLength(2)
  })

  it('A provider that does not answer is left out, and 503 is answered where none does', async () => {
    const down = createFakeCoinbase({
      '/onramp/v1/buy/options': () => new Response('', { status: 500 }),
    })
    const api = await start(down)
    expect((await api.get('/v1/onramp/options')).status).toBe(503)
    const both = await start(down, {
      onramp: [coinbase({ keyName: KEY_NAME, secret: EC_SECRET, fetch: down.fetch }), strange({})],
    })
    expect((await both.get('/v1/onramp/options')).body.purchaseCurrencies).toHaveLength(1)
  })

  it('Without providers the lists are empty', async () => {
    const api = await startTestApi()
    expect((await api.get('/v1/onramp/options')).body).toEqual({
      ...{ purchaseCurrencies: [], paymentCurrencies: [], providers: [] },
    })
  })

  it('Providers without a secret of the service are refused at the start', async () => {
    await expect(startTestApi({ onramp: [meld({ publicKey: 'k' })] })).rejects.toThrow(/SECRET/)
  })
})

describe('Prices', () => {
  it('[API-40] A price has the fields of the specification, and its sum adds up', async () => {
    const fake = createFakeCoinbase()
    const { status, body } = await (await start(fake)).post('/v1/onramp/quote', price)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      coinbaseFee: { amount: '1.50', currency: 'USD' },
      networkFee: { amount: '0.50', currency: 'USD' },
      paymentSubtotal: { amount: '48.00', currency: 'USD' },
      paymentTotal: { amount: '50.00', currency: 'USD' },
      purchaseAmount: { amount: '47.99', currency: 'USDC' },
      ...{ quoteId: 'quote-1', provider: 'coinbase' },
    })
    expect(fake.asked.at(-1)?.body).toEqual({
      ...{
        purchase_currency: coinbaseOptions.purchase_currencies[0]?.id,
        purchase_network: 'base',
      },
      ...{
        payment_amount: '50.00',
        payment_currency: 'USD',
        payment_method: 'CARD',
        country: 'US',
      },
    })
  })

  it('Of all providers the one of whom most arrives stands first', async () => {
    const money = (amount: string, currency = 'USD') => ({ amount, currency })
    const better = {
      ...{ coinbaseFee: money('1'), networkFee: money('0'), paymentSubtotal: money('49') },
      ...{ paymentTotal: money('50'), purchaseAmount: money('48.5', 'USDC'), quoteId: 'q' },
    }
    const fake = createFakeCoinbase()
    const api = await start(fake, {
      onramp: [
        coinbase({ keyName: KEY_NAME, secret: EC_SECRET, fetch: fake.fetch }),
        strange({ quote: async () => better }),
      ],
    })
    const { body } = await api.post('/v1/onramp/quote', price)
    expect(body.quotes.map(({ provider }: { provider: string }) => provider)).toEqual([
      'strange',
      'coinbase',
    ])
    const one = await api.post('/v1/onramp/quote', { ...price, provider: 'coinbase' })
    expect(one.body.quotes).toHaveLength(1)
  })

  const usd = (value: string, currency = 'USD') => ({ value, currency })
  it.each<[string, object]>([
    ['a negative fee', { coinbase_fee: usd('-1.50'), payment_subtotal: usd('51.00') }],
    ['a sum that is a cent too much', { payment_total: usd('50.01') }],
    ['a sum that is a cent too little', { payment_subtotal: usd('47.99') }],
    ['another currency', { payment_total: usd('50.00', 'EUR') }],
    ['another coin', { purchase_amount: usd('47.99', 'SCAM') }],
    ['another amount', { payment_total: usd('500.00'), payment_subtotal: usd('498.00') }],
    ['1e400', { purchase_amount: usd('1e400', 'USDC') }],
    ['nothing bought', { purchase_amount: usd('0', 'USDC') }],
    ['a missing part', { network_fee: undefined }],
    ['an id with a line break', { quote_id: 'a\nb' }],
  ])('A price with %s is refused', async (_, changes) => {
    const api = await start(createFakeCoinbase({ '/onramp/v1/buy/quote': coinbaseQuote(changes) }))
    const { status, body } = await api.post('/v1/onramp/quote', price)
    expect([status, body.reasons[0].name]).toEqual([503, 'unavailable'])
  })

  it.each<[string, object]>([
    ['amount', { amount: '9.99' }],
    ['amount', { amount: '7500.01' }],
    ['amount', { amount: '-50' }],
    ['amount', { amount: '1e2' }],
    ['amount', { amount: '50.001' }],
    ['amount', { amount: '0.00' }],
    ['amount', { amount: '9'.repeat(40) }],
    ['paymentCurrency', { paymentCurrency: 'XXX' }],
    ['purchaseCurrency', { purchaseCurrency: 'NONE' }],
    ['network', { network: 'eip155:1' }],
    ['paymentMethod', { paymentMethod: 'cheque' }],
    ['provider', { provider: 'nobody' }],
    ['amountIn', { amountIn: 'both' }],
  ])('A request with a bad %s is refused with its name: %o', async (field, bad) => {
    const { status, body } = await (await start()).post('/v1/onramp/quote', { ...price, ...bad })
    expect([status, body.reasons[0].name]).toEqual([400, field])
  })

  it('The limits are in the reason', async () => {
    const { body } = await (await start()).post('/v1/onramp/quote', { ...price, amount: '9.99' })
    expect(body.reasons[0].description).toBe('This must be from 10.00 to 7500.00 USD.')
  })
})

describe('Windows', () => {
  it('[API-36] A window has an https address, and no wallet is 400', async () => {
    const fake = createFakeCoinbase()
    const api = await start(fake)
    const { status, body } = await api.post('/v1/generators/onrampurl', wanted)
    expect(status).toBe(200)
    const url = new URL(body.url)
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ sessionToken: 'session-token', partnerUserRef: body.orderId, defaultNetwork: 'base' },
      ...{ defaultExperience: 'buy', presetFiatAmount: '50.00' },
    })
    expect(body.orderId.length).toBeLessThan(50)
    expect(fake.asked.at(-1)?.body).toEqual({
      addresses: [{ address: ALICE, blockchains: ['base'] }],
      clientIp: '',
    })
    const empty = await api.post('/v1/generators/onrampurl', { ...wanted, destinationWallets: [] })
    expect(empty.status).toBe(400)
  })

  it.each<[string, string, KeyObject, string]>([
    ['ES256', EC_SECRET, ec.publicKey, 'ES256'],
    ['ES256, its line ends written out', EC_SECRET.replaceAll('\n', '\\n'), ec.publicKey, 'ES256'],
    ['EdDSA', ED_SECRET, ed.publicKey, 'EdDSA'],
  ])('The token is asked for with a signature of the key: %s', async (_, secret, key, alg) => {
    const fake = createFakeCoinbase()
    await (await start(fake, {}, secret)).post('/v1/generators/onrampurl', wanted)
    const bearer = fake.asked.at(-1)?.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const { payload, protectedHeader } = await jwtVerify(bearer, key)
    expect(protectedHeader).toMatchObject({ alg, kid: KEY_NAME, typ: 'JWT' })
    expect(payload).toMatchObject({
      ...{ iss: 'cdp', sub: KEY_NAME },
      uris: ['POST api.developer.coinbase.com/onramp/v1/token'],
    })
    expect(payload.exp! - payload.nbf!).toBe(120)
  })

  it('A secret that cannot be read as a key is refused at the start, and not repeated', async () => {
    for (const secret of ['hunter2', '-----BEGIN EC PRIVATE KEY-----\nhunter2\n', ''])
      await expect(start(createFakeCoinbase(), {}, secret)).rejects.toThrow(/^(?!.*hunter2).*ES256/)
  })

  it.each<[string, object]>([
    ['destinationWallets', { destinationWallets: Array(11).fill(WALLET) }],
    ['destinationWallets', { destinationWallets: 'none' }],
    ['destinationWallets.0', { destinationWallets: [ALICE] }],
    ['destinationWallets.0', { destinationWallets: [`${BASE}:${SOLANA_WALLET}`] }],
    ['destinationWallets.0', { destinationWallets: [`${BASE}:0x${'A'.repeat(39)}b`] }],
    ['destinationWallets.0', { destinationWallets: [`eip155:424242:${ALICE}`] }],
    ['destinationWallets.1', { destinationWallets: [WALLET, `bip122:1:${ALICE}`] }],
    ['defaultNetwork', { defaultNetwork: 'eip155:1' }],
    ['defaultExperience', { defaultExperience: 'send' }],
    ['presetFiatAmount', { presetFiatAmount: '1e400' }],
    ['presetFiatAmount', { presetFiatAmount: -5 }],
    ['presetFiatAmount', { presetFiatAmount: '9.99', paymentCurrency: 'USD' }],
    ['presetCryptoAmount', { presetCryptoAmount: '0' }],
    ['purchaseCurrency', { purchaseCurrency: 'SCAM' }],
    ['paymentCurrency', { paymentCurrency: 'XXX' }],
    ['paymentMethod', { paymentCurrency: 'USD', paymentMethod: 'cheque' }],
    ['provider', { provider: 'nobody' }],
  ])('A request with a bad %s is refused with its name: %o', async (field, bad) => {
    const api = await start()
    const { status, body } = await api.post('/v1/generators/onrampurl', { ...wanted, ...bad })
    expect([status, body.reasons[0].name]).toEqual([400, field])
  })

  it.each<[string, string]>([
    ['javascript:', 'javascript:alert(1)'],
    ['http:', 'http://pay.strange.test/'],
    ['another host', 'https://pay.stranger.test/'],
    ['a host in Punycode', 'https://xn--py-7kc.strange.test/'],
    ['the host as a user name', 'https://pay.strange.test@stranger.test/'],
    ['a password', 'https://a:b@pay.strange.test/'],
    ['another wallet', `https://pay.strange.test/?to=${BOB}`],
    ['another wallet, written with %', `https://pay.strange.test/?to=%30x${BOB.slice(2)}`],
    ['no address at all', 'pay'],
  ])('A window of a provider with %s is refused, and no order begins', async (_, url) => {
    const api = await start(createFakeCoinbase(), {
      onramp: [strange({ url: async () => ({ url, expires: 1 }) })],
    })
    const { status } = await api.post('/v1/generators/onrampurl', wanted)
    expect(status).toBe(503)
  })

  it('Meld gets its key, coin, wallet and the project', async () => {
    const api = await start(createFakeCoinbase(), { onramp: [meld({ publicKey: 'key' })] })
    const ask = async (wallet: string) => {
      const body = { destinationWallets: [wallet], partnerUserId: 'p', projectId: 'shop' }
      return new URL((await api.post('/v1/generators/onrampurl', body)).body.url).searchParams
    }
    expect(Object.fromEntries(await ask(`eip155:1:${ALICE}`))).toEqual({
      ...{ publicKey: 'key', destinationCurrencyCode: 'USDC' },
      ...{ walletAddress: ALICE, externalCustomerId: 'shop' },
    })
    const solana = await ask(`${SOLANA}:${SOLANA_WALLET}`)
    expect(solana.get('destinationCurrencyCode')).toBe('SOL')
    expect(solana.get('walletAddress')).toBe(SOLANA_WALLET)
  })
})

describe('The address of the person', () => {
  const askFrom = async (trustedProxies: string[], forwarded: string, remoteAddress: string) => {
    const fake = createFakeCoinbase()
    const api = await start(fake, { trustedProxies })
    await api.app.request(
      '/v1/generators/onrampurl',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
        body: JSON.stringify({ ...wanted, clientIp: '6.6.6.6' }),
      },
      { incoming: { socket: { remoteAddress } } },
    )
    return fake.asked.at(-1)?.body.clientIp
  }

  it('It is that of the socket, whatever the page writes into X-Forwarded-For or the body', async () => {
    expect(await askFrom([], '6.6.6.6', '198.51.100.7')).toBe('198.51.100.7')
  })

  it('Behind a trusted proxy it is the last one that the proxy itself has seen', async () => {
    expect(await askFrom(['10.0.0.0/8'], '6.6.6.6, 203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  })
})

describe('Orders', () => {
  const TRANSACTIONS = '/onramp/v1/buy/user'
  const HASH = `0x${'ab'.repeat(32)}`
  const told = (status: string, changes: object = {}) => ({
    transactions: [
      {
        status: `ONRAMP_TRANSACTION_STATUS_${status}`,
        ...{ wallet_address: ALICE, purchase_network: 'base' },
        purchase_amount: { value: '47.99', currency: 'USDC' },
        payment_total: { value: '50.00', currency: 'USD' },
        ...changes,
      },
    ],
    total_count: 1,
  })
  const begin = async () => {
    let time = 1e12
    const fake = createFakeCoinbase({ [TRANSACTIONS]: { transactions: [] } })
    const api = await start(fake, {}, EC_SECRET, { now: () => (time += 3000) })
    const { orderId } = (
      await api.post('/v1/generators/onrampurl', { ...wanted, projectId: 'shop' })
    ).body
    const path = `/v1/onramp/orders/${orderId}?projectId=shop`
    const tell = async (answer: object) => {
      fake.answers[TRANSACTIONS] = answer
      const { body } = await api.get(path)
      return body
    }
    return { api, fake, orderId, path, tell, wait: (ms: number) => (time += ms) }
  }

  it('An order goes forward as the provider tells it, and is in the history when it is done', async () => {
    const { api, tell, fake, orderId } = await begin()
    expect((await tell({ transactions: [] })).status).toBe('created')
    expect(fake.asked.at(-1)?.url.pathname).toBe(`${TRANSACTIONS}/${orderId}/transactions`)
    expect((await tell(told('IN_PROGRESS'))).status).toBe('paid')
    expect((await tell(told('IN_PROGRESS', { tx_hash: HASH }))).status).toBe('sent')
    expect(await tell(told('SUCCESS', { tx_hash: HASH }))).toMatchObject({
      ...{ status: 'done', hash: HASH, provider: 'coinbase', chainId: BASE, address: ALICE },
      purchase: { amount: '47.99', currency: 'USDC' },
      payment: { amount: '50.00', currency: 'USD' },
    })
    const path = `/v1/account/${BASE}:${ALICE}/history`
    const bought = (await api.get(`${path}?onramp=coinbase`)).body
    expect(bought.data).toMatchObject([
      {
        metadata: { hash: HASH, chain: BASE, status: 'confirmed' },
        transfers: [{ direction: 'in', to: ALICE, quantity: { numeric: '47.99' } }],
      },
    ])
    expect(bought.next).toBeNull()
    expect((await api.get(path)).body.data).toEqual([])
    const others = `/v1/account/${BASE}:${BOB}/history?onramp=coinbase`
    expect((await api.get(others)).body.data).toEqual([])
  })

  it('An older word of the provider that is played back changes nothing', async () => {
    const { tell } = await begin()
    await tell(told('SUCCESS', { tx_hash: HASH }))
    for (const status of ['IN_PROGRESS', 'CREATED', 'FAILED', 'SUCCESS'])
      expect(await tell(told(status, { tx_hash: `0x${'cd'.repeat(32)}` }))).toMatchObject({
        ...{ status: 'done', hash: HASH },
      })
  })

  it.each([
    ['of another wallet', { wallet_address: BOB }],
    ['on another network', { purchase_network: 'ethereum' }],
    ['with a negative amount', { purchase_amount: { value: '-1', currency: 'USDC' } }],
  ])('A purchase %s is not the order’s', async (_, changes) => {
    const { tell } = await begin()
    expect((await tell(told('SUCCESS', { tx_hash: HASH, ...changes }))).status).toBe('created')
  })

  it('While the provider is away the order stays as it was, and is told', async () => {
    const { tell } = await begin()
    await tell(told('IN_PROGRESS'))
    expect((await tell(new Response('', { status: 500 }))).status).toBe('paid')
  })

  it('One that nobody pays within an hour is given up, unless the provider says that it was paid', async () => {
    const { tell, wait } = await begin()
    wait(3_700_000)
    expect((await tell({ transactions: [] })).status).toBe('abandoned')
    expect((await tell(told('IN_PROGRESS'))).status).toBe('paid')
  })

  it('An order of another project, a forged one and one that nobody began are 404', async () => {
    const { api, orderId } = await begin()
    const [random, mark] = orderId.split('.')
    const other = await startTestApi({ secret: 'another secret of tests' })
    for (const path of [
      `/v1/onramp/orders/${orderId}?projectId=other`,
      `/v1/onramp/orders/${orderId}`,
      `/v1/onramp/orders/${random}.${'A'.repeat(22)}?projectId=shop`,
      `/v1/onramp/orders/${'A'.repeat(24)}.${mark}?projectId=shop`,
      `/v1/onramp/orders/${random}?projectId=shop`,
    ])
      expect((await api.get(path)).status, path).toBe(404)
    expect((await other.get(`/v1/onramp/orders/${orderId}?projectId=shop`)).status).toBe(404)
  })

  it('Two windows of the same page are two orders with two tokens', async () => {
    let tokens = 0
    const fake = createFakeCoinbase({ '/onramp/v1/token': () => ({ token: `t${(tokens += 1)}` }) })
    const api = await start(fake)
    const [one, two] = await Promise.all([
      api.post('/v1/generators/onrampurl', wanted),
      api.post('/v1/generators/onrampurl', wanted),
    ])
    expect(one.body.orderId).not.toBe(two.body.orderId)
    expect(one.body.url).not.toBe(two.body.url)
    expect(tokens).toBe(2)
  })
})

describe('The sandbox', () => {
  const options = {
    coins: [{ symbol: 'ETH', name: 'Ether', chain: BASE, decimals: 18, price: '2000' }],
    key: `0x${'11'.repeat(32)}`,
  }
  it('It refuses to start where any chain is not marked as a testnet', async () => {
    const chains = [
      { ...chain(), id: BASE, testnet: true },
      { ...chain(), id: 'eip155:1' },
    ]
    const begin = (all = chains) =>
      startTestApi({ chains: all, secret: SECRET, onramp: [sandbox(options)] })
    await expect(begin()).rejects.toThrow(/eip155:1 is not/)
    await expect(begin([{ ...chain(), id: BASE, testnet: false }])).rejects.toThrow(/testnet/)
    await expect(begin(chains.slice(0, 1))).resolves.toBeDefined()
  })

  it('Without it there is no page of it', async () => {
    const api = await start()
    const { status } = await api.app.request('/sandbox/onramp/x')
    expect(status).toBe(404)
  })

  it.each([
    ['a key that cannot be read', { key: '0x12' }],
    [
      'a coin on a chain that is not configured',
      { coins: [{ ...options.coins[0]!, chain: 'eip155:5' }] },
    ],
    ['a price of 0', { coins: [{ ...options.coins[0]!, price: '0' }] }],
    ['a token without an address', { coins: [{ ...options.coins[0]!, token: '0x1' }] }],
  ])('%s is refused at the start, and the key is not repeated', async (_, changes) => {
    const chains = [{ ...chain(), id: BASE, testnet: true }]
    const begin = startTestApi({
      ...{ chains, secret: SECRET, onramp: [sandbox({ ...options, ...changes })] },
    })
    await expect(begin).rejects.toThrow(/^(?!.*1111).*sandbox/)
  })

  it.each([
    ['payment', '50.00', 'ETH'],
    ['payment', '10.00', 'ETH'],
    ['payment', '7499.99', 'ETH'],
    ['purchase', '0.5', 'ETH'],
    ['purchase', '0.000000000000000001', 'ETH'],
  ])('Its prices add up to the cent: %s of %s', async (amountIn, amount, purchaseCurrency) => {
    const chains = [{ ...chain(), id: BASE, testnet: true }]
    const api = await startTestApi({ chains, secret: SECRET, onramp: [sandbox(options)] })
    for (const paymentCurrency of ['USD', 'EUR']) {
      const body = { purchaseCurrency, paymentCurrency, amount, amountIn, network: BASE }
      const { status, body: found } = await api.post('/v1/onramp/quote', body)
      expect(status, JSON.stringify(found)).toBe(200)
      const cents = ['coinbaseFee', 'networkFee', 'paymentSubtotal', 'paymentTotal'].map((part) =>
        Math.round(Number(found[part].amount) * 100),
      )
      expect(cents[0]! + cents[1]! + cents[2]!).toBe(cents[3])
      expect(found[amountIn === 'payment' ? 'paymentTotal' : 'purchaseAmount'].amount).toBe(amount)
    }
  })
})
