// Purchases under attack, as far as the service is attacked. Attacks on the page are tried at the plugin.
import { type TestContext, expect, it } from 'vitest'
import { coinbase } from '../src/index.js'
import {
  BASE,
  coinbaseQuote,
  createFakeCoinbase,
  EC_SECRET,
  KEY_NAME,
  price,
  startOnramp,
  strange,
  wanted,
} from './fakeOnramp.js'
import { ALICE, BOB } from './harness.js'

const report = ({ task }: TestContext, attack: string, tries: number, accepted: number): void => {
  task.meta.attack = { attack, tries, wanted: '0 accepted', seen: `${accepted} accepted` }
  expect(accepted).toBe(0)
}

/** How many of a strange provider's windows the service hands out. */
const windows = async (urls: readonly string[]): Promise<number> => {
  let accepted = 0
  for (const url of urls) {
    const api = await startOnramp(createFakeCoinbase(), {
      onramp: [strange({ url: async () => ({ url, expires: 1 }) })],
    })
    const { status } = await api.post('/v1/generators/onrampurl', wanted)
    if (status === 200) accepted += 1
  }
  return accepted
}

const OWN = 'https://pay.strange.test'
const WINDOWS: Readonly<Record<string, readonly string[]>> = {
  'a window with javascript: or data:': [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    `javascript:alert(1)//${OWN}`,
    'data:text/html,<script>1</script>',
    'blob:https://pay.strange.test/1',
  ],
  'a window without encryption': [
    'http://pay.strange.test/',
    'ws://pay.strange.test/',
    'ftp://pay.strange.test/',
  ],
  'a window at another host': [
    'https://pay.stranger.test/',
    'https://pay.strange.test.stranger.test/',
    'https://strange.test/',
    'https://pay.strange.test:8443/',
    'https://pay.strange.test@stranger.test/',
    'https://pay.strange.test%2f@stranger.test/',
    '//stranger.test/',
    'https:\\\\stranger.test\\',
  ],
  'a window whose host only looks like the provider’s': [
    'https://pаy.strange.test/',
    'https://xn--py-7kc.strange.test/',
    'https://pay.strаnge.test/',
  ],
  'a window for another wallet': [
    `${OWN}/?to=${BOB}`,
    `${OWN}/?to=${BOB.toLowerCase()}`,
    `${OWN}/?to=%30x${BOB.slice(2)}`,
    `${OWN}/#${BOB}`,
    `${OWN}/${BOB}/${ALICE}`,
  ],
}

for (const [attack, urls] of Object.entries(WINDOWS))
  it(`The service hands out no window: ${attack}`, async (context) => {
    report(context, attack, urls.length, await windows(urls))
  })

const usd = (value: string, currency = 'USD') => ({ value, currency })
const PRICES: Readonly<Record<string, readonly object[]>> = {
  'a price with a negative fee': [
    { coinbase_fee: usd('-1.50'), payment_subtotal: usd('51.00') },
    { network_fee: usd('-0.50'), payment_subtotal: usd('49.00') },
    { coinbase_fee: usd('−1.50') },
  ],
  'a price whose sum does not add up': [
    { payment_total: usd('50.01') },
    { payment_total: usd('49.99') },
    { payment_subtotal: usd('47.99') },
    { coinbase_fee: usd('0') },
  ],
  'a price in another currency': [
    { payment_total: usd('50.00', 'EUR') },
    { coinbase_fee: usd('1.50', 'JPY') },
    { purchase_amount: usd('47.99', 'SCAM') },
    { purchase_amount: usd('47.99', 'usdс') },
  ],
  'a price of 1e400 and the like': [
    '1e400',
    'Infinity',
    'NaN',
    '0x10',
    '1'.repeat(400),
    '',
    ' ',
  ].map((value) => ({ purchase_amount: usd(value, 'USDC') })),
  'a price of another amount than was asked for': [
    { payment_total: usd('500.00'), payment_subtotal: usd('498.00') },
    { payment_total: usd('5.00'), payment_subtotal: usd('3.00') },
  ],
}

for (const [attack, all] of Object.entries(PRICES))
  it(`The service tells no price: ${attack}`, async (context) => {
    let accepted = 0
    for (const changes of all) {
      const fake = createFakeCoinbase({ '/onramp/v1/buy/quote': coinbaseQuote(changes) })
      const { status } = await (await startOnramp(fake)).post('/v1/onramp/quote', price)
      if (status === 200) accepted += 1
    }
    report(context, attack, all.length, accepted)
  })

/** An order of the project `shop`, and a provider that tells of it what a test says. */
const begin = async () => {
  let time = 1e12
  const fake = createFakeCoinbase({ '/onramp/v1/buy/user': { transactions: [] } })
  const onramp = [coinbase({ keyName: KEY_NAME, secret: EC_SECRET, fetch: fake.fetch })]
  const api = await startOnramp(fake, { onramp }, EC_SECRET, { now: () => (time += 3000) })
  const body = { ...wanted, projectId: 'shop' }
  const { orderId } = (await api.post('/v1/generators/onrampurl', body)).body as { orderId: string }
  return { api, fake, orderId }
}

it('An order is read by nobody who made up its id', async (context) => {
  const { api, orderId } = await begin()
  const [random = '', mark = ''] = orderId.split('.')
  const flipped = (text: string, at: number): string =>
    text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  const ids = [
    ...Array.from({ length: random.length }, (_, at) => `${flipped(random, at)}.${mark}`),
    // The last digit of the mark has bits that count for nothing: they must be 0.
    ...Array.from({ length: mark.length }, (_, at) => `${random}.${flipped(mark, at)}`),
    ...[random, `${random}.`, `.${mark}`, `${orderId}=`, `${orderId} `, orderId.toUpperCase()],
    ...['../' + orderId, `${orderId}%00`, '%', "' or 1=1 --"],
  ]
  let accepted = 0
  for (const id of ids) {
    const path = `/v1/onramp/orders/${encodeURIComponent(id)}?projectId=shop`
    if ((await api.get(path)).status === 200) accepted += 1
  }
  report(context, 'a forged order id', ids.length, accepted)
})

it('An order is told to its own project alone', async (context) => {
  const { api, orderId } = await begin()
  const projects = ['?projectId=other', '', '?projectId=', '?projectId=SHOP', '?projectid=shop']
  let accepted = 0
  for (const project of projects)
    if ((await api.get(`/v1/onramp/orders/${orderId}${project}`)).status === 200) accepted += 1
  report(context, 'an order of another project', projects.length, accepted)
})

it('A word of the provider that is played back does not take an order back', async (context) => {
  const { api, fake, orderId } = await begin()
  const told = (status: string, hash: string) => ({
    transactions: [
      {
        status: `ONRAMP_TRANSACTION_STATUS_${status}`,
        ...{ wallet_address: ALICE, purchase_network: 'base', tx_hash: hash },
      },
    ],
  })
  const path = `/v1/onramp/orders/${orderId}?projectId=shop`
  const [hash, other] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`] as const
  fake.answers['/onramp/v1/buy/user'] = told('SUCCESS', hash)
  expect((await api.get(path)).body).toMatchObject({ status: 'done', hash })
  const statuses = ['CREATED', 'IN_PROGRESS', 'FAILED', 'SUCCESS', 'REFUNDED', '']
  let accepted = 0
  for (const status of statuses) {
    fake.answers['/onramp/v1/buy/user'] = told(status, other)
    const { body } = await api.get(path)
    if (body.status !== 'done' || body.hash !== hash) accepted += 1
  }
  report(context, 'a replayed event', statuses.length, accepted)
})

it('A purchase of another wallet or network is not the order’s', async (context) => {
  const { api, fake, orderId } = await begin()
  const others = [
    { wallet_address: BOB },
    { wallet_address: '' },
    { purchase_network: 'ethereum' },
    { purchase_network: 'BASE' },
    { purchase_amount: { value: '-1', currency: 'USDC' } },
  ]
  let accepted = 0
  for (const changes of others) {
    fake.answers['/onramp/v1/buy/user'] = {
      transactions: [
        {
          status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
          ...{ wallet_address: ALICE, purchase_network: 'base', ...changes },
        },
      ],
    }
    const { body } = await api.get(`/v1/onramp/orders/${orderId}?projectId=shop`)
    if (body.status !== 'created') accepted += 1
  }
  report(context, 'a purchase of somebody else', others.length, accepted)
})

it('The address of the person cannot be chosen by a page', async (context) => {
  const forged = [
    '6.6.6.6',
    '6.6.6.6, 198.51.100.7',
    '::1',
    '127.0.0.1',
    'unknown',
    '',
    '6.6.6.6:80',
  ]
  let accepted = 0
  for (const value of forged) {
    const fake = createFakeCoinbase()
    const api = await startOnramp(fake, { trustedProxies: ['10.0.0.0/8'] })
    await api.app.request(
      '/v1/generators/onrampurl',
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...{ 'x-forwarded-for': value, forwarded: `for=${value}`, 'x-real-ip': value },
        },
        body: JSON.stringify({ ...wanted, clientIp: '6.6.6.6' }),
      },
      { incoming: { socket: { remoteAddress: '198.51.100.7' } } },
    )
    if (fake.asked.at(-1)?.body.clientIp !== '198.51.100.7') accepted += 1
  }
  report(context, 'X-Forwarded-For forged', forged.length, accepted)
})

it('Each window has a session token and an order of its own', async (context) => {
  let tokens = 0
  const fake = createFakeCoinbase({ '/onramp/v1/token': () => ({ token: `t${(tokens += 1)}` }) })
  const api = await startOnramp(fake)
  const tries = 20
  const all = await Promise.all(
    Array.from({ length: tries }, () => api.post('/v1/generators/onrampurl', wanted)),
  )
  const seen = new Set(
    all.flatMap(({ body }) => [body.orderId, new URL(body.url).searchParams.get('sessionToken')]),
  )
  report(context, 'a session token or an order used twice', tries, 2 * tries - seen.size)
})

it('Wallets that the page did not name, or of another family, get no window', async (context) => {
  const bad = [
    { destinationWallets: [] },
    { destinationWallets: Array(11).fill(`${BASE}:${ALICE}`) },
    { defaultNetwork: 'eip155:1' },
    { destinationWallets: [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${ALICE}`] },
    { destinationWallets: [`${BASE}:11111111111111111111111111111112`] },
    { destinationWallets: [`${BASE}:${ALICE}`, 'x'] },
    { destinationWallets: [`${BASE}:0x${'A'.repeat(39)}b`] },
  ]
  let accepted = 0
  for (const changes of bad) {
    const { status } = await (
      await startOnramp()
    ).post('/v1/generators/onrampurl', {
      ...{ ...wanted, ...changes },
    })
    if (status !== 400) accepted += 1
  }
  report(context, 'wallets that were not named', bad.length, accepted)
})
