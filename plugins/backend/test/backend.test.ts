import { createKernel } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backend, type BackendOptions, type HistoryEntry } from '../src/index.js'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const CHAIN = 'eip155:1'
const ASKED = { address: ALICE, chainId: CHAIN } as const

const fetched = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>()
const answer = (body: unknown): void =>
  void fetched.mockImplementation(() => Promise.resolve(Response.json(body)))
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
const ends: (() => void)[] = []
afterEach(() => {
  ends.splice(0).forEach((end) => end())
  vi.unstubAllGlobals()
})
function start(options: Partial<BackendOptions> = {}) {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    strict: true,
    logLevel: 'silent',
    plugins: [backend({ url: 'https://api.shop.test', ...options })],
  })
  ends.push(() => kernel.dispose())
  return { kernel, client: kernel.plugins.backend.client }
}
const lastUrl = (): URL => fetched.mock.lastCall![0]

const entry = (changes: Partial<HistoryEntry['metadata']> = {}, id = 'a'): HistoryEntry => ({
  id,
  metadata: {
    hash: `0x${'a'.repeat(64)}`,
    minedAt: '2026-11-22T10:00:00.000Z',
    chain: CHAIN,
    operationType: 'send',
    status: 'confirmed',
    sentFrom: ALICE.toLowerCase(),
    sentTo: BOB,
    ...changes,
  },
  transfers: [
    {
      direction: 'out',
      from: ALICE,
      to: BOB,
      quantity: { numeric: '1.5' },
      fungible_info: {
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
        flags: { is_spam: false },
      },
    },
  ],
})
const balance = (changes: object = {}) => ({
  name: 'Test Dollar',
  symbol: 'TUSD',
  chainId: CHAIN,
  address: `${CHAIN}:${BOB}`,
  value: 2,
  price: 1,
  quantity: { decimals: '6', numeric: '2.000000' },
  iconUrl: '',
  flags: { is_spam: false },
  ...changes,
})
const nft = (changes: object = {}) => ({
  chainId: CHAIN,
  contract: `${CHAIN}:${BOB}`,
  tokenId: '7',
  standard: 'erc721',
  amount: '1',
  collection: 'Cats',
  name: 'Cat 7',
  description: '',
  traits: [{ name: 'Fur', value: 'red' }],
  imageUrl: '/v1/nft-media/abc',
  flags: { is_spam: false },
  ...changes,
})

describe('the calls', () => {
  it('The client reads the chains of the server, without parameters of its own [API-05]', async () => {
    answer({ http: [CHAIN, 'solana:1'], ws: [CHAIN, 7, 'nonsense'], more: true })
    expect(await start().client.getSupportedChains()).toEqual({
      http: [CHAIN, 'solana:1'],
      ws: [CHAIN],
    })
    expect(lastUrl().pathname).toBe('/v1/supported-chains')
    expect([...lastUrl().searchParams.keys()].sort()).toEqual(['st', 'sv'])
    await start({ url: 'https://api.shop.test/base/' }).client.getSupportedChains()
    expect(lastUrl().pathname).toBe('/base/v1/supported-chains')
  })
  it('Every call carries the project, the name and the version, POST too', async () => {
    answer({ http: [], ws: [], data: [], balances: [], fungibles: [], next: null })
    const { client } = start({ projectId: 'p1' })
    for (const call of [
      () => client.getSupportedChains(),
      () => client.getHistory(ASKED),
      () => client.getBalances(ASKED),
      () => client.getNfts(ASKED),
      () => client.getPrices({ addresses: [CHAIN] }),
    ]) {
      await call()
      expect(Object.fromEntries(lastUrl().searchParams)).toMatchObject({
        projectId: 'p1',
        st: 'latchkey',
        sv: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      })
    }
    expect(JSON.parse(fetched.mock.lastCall![1].body as string)).toEqual({
      currency: 'usd',
      addresses: [CHAIN],
      projectId: 'p1',
    })
  })
  it('A page of history is asked for by cursor, purchase provider and network', async () => {
    answer({ data: [entry()], next: 'c2' })
    const page = await start().client.getHistory({ ...ASKED, cursor: 'c1', onramp: 'coinbase' })
    expect(page).toEqual({ data: [entry()], next: 'c2' })
    expect(lastUrl().pathname).toBe(`/v1/account/${ALICE}/history`)
    expect(Object.fromEntries(lastUrl().searchParams)).toMatchObject({
      cursor: 'c1',
      onramp: 'coinbase',
      chainId: CHAIN,
    })
  })
  it('The use of the browser’s cache is the caller’s', async () => {
    answer({ data: [], next: null })
    const { client } = start()
    await client.getHistory({ ...ASKED, cache: 'no-store' })
    expect(fetched.mock.lastCall![1].cache).toBe('no-store')
    await client.getHistory(ASKED)
    expect(fetched.mock.lastCall![1]).not.toHaveProperty('cache')
  })
  it('Balances are asked for in a currency, and anew where the caller says so', async () => {
    answer({ balances: [balance()] })
    const { client } = start()
    expect(await client.getBalances(ASKED)).toEqual([balance()])
    expect(lastUrl().searchParams.get('currency')).toBe('usd')
    expect(lastUrl().searchParams.has('forceUpdate')).toBe(false)
    await client.getBalances({ ...ASKED, currency: 'eur', forceUpdate: true })
    expect(Object.fromEntries(lastUrl().searchParams)).toMatchObject({
      currency: 'eur',
      forceUpdate: 'true',
    })
  })
  it('Prices in another currency than the one that was asked for are left out', async () => {
    const { client } = start()
    const { price: _price, value: _value, ...amount } = balance({ price: 2, value: 4 })
    answer({ balances: [{ ...amount, price: 2, value: 4 }], currency: 'usd' })
    expect(await client.getBalances(ASKED)).toMatchObject([{ price: 2, value: 4 }])
    expect(await client.getBalances({ ...ASKED, currency: 'eur' })).toEqual([amount])
    const token = { address: CHAIN, name: 'Ether', symbol: 'ETH' }
    answer({ fungibles: [{ ...token, price: 2 }], currency: 'usd' })
    expect(await client.getPrices({ addresses: [CHAIN] })).toEqual([{ ...token, price: 2 }])
    expect(await client.getPrices({ addresses: [CHAIN], currency: 'eur' })).toEqual([token])
  })
  it('An NFT’s picture comes from the server alone', async () => {
    answer({
      data: [
        nft(),
        ...['https://evil.test/x.png', '//evil.test/x', 'javascript:alert(1)', '/v1/../../x?y'].map(
          (imageUrl) => nft({ imageUrl }),
        ),
      ],
      next: null,
    })
    const { data } = await start({ url: 'https://api.shop.test/base/' }).client.getNfts(ASKED)
    expect(data.map(({ imageUrl }) => imageUrl)).toEqual([
      'https://api.shop.test/base/v1/nft-media/abc',
      '',
      '',
      '',
      '',
    ])
  })
  it('Prices of tokens that were not asked for are left out, and an unknown price stays absent', async () => {
    const [known, unknown, foreign] = [`${CHAIN}:${BOB}`, CHAIN, 'eip155:10']
    answer({
      fungibles: [
        { address: known, name: 'A', symbol: 'A', price: 2, iconUrl: '' },
        { address: unknown, name: 'B', symbol: 'B' },
        { address: foreign, name: 'C', symbol: 'C', price: 3 },
      ],
    })
    expect(await start().client.getPrices({ addresses: [known, unknown] })).toEqual([
      { address: known, name: 'A', symbol: 'A', price: 2 },
      { address: unknown, name: 'B', symbol: 'B' },
    ])
  })
})

describe('answers that cannot be believed', () => {
  it.each(['constructor', '__proto__', '0x12', `${ALICE}0`])(
    'A transaction whose address is %j is left out, and the others stay',
    async (address) => {
      const moved = { ...entry().transfers[0]!, to: address }
      answer({
        data: [
          entry({ sentFrom: address }, 'from'),
          entry({ sentTo: address }, 'to'),
          { ...entry({}, 'transfer'), transfers: [moved] },
          entry(),
        ],
        next: null,
      })
      expect((await start().client.getHistory(ASKED)).data.map(({ id }) => id)).toEqual(['a'])
    },
  )
  it('Entries of another account or network are left out', async () => {
    const stranger = entry({ sentFrom: BOB }, 'b')
    answer({
      data: [entry(), entry({ chain: 'eip155:10' }), { ...stranger, transfers: [] }],
      next: null,
    })
    expect((await start().client.getHistory(ASKED)).data.map(({ id }) => id)).toEqual(['a'])
    answer({ balances: [balance({ chainId: 'eip155:10' }), balance()] })
    expect(await start().client.getBalances(ASKED)).toHaveLength(1)
    answer({ data: [nft({ chainId: 'eip155:10' })], next: null })
    expect((await start().client.getNfts(ASKED)).data).toEqual([])
  })
  it.each([
    ['a negative amount', { quantity: { decimals: '6', numeric: '-1' } }],
    ['a hexadecimal amount', { quantity: { decimals: '6', numeric: '0x12' } }],
    ['an exponent', { quantity: { decimals: '6', numeric: '1e400' } }],
    ['decimals of 78', { quantity: { decimals: '78', numeric: '1' } }],
    ['negative decimals', { quantity: { decimals: -1, numeric: '1' } }],
    ['decimals with a fraction', { quantity: { decimals: 1.5, numeric: '1' } }],
    ['a name that is a number', { name: 7 }],
    ['an address with a line break', { address: `${CHAIN}:0x\n1` }],
    ['no quantity', { quantity: null }],
  ])('A balance with %s is left out, and the others stay', async (_, changes) => {
    answer({ balances: [balance(changes), balance({ name: 'Good' })] })
    expect((await start().client.getBalances(ASKED)).map(({ name }) => name)).toEqual(['Good'])
  })
  it('An entry at no time, and one that moves nothing with a name, are left out', async () => {
    const { fungible_info: _, ...nothing } = entry().transfers[0]!
    answer({
      data: [
        entry({ minedAt: '2026-13-45T10:00:00.000Z' }, 'x'),
        { ...entry({}, 'y'), transfers: [nothing] },
        entry(),
      ],
      next: null,
    })
    expect((await start().client.getHistory(ASKED)).data.map(({ id }) => id)).toEqual(['a'])
  })
  it.each([-1, '5', null, {}])('A value of %j is not shown as money', async (value) => {
    answer({ balances: [balance({ value, price: value })] })
    const [read] = await start().client.getBalances(ASKED)
    expect(read).not.toHaveProperty('value')
    expect(read).not.toHaveProperty('price')
  })
  it('Decimals may be a number or a text, and come as text', async () => {
    answer({ balances: [balance({ quantity: { decimals: 0, numeric: '1' } })] })
    const [read] = await start().client.getBalances(ASKED)
    expect(read?.quantity).toEqual({ decimals: '0', numeric: '1' })
  })
  it('Names come on one line, without characters that turn text, and not longer than 300', async () => {
    answer({ balances: [balance({ name: `A\u202eB\nC${'x'.repeat(10_000)}`, symbol: '\u200b$' })] })
    const [read] = await start().client.getBalances(ASKED)
    expect(read?.name.slice(0, 4)).toBe('AB C')
    expect(read?.name).toHaveLength(300)
    expect(read?.symbol).toBe('$')
    expect(read?.written?.name).toHaveLength(2_000)
    expect(read?.written?.symbol).toBe('\u200b$')
  })
  it('Names that need no cleaning come once', async () => {
    answer({ balances: [balance()] })
    const [read] = await start().client.getBalances(ASKED)
    expect(read).not.toHaveProperty('written')
  })
  it.each([
    ['null', null],
    ['a list', []],
    ['an object without the list', {}],
    ['an object in place of the list', { data: {}, balances: {}, next: null }],
    ['a cursor that is a number', { data: [], balances: null, next: 7 }],
  ])('An answer that is %s fails with a typed error', async (_, body) => {
    answer(body)
    const { client } = start()
    for (const call of [client.getHistory(ASKED), client.getBalances(ASKED)])
      await expect(call).rejects.toMatchObject({ code: 'http.bad_answer' })
  })
  it('An answer of many balances is cut', async () => {
    answer({ balances: Array.from({ length: 10_500 }, () => balance()) })
    expect(await start().client.getBalances(ASKED)).toHaveLength(10_000)
  })
  it('An entry named __proto__ changes nothing', async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(
        new Response(
          `{"balances":[${JSON.stringify(balance()).slice(0, -1)},"__proto__":{"spam":1}}]}`,
        ),
      ),
    )
    const [read] = await start()
      .client.getBalances(ASKED)
      .catch(() => [])
    expect((read as object | undefined) && 'spam' in (read as object)).not.toBe(true)
    expect({}).not.toHaveProperty('spam')
  })
})

describe('refusals and options', () => {
  it.each([
    [403, 'Unauthorized: invalid key', 'Invalid Project ID'],
    [403, 'Unauthorized: origin not allowed', 'Invalid App Configuration'],
    [429, '', 'Rate Limited'],
    [500, '', 'Server Error'],
  ])('A refusal with %i %s raises its alert', async (status, description, title) => {
    const body = JSON.stringify({ status: 'FAILED', reasons: [{ name: 'projectId', description }] })
    fetched.mockImplementation(() => Promise.resolve(new Response(body, { status })))
    const { kernel, client } = start({ projectId: 'p1' })
    await expect(client.getBalances(ASKED)).rejects.toMatchObject({
      code: 'http.status',
      context: { status },
    })
    const alerts = await kernel.ports.late.load().then(({ alerts }) => alerts.get())
    expect(JSON.stringify(alerts)).toContain(title)
  })
  it('Nothing is asked before a call', async () => {
    await start().kernel.ready
    expect(fetched).not.toHaveBeenCalled()
  })
  it.each(['', 'ftp://api.shop.test', 'http://', 'javascript:alert(1)'])(
    'The address %j is refused in words',
    (url) => {
      expect(() => backend({ url })).toThrow(
        expect.objectContaining({
          code: 'kernel.invalid_option',
          context: { option: 'backend.url' },
        }),
      )
    },
  )
})

describe('Approvals', () => {
  const approval = (changes: object = {}) => ({
    chainId: CHAIN,
    kind: 'amount',
    owner: `${CHAIN}:${ALICE.toLowerCase()}`,
    token: `${CHAIN}:${BOB}`,
    spender: `${CHAIN}:${BOB}`,
    spenderName: '',
    name: 'Test Dollar',
    symbol: 'TUSD',
    quantity: { decimals: 6, numeric: '2.5' },
    isUnlimited: false,
    flags: { is_spam: false },
    ...changes,
  })

  it('They are asked for with the network, the cursor and the transaction that must be in them', async () => {
    answer({ data: [approval()], next: 'more', complete: false, settled: false })
    const { client } = start()
    const page = await client.getApprovals({ ...ASKED, cursor: 'c', forceUpdate: '0xab' })
    expect(page).toEqual({ data: [approval()], next: 'more', complete: false, settled: false })
    expect(lastUrl().pathname).toBe(`/v1/account/${ALICE}/approvals`)
    expect(Object.fromEntries(lastUrl().searchParams)).toMatchObject({
      chainId: CHAIN,
      cursor: 'c',
      forceUpdate: '0xab',
    })
  })

  it('One of another account or network, or without what it is about, is left out', async () => {
    const { quantity: _, ...bare } = approval()
    answer({
      data: [
        approval({
          chainId: 'eip155:5',
          owner: `eip155:5:${ALICE}`,
          token: `eip155:5:${BOB}`,
          spender: `eip155:5:${BOB}`,
        }),
        approval({ owner: `${CHAIN}:${BOB}` }),
        approval({ token: `eip155:5:${BOB}` }),
        approval({ spender: `eip155:5:${BOB}` }),
        approval({ spender: `${CHAIN}:0x12` }),
        approval({ kind: 'item' }),
        approval({ kind: 'everything' }),
        bare,
      ],
      next: null,
    })
    expect(await start().client.getApprovals(ASKED)).toEqual({
      data: [],
      next: null,
      complete: true,
      settled: true,
    })
  })
})

describe('Texts of a name', () => {
  const read = async (attributes: object) => {
    const at = { address: ALICE, created_at: null }
    const addresses = { '60': at }
    answer({ ...{ name: 'a.shop.eth', zone: null, registered_at: null }, addresses, attributes })
    return (await start().client.getName({ name: 'a.shop.eth' }))?.attributes
  }
  it.each(['I ❤️ 👨‍👩‍👧', 'می‌خواهم', 'two  spaces'])(
    'The description "%s" comes as it was written, because its owner writes it back',
    async (description) => expect(await read({ description })).toEqual({ description }),
  )
  it('One is bounded, stands on one line, and turns no text around it', async () => {
    expect(
      await read({
        description: 'a\nb\u2028c\u202ed\u2066e\u0000f\ud800g',
        notice: 'x'.repeat(5_000),
        url: 'https://alice.example/\u200dpage',
      }),
    ).toEqual({
      description: 'a b cdefg',
      notice: 'x'.repeat(2_000),
      url: 'https://alice.example/page',
    })
  })
})
