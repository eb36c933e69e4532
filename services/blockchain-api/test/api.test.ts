import { afterEach, expect, it } from 'vitest'
import { collectible, startFakeNode, token } from './fakeNode.js'
import { ALICE, BOB, CHAIN, NFT, TOKEN, chain, fill, startTestApi, transfer } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const startNode: typeof startFakeNode = async (contracts) => {
  const node = await startFakeNode(contracts)
  ending.push(node.close)
  return node
}
const USD = { [TOKEN.toLowerCase()]: token('Dollar', 'USD', 6n, 2_500_000n) }

it('Without projects everybody is let in; with projects a known id is due on every GET [API-04]', async () => {
  const open = await startTestApi({ chains: [chain()] })
  expect((await open.get('/v1/supported-chains')).status).toBe(200)
  const api = await startTestApi({ chains: [chain()], projects: [{ id: 'shop' }] })
  const paths = api.app.routes.filter(({ method, open: isOpen }) => method === 'get' && !isOpen)
  expect(paths.length).toBeGreaterThan(6)
  for (const { path } of paths)
    for (const id of ['', '?projectId=', '?projectId=other']) {
      const { status, body } = await api.get(path.replace(/:\w+/g, ALICE) + id)
      expect([path, status, body.reasons[0].description]).toEqual([
        path,
        403,
        'Unauthorized: invalid key',
      ])
    }
  expect((await api.get('/v1/supported-chains?projectId=shop')).status).toBe(200)
  expect((await api.get('/health')).status).toBe(200)
  expect((await api.ask('/metrics')).status).toBe(200)
  expect((await api.app.request('/openapi.json')).status).toBe(200)
})

it('Supported chains are answered as two lists of CAIP-2 ids [API-06]', async () => {
  const api = await startTestApi({
    chains: [chain(undefined, { wsUrls: ['wss://n.example'] }), { ...chain(), id: 'eip155:1' }],
  })
  expect((await api.get('/v1/supported-chains')).body).toEqual({
    http: [CHAIN, 'eip155:1'],
    ws: [CHAIN],
  })
})

it('Of 60 entries the first page has 50 and a cursor, and the second the rest and null [API-10]', async () => {
  const node = await startNode(USD)
  const api = await startTestApi({ chains: [chain(node.url)] })
  await fill(api.store, 60)
  const path = `/v1/account/${ALICE}/history?chainId=${CHAIN}`
  const first = (await api.get(path)).body
  expect(first.data).toHaveLength(50)
  expect(first.data[0]).toMatchObject({
    metadata: { chain: CHAIN, minedAt: '1970-01-01T00:01:00.000Z', status: 'confirmed' },
    transfers: [
      {
        direction: 'in',
        quantity: { numeric: '2.5' },
        fungible_info: { name: 'Dollar', symbol: 'USD', decimals: 6, address: `${CHAIN}:${TOKEN}` },
      },
    ],
  })
  const calls = node.state.calls
  const second = (await api.get(`${path}&cursor=${first.next}`)).body
  expect(second.data).toHaveLength(10)
  expect(second.next).toBeNull()
  expect(node.state.calls).toBe(calls)
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(60)
})

it('Entries that are written between two pages move nothing on the second', async () => {
  const api = await startTestApi({ chains: [chain()] })
  await fill(api.store, 60)
  const path = `/v1/account/${CHAIN}:${ALICE}/history`
  const first = (await api.get(path)).body
  await fill(api.store, 30)
  const second = (await api.get(`${path}?cursor=${first.next}`)).body
  expect(second.data).toHaveLength(10)
  expect(second.data[0].metadata.minedAt).toBe('1970-01-01T00:00:10.000Z')
})

it('A cursor that is forged, mangled or of another list is refused', async () => {
  const api = await startTestApi({ chains: [chain(), { ...chain(), id: 'eip155:1' }] })
  await fill(api.store, 60)
  const { next } = (await api.get(`/v1/account/${ALICE}/history?chainId=${CHAIN}`)).body
  const payload = Buffer.from(JSON.stringify([CHAIN, 'rpc', '9:0'])).toString('base64url')
  const foreign = [
    [`/v1/account/${BOB}/history?chainId=${CHAIN}`, next],
    [`/v1/account/${ALICE}/history`, next],
    [`/v1/account/${ALICE}/nfts?chainId=${CHAIN}`, next],
    ...[`${next}A`, next.slice(1), next.slice(0, -4), `AA${next}`, payload, 'x', '%00', '..'].map(
      (cursor) => [`/v1/account/${ALICE}/history?chainId=${CHAIN}`, cursor],
    ),
  ]
  for (const [path, cursor] of foreign) {
    const { status, body } = await api.get(
      `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`,
    )
    expect([cursor, status, body.reasons?.[0].name]).toEqual([cursor, 400, 'cursor'])
  }
})

it('Without a chain the lists of all chains follow one another, each with its own cursor', async () => {
  const api = await startTestApi({ chains: [{ ...chain(), id: 'eip155:1' }, chain()] })
  await fill(api.store, 3)
  const path = `/v1/account/${ALICE}/history`
  const first = (await api.get(path)).body
  expect(first.data).toEqual([])
  const second = (await api.get(`${path}?cursor=${first.next}`)).body
  expect([second.data.length, second.next]).toEqual([3, null])
})

it('Two known tokens are answered with two prices, and unknown ones are left out [API-16]', async () => {
  const node = await startNode(USD)
  const api = await startTestApi({
    chains: [chain(node.url)],
    prices: { currency: 'usd', table: { [CHAIN]: 2000, [`${CHAIN}:${TOKEN}`]: 1.01 } },
  })
  const addresses = [`${CHAIN}:${TOKEN}`, `${CHAIN}:0x${'e'.repeat(40)}`, `${CHAIN}:${BOB}`, CHAIN]
  const { status, body } = await api.post('/v1/fungible/price', { currency: 'usd', addresses })
  expect(status).toBe(200)
  const told = body.fungibles.map(({ address, price }: Record<string, unknown>) => [address, price])
  expect(told).toEqual([
    [addresses[0], 1.01],
    [addresses[1], 2000],
    [addresses[3], 2000],
  ])
})

it('Balances have the fields of a token balance, the native coin first [API-26]', async () => {
  const node = await startNode(USD)
  const api = await startTestApi({
    chains: [chain(node.url)],
    prices: { currency: 'usd', table: { [CHAIN]: 2000 } },
  })
  await fill(api.store, 1)
  const { status, body } = await api.get(
    `/v1/account/${ALICE}/balance?currency=usd&chainId=${CHAIN}`,
  )
  expect(status).toBe(200)
  expect(body.balances).toEqual([
    {
      name: 'Ether',
      symbol: 'ETH',
      chainId: CHAIN,
      price: 2000,
      value: 1000,
      quantity: { decimals: '18', numeric: '0.5' },
      iconUrl: '',
      flags: { is_spam: false },
    },
    {
      name: 'Dollar',
      symbol: 'USD',
      chainId: CHAIN,
      address: `${CHAIN}:${TOKEN}`,
      quantity: { decimals: '6', numeric: '2.5' },
      iconUrl: '',
      flags: { is_spam: false },
    },
  ])
})

it('A contract that reverts, burns all gas, lies or shouts is left out alone', async () => {
  const at = (last: string) => `0x${'0'.repeat(38)}${last}`
  const node = await startNode({
    ...USD,
    [at('01')]: () => {
      throw new Error('execution reverted')
    },
    [at('02')]: token('Lie', 'LIE', 2n ** 255n, 5n),
    [at('03')]: token('x'.repeat(10_000), 'LOUD', 18n, 5n),
    [at('04')]: () => {
      throw new Error('all gas')
    },
    [at('05')]: () => `0x${'00'.repeat(100_000)}`,
    [at('06')]: token('Visit claim.example.com', 'GIFT', 18n, 5n),
  })
  const api = await startTestApi({ chains: [chain(node.url)] })
  const tokens = [TOKEN, ...['01', '02', '03', '04', '05', '06'].map(at)]
  await fill(api.store, tokens.length, (block) => transfer({ token: tokens[block - 1] ?? TOKEN }))
  const { body } = await api.get(`/v1/account/${ALICE}/balance?chainId=${CHAIN}`)
  expect(
    body.balances.map(({ symbol, flags }: { symbol: string; flags: object }) => [symbol, flags]),
  ).toEqual([
    ['ETH', { is_spam: false }],
    ['GIFT', { is_spam: true }],
    ['USD', { is_spam: false }],
  ])
  const { data } = (await api.get(`/v1/account/${ALICE}/history?chainId=${CHAIN}`)).body
  const lying = data.find((entry: { transfers: { fungible_info: { address: string } }[] }) =>
    entry.transfers[0]?.fungible_info.address.endsWith('02'),
  )
  expect(lying.transfers[0]).toMatchObject({
    quantity: { numeric: '2500000' },
    fungible_info: { name: '', symbol: '', decimals: null },
  })
})

it('A chain whose node is away leaves the balances of the others, and 503 is for none at all', async () => {
  const node = await startNode()
  const away = { ...chain(), id: 'eip155:31338' }
  const path = `/v1/account/${ALICE}/balance`
  const some = await (await startTestApi({ chains: [away, chain(node.url)] })).get(path)
  expect(some.status).toBe(200)
  expect(some.body.balances[0].chainId).toBe(CHAIN)
  expect(some.body.missing).toEqual(['eip155:31338'])
  const none = await (await startTestApi({ chains: [away, chain()] })).get(path)
  expect(none.status).toBe(503)
})

it('When the node is away the last balance is answered with its age, and history as it was stored', async () => {
  let now = 1_700_000_000_000
  const node = await startNode(USD)
  const api = await startTestApi({ chains: [chain(node.url)] }, { now: () => now })
  await fill(api.store, 1)
  const path = `/v1/account/${ALICE}/balance?chainId=${CHAIN}`
  const before = await api.get(path)
  expect(before.headers.get('x-latchkey-age')).toBeNull()
  node.state.isDown = true
  now += 60_000
  const after = await api.get(path)
  expect(after.body).toEqual(before.body)
  expect(after.headers.get('x-latchkey-age')).toBe('60')
  now += 600_000
  expect((await api.get(path)).status).toBe(503)
  expect((await api.get(`/v1/account/${ALICE}/history?chainId=${CHAIN}`)).status).toBe(200)
})

it('NFTs are those that the contract confirms, with their description from its own words', async () => {
  const uri = `data:application/json,${encodeURIComponent(
    JSON.stringify({
      name: 'One',
      description: 'first',
      image: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      attributes: [{ trait_type: 'Eyes', value: 'Green' }, { value: 1 }, null],
    }),
  )}`
  const gone = '0x2000000000000000000000000000000000000721'
  const node = await startNode({
    [NFT.toLowerCase()]: collectible('Things', ALICE, uri),
    [gone]: collectible('Sold', BOB, uri),
  })
  const api = await startTestApi({ chains: [chain(node.url)] })
  await fill(api.store, 2, (block) =>
    transfer({ standard: 'erc721', token: block === 1 ? NFT : gone, tokenId: '7', amount: '1' }),
  )
  const { body } = await api.get(`/v1/account/${ALICE}/nfts?chainId=${CHAIN}`)
  expect(body).toMatchObject({
    data: [
      {
        contract: `${CHAIN}:${NFT}`,
        tokenId: '7',
        collection: 'Things',
        name: 'One',
        traits: [{ name: 'Eyes', value: 'Green' }],
      },
    ],
    next: null,
  })
  expect(body.data).toHaveLength(1)
  const picture = await api.ask(body.data[0].imageUrl)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(picture.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  const [{ transfers }] = (await api.get(`/v1/account/${ALICE}/history?chainId=${CHAIN}`)).body.data
  expect(transfers[0].nft_info).toMatchObject({
    name: 'Sold',
    token_id: '7',
    flags: { is_spam: false },
  })
  expect((await api.get('/v1/nft-media/AAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
})

it('An event is stored as one row, and a missing projectId is refused [API-49]', async () => {
  const api = await startTestApi()
  expect((await api.post('/e?projectId=p&st=js&sv=1', { eventId: 'e' })).status).toBe(202)
  for (const query of ['st=js&sv=1', 'projectId=p&sv=1', 'projectId=p&st=js'])
    expect((await api.post(`/e?${query}`, { eventId: 'f' })).status).toBe(400)
  await api.app.close()
  expect(await api.store.events.fold(Number.MAX_SAFE_INTEGER)).toBe(1)
})

it('The operator reads counts of events by its token, and the metrics have how many were taken', async () => {
  const analyticsToken = 'a token of the operator'
  const api = await startTestApi({ analyticsToken }, { now: () => Date.UTC(2026, 10, 28, 23) })
  const send = (eventId: string, event: string) =>
    api.post('/e?projectId=p&st=js&sv=1', { eventId, props: { event } })
  for (const id of ['a', 'b', 'a']) await send(id, 'MODAL_OPEN')
  await send('c', 'CONNECT_SUCCESS')
  await api.app.close()
  const path = '/v1/analytics/funnel?projectId=p&from=2026-11-28&to=2026-11-28'
  const headers = { authorization: `Bearer ${analyticsToken}` }
  const read = async () => (await api.ask(path, { headers })).json()
  const counts = { opened: 2, chose: 0, connected: 1, signedIn: 0, sent: 0 }
  expect(await read()).toMatchObject({ counts })
  expect(await api.store.events.fold(Date.UTC(2026, 10, 29))).toBe(3)
  expect(await read()).toMatchObject({ counts })
  expect((await api.get(path)).status).toBe(404)
  const metrics = await (await api.ask('/metrics')).text()
  expect(metrics).toContain('latchkey_blockchain_api_events_total{outcome="taken"} 4')
})

it('A POST may carry its projectId in the query or in the body [API-58]', async () => {
  const api = await startTestApi({ chains: [chain()], projects: [{ id: 'shop' }] })
  const body = { currency: 'usd', addresses: [CHAIN] }
  const statuses = [
    await api.post('/v1/fungible/price?projectId=shop', body),
    await api.post('/v1/fungible/price', { ...body, projectId: 'shop' }),
    await api.post('/v1/fungible/price', body),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 403])
})

it('The wallet list, a picture and the configuration are served at documented paths [API-59]', async () => {
  const api = await startTestApi({
    config: { email: true, onramp: ['meld'], swaps: null },
    images: { ours: 'data:image/svg+xml,<svg/>' },
  })
  const { body } = await api.get('/v1/wallets?search=rab&count=5&page=1')
  expect(body.wallets[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) })
  for (const path of [`/v1/image/${body.wallets[0].id}`, '/v1/image/wallet/ours', '/v1/image/ours'])
    expect((await api.ask(path)).headers.get('content-type')).toBe('image/svg+xml')
  expect((await api.get('/v1/image/nothing')).status).toBe(404)
  expect((await api.get('/v1/config')).body).toEqual({ email: true, onramp: ['meld'], swaps: null })
  expect((await (await startTestApi()).get('/v1/config')).body).toMatchObject({
    swaps: null,
    email: null,
  })
})

it("An origin that is not on the project's list is refused by name, an allowed one is not [API-60]", async () => {
  const api = await startTestApi({
    projects: [{ id: 'shop', origins: ['https://*.shop.example'] }],
  })
  const from = (origin: string) => ({ headers: { origin } })
  const path = '/v1/supported-chains?projectId=shop'
  const refused = await api.ask(path, from('https://evil.example'))
  expect(refused.status).toBe(403)
  expect((await refused.json()).reasons[0].description).toBe('Unauthorized: origin not allowed')
  const allowed = await api.ask(path, from('https://www.shop.example'))
  expect(allowed.status).toBe(200)
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://www.shop.example')
})

it('A store that fails is answered by reasons in JSON without a word of it', async () => {
  const api = await startTestApi({ chains: [chain()] })
  Object.assign(api.store.sessions, {
    ofAddress: () => Promise.reject(new Error('SQLITE_CORRUPT: /var/secret.db')),
  })
  const { status, body } = await api.get(`/v1/sessions/${CHAIN}:${ALICE}`)
  expect([status, body.status, body.reasons[0].name]).toEqual([500, 'FAILED', 'internal'])
})

it('Bad input is refused by the name of its field', async () => {
  const api = await startTestApi({ chains: [chain(), { ...chain(), id: 'solana:devnet' }] })
  const wrongCase = ALICE.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  const cases: [string, string][] = [
    [`/v1/account/${wrongCase}/history`, 'account'],
    [`/v1/account/0x12/balance?chainId=${CHAIN}`, 'address'],
    [`/v1/account/${ALICE}/balance?chainId=solana:devnet`, 'address'],
    [`/v1/account/${ALICE}/balance?chainId=eip155`, 'chainId'],
    [`/v1/account/${ALICE}/balance?chainId=eip155:5`, 'chainId'],
    [`/v1/account/eip155:5:${ALICE}/history`, 'account'],
    [`/v1/account/${CHAIN}:${ALICE}/history?chainId=solana:devnet`, 'chainId'],
    [`/v1/account/${ALICE}/balance?currency=dollars!`, 'currency'],
    [`/v1/account/${ALICE}/history?chainId=${CHAIN}&chainId=${CHAIN}`, 'chainId'],
    [`/v1/sessions/solana:devnet:${'1'.repeat(32)}`, 'address'],
    [`/v1/account/${ALICE}/history?onramp=moonpay&cursor=AAAA`, 'cursor'],
    [`/v1/account/${ALICE.slice(2)}/balance`, 'address'],
    [`/v1/account/${CHAIN}:${ALICE.slice(2)}/history`, 'account'],
    ['/v1/wallets?count=0', 'count'],
    ['/v1/wallets?count=101', 'count'],
  ]
  for (const [path, field] of cases) {
    const { status, body } = await api.get(path)
    expect([path, status, body.reasons?.[0].name]).toEqual([path, 400, field])
  }
  const price = async (addresses: unknown) =>
    (await api.post('/v1/fungible/price', { addresses })).body.reasons?.[0].name
  expect(await price(Array(101).fill(CHAIN))).toBe('addresses')
  expect(await price([])).toBe('addresses')
  expect(await price([5])).toBe('addresses.0')
  expect(await price([CHAIN, 'eip155:31337:0x12'])).toBe('addresses.1')
  expect(await price('eip155:1')).toBe('addresses')
  for (const address of [`0x${'e'.repeat(40)}`, TOKEN])
    expect(await price([`${CHAIN}:${address}:junk:more`])).toBe('addresses.0')
  expect((await api.get(`/v1/supported-chains?unknown=1`)).status).toBe(200)
})

it('A follower that may follow no more accounts is told to the client with a reason', async () => {
  const api = await startTestApi({ chains: [chain()] })
  Object.assign(api.store.watched, { ask: async () => 'full' })
  for (const list of ['history', 'nfts']) {
    const { status, body } = await api.get(`/v1/account/${ALICE}/${list}?chainId=${CHAIN}`)
    expect([status, body.reasons[0].name]).toEqual([503, 'account'])
  }
})

it('The next node of a chain is asked where one is away', async () => {
  const node = await startNode(USD)
  const api = await startTestApi({
    chains: [chain(node.url, { rpcUrls: ['http://127.0.0.1:1', node.url] })],
  })
  expect((await api.get(`/v1/account/${ALICE}/balance?chainId=${CHAIN}`)).status).toBe(200)
})

it('Tokens of Solana are added up over their accounts and named by the list of the host', async () => {
  const node = await startNode()
  const [owner, mint, unknown] = ['1', '2', '3'].map((digit) => digit.repeat(43)) as [
    string,
    string,
    string,
  ]
  const held = (of: string, amount: string, decimals: number) => ({
    account: { data: { parsed: { info: { mint: of, tokenAmount: { amount, decimals } } } } },
  })
  node.state.mints = [held(mint, '1500000', 6), held(unknown, '2', 0), held('4'.repeat(43), '0', 0)]
  const tokens = [{ address: mint, name: 'Dollar', symbol: 'USD', decimals: 6 }]
  const id = 'solana:devnet'
  const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const api = await startTestApi({ chains: [{ id, rpcUrls: [node.url], nativeCurrency, tokens }] })
  const { body } = await api.get(`/v1/account/${id}:${'1'.repeat(32)}/balance`)
  expect(
    body.balances.map((one: { symbol: string; quantity: { numeric: string } }) => [
      one.symbol,
      one.quantity.numeric,
    ]),
  ).toEqual([
    ['SOL', '0.000000005'],
    // The fake answers the same for both token programs.
    ['USD', '3'],
    ['', '4'],
  ])
  expect((await api.get(`/v1/account/${owner}/balance`)).status).toBe(400)
  expect((await api.get(`/v1/account/${id}:${'1'.repeat(32)}/history`)).status).toBe(400)
})

it('Dead hosts of pictures rest no source', async () => {
  const dead = collectible('Things', ALICE, 'https://127.0.0.1/dead')
  const node = await startNode({ ...USD, [NFT.toLowerCase()]: dead })
  const api = await startTestApi(
    { chains: [chain(node.url)] },
    { fetchDocument: () => Promise.reject(new Error('dead')) },
  )
  await fill(api.store, 8, (block) =>
    transfer({ standard: 'erc721', token: NFT, tokenId: String(block), amount: '1' }),
  )
  const { body } = await api.get(`/v1/account/${ALICE}/nfts?chainId=${CHAIN}`)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(Array(8).fill(''))
  expect((await api.get('/health')).body.resting).toEqual([])
  expect((await api.get(`/v1/account/${ALICE}/balance?chainId=${CHAIN}`)).status).toBe(200)
})
