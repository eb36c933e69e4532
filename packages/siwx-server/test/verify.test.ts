import { describe, expect, it } from 'vitest'
import { codeOf, createBench, endlessStore, MINUTE, START, type SignInChanges } from './bench.js'
import { bip122, cosmos, eip155, polkadot, type Signer, solana } from './signers.js'

const SIGNERS: Readonly<Record<string, () => Signer | Promise<Signer>>> = {
  eip155,
  solana,
  'bip122, payment': () => bip122(),
  'bip122, ordinals': () => bip122('ordinals'),
  polkadot,
  cosmos,
}
const at = (ms: number): string => new Date(START + ms).toISOString()

describe.each(Object.entries(SIGNERS))('an account of %s', (_, make) => {
  it('An account signs in, and is the one that it says', async () => {
    const bench = createBench()
    const [client, signer] = [bench.client(), await make()]
    const response = await bench.signIn(client, signer)
    expect(bench.errors).toEqual([])
    expect(await codeOf(response.clone())).toBe(200)
    const { session, token } = await response.json()
    expect(session).toEqual({
      data: expect.objectContaining({
        domain: 'shop.example',
        accountAddress: signer.accountAddress,
        chainId: signer.chainId,
      }),
      message: expect.stringContaining('Come in'),
      expirationTime: at(7 * 24 * 60 * MINUTE),
    })
    expect(token).toBeUndefined()
    expect(await bench.server.getSession(client.request('/me'))).toMatchObject({
      accountAddress: signer.accountAddress,
      chainId: signer.chainId,
      signedInAt: at(0),
    })
    expect(await client.list()).toEqual([session])
  })

  it('An account with a signature of another text is refused', async () => {
    const bench = createBench()
    const [client, signer] = [bench.client(), await make()]
    const { signature } = await signer.sign('something else')
    expect(await codeOf(await bench.signIn(client, signer, { body: { signature } }))).toBe(
      '401 siwx.bad_signature',
    )
    expect(await bench.server.getSession(client.request('/me'))).toBeUndefined()
    expect(bench.errors).toEqual([])
  })
})

const other = eip155(2)
const REFUSED: readonly (readonly [what: string, changes: SignInChanges, code: string])[] = [
  ['for another site', { message: { domain: 'evil.example' } }, '401 siwx.wrong_domain'],
  ['for a host below', { message: { domain: 'a.shop.example' } }, '401 siwx.wrong_domain'],
  [
    'for the site at another port',
    { message: { domain: 'shop.example:8080' } },
    '401 siwx.wrong_domain',
  ],
  ['on another chain than is said', { body: { chainId: 'eip155:10' } }, '401 siwx.wrong_chain'],
  [
    'of another account than is said',
    { body: { accountAddress: other.accountAddress } },
    '401 siwx.wrong_account',
  ],
  [
    'in which another account is named',
    {
      message: { accountAddress: other.accountAddress },
      body: { accountAddress: other.accountAddress },
    },
    '401 siwx.bad_signature',
  ],
  ['with a nonce of its own', { message: { nonce: 'abcdefgh12345678' } }, '401 siwx.wrong_nonce'],
  [
    'with a line break in the statement',
    { text: (text) => text.replace('Come in', 'Come in\n\nURI: https://evil.example') },
    '400 siwx.bad_message',
  ],
  ['with text after its end', { text: (text) => `${text}\nAnd more` }, '400 siwx.bad_message'],
  ['that is only the word "hello"', { text: () => 'hello' }, '400 siwx.bad_message'],
  ['that has expired', { message: { expirationTime: at(-6 * MINUTE) } }, '401 siwx.expired'],
  [
    'that expires as far back as clocks may differ',
    { message: { expirationTime: at(-5 * MINUTE) } },
    '401 siwx.expired',
  ],
  ['that is not yet valid', { message: { notBefore: at(6 * MINUTE) } }, '401 siwx.not_yet_valid'],
  ['made long before its nonce', { message: { issuedAt: at(-6 * MINUTE) } }, '401 siwx.expired'],
  [
    'that expired in a leap second',
    { message: { expirationTime: '2016-12-31T23:59:60Z' } },
    '401 siwx.expired',
  ],
  [
    'made in a leap second long before its nonce',
    { message: { issuedAt: '2016-12-31T23:59:60Z' } },
    '401 siwx.expired',
  ],
  ['made in the future', { message: { issuedAt: at(6 * MINUTE) } }, '401 siwx.not_yet_valid'],
  [
    'changed after it was signed',
    { body: ({ message }) => ({ message: message!.replace('Come in', 'Come on') }) },
    '401 siwx.bad_signature',
  ],
  [
    'with a signature that only a contract could take',
    { body: { signature: '0x' } },
    '401 siwx.node_missing',
  ],
  [
    'of a chain family that nobody knows',
    { body: { chainId: 'tezos:NetXdQprcVkpaWU' } },
    '401 siwx.namespace_unsupported',
  ],
]

describe('a message is refused', () => {
  it.each(REFUSED)('A sign-in is refused for a message %s', async (_, changes, code) => {
    const bench = createBench()
    const client = bench.client()
    const response = await bench.signIn(client, eip155(), changes)
    expect(await codeOf(response.clone())).toBe(code)
    expect((await response.json()).error.message).not.toMatch(/0x|evil|example|Error|\d{4}/)
    expect(await bench.server.getSessions(client.request('/me'))).toEqual([])
    expect(bench.errors).toEqual([])
  })

  it('A message is refused whatever the header Host says', async () => {
    const bench = createBench()
    const client = bench.client()
    const body = await bench.signed(client, eip155(), { message: { domain: 'evil.example' } })
    const request = new Request('https://evil.example/api/siwx/verify', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://shop.example',
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: JSON.stringify(body),
    })
    expect(await codeOf(await bench.server.handle(request))).toBe('401 siwx.wrong_domain')
  })
})

describe('a message is taken', () => {
  it.each<readonly [string, SignInChanges]>([
    [
      'of a visitor whose clock is four minutes slow',
      { message: { issuedAt: at(-4 * MINUTE), expirationTime: at(-4 * MINUTE) } },
    ],
    [
      'of a visitor whose clock is four minutes fast',
      { message: { issuedAt: at(4 * MINUTE), notBefore: at(4 * MINUTE) } },
    ],
    [
      'whose address the client writes in small letters',
      { body: { accountAddress: eip155().accountAddress.toLowerCase() } },
    ],
    ['that expires in a leap second', { message: { expirationTime: '2026-12-31T23:59:60Z' } }],
    [
      'for any of several domains',
      { message: { domain: 'www.shop.example:8443', uri: 'https://www.shop.example:8443/in' } },
    ],
  ])('A sign-in is accepted for a message %s', async (_, changes) => {
    const bench = createBench({ domain: ['shop.example', 'www.shop.example:8443'] })
    expect(await codeOf(await bench.signIn(bench.client(), eip155(), changes))).toBe(200)
  })

  it('Without clock skew a message is accepted only by clocks that agree', async () => {
    const bench = createBench({ clockSkew: 0 })
    expect(
      await codeOf(await bench.signIn(bench.client(), eip155(), { message: { issuedAt: at(1) } })),
    ).toBe('401 siwx.not_yet_valid')
    expect(
      await codeOf(
        await bench.signIn(bench.client(), eip155(), { message: { expirationTime: at(0) } }),
      ),
    ).toBe('401 siwx.expired')
    expect(
      await codeOf(
        await bench.signIn(bench.client(), eip155(), { message: { expirationTime: at(1) } }),
      ),
    ).toBe(200)
  })

  it('A message that expires while the store answers is refused, and nothing is stored', async () => {
    const store = endlessStore()
    const bench = createBench({
      clockSkew: 0,
      store: {
        get: async (key) => {
          if (key.startsWith('siwx:epoch:')) bench.now += MINUTE
          return store.get(key)
        },
        // As Redis does.
        set: async (key, value, ttlMs) => {
          if (ttlMs <= 0) throw new Error('ERR invalid expire time')
          return store.set(key, value, ttlMs)
        },
        take: store.take,
      },
    })
    const client = bench.client()
    expect(
      await codeOf(
        await bench.signIn(client, eip155(), { message: { expirationTime: at(MINUTE / 2) } }),
      ),
    ).toBe('401 siwx.expired')
    expect([bench.errors, await client.list()]).toEqual([[], []])
  })

  it('A session ends no later than its message', async () => {
    const bench = createBench({ clockSkew: 0 })
    const client = bench.client()
    await bench.signIn(client, eip155(), { message: { expirationTime: at(MINUTE) } })
    expect((await client.list())[0]?.expirationTime).toBe(at(MINUTE))
    bench.now += MINUTE - 1
    expect(await client.list()).toHaveLength(1)
    bench.now += 1
    expect(await client.list()).toEqual([])
  })
})

describe('a nonce', () => {
  it('A nonce has at least 128 bits and never repeats', async () => {
    const client = createBench().client()
    const nonces = await Promise.all(
      Array.from({ length: 200 }, async () => (await client.nonce()).nonce),
    )
    expect(new Set(nonces).size).toBe(200)
    for (const nonce of nonces) expect(nonce).toMatch(/^(?:[0-9a-f]{32,}|[A-Za-z0-9]{22,})$/)
  })

  it('A nonce works once: the same request is refused the second time', async () => {
    const bench = createBench()
    const client = bench.client()
    const body = await bench.signed(client)
    expect(await codeOf(await client.post('/verify', body))).toBe(200)
    expect(await codeOf(await client.post('/verify', body))).toBe('401 siwx.wrong_nonce')
  })

  it('A nonce is used up by a failed attempt', async () => {
    const bench = createBench()
    const client = bench.client()
    const body = await bench.signed(client)
    expect(
      await codeOf(
        await client.post('/verify', { ...body, signature: (await eip155(2).sign('x')).signature }),
      ),
    ).toBe('401 siwx.bad_signature')
    expect(await codeOf(await client.post('/verify', body))).toBe('401 siwx.wrong_nonce')
  })

  it('A nonce expires', async () => {
    const bench = createBench({ nonceLifetime: MINUTE })
    const client = bench.client()
    const body = await bench.signed(client)
    bench.now += MINUTE
    expect(await codeOf(await client.post('/verify', body))).toBe('401 siwx.wrong_nonce')
  })

  it('A nonce expires in a store that never forgets', async () => {
    const bench = createBench({ store: endlessStore(), nonceLifetime: MINUTE })
    const client = bench.client()
    const body = await bench.signed(client)
    bench.now += MINUTE
    expect(await codeOf(await client.post('/verify', body))).toBe('401 siwx.wrong_nonce')
  })

  it('A nonce of another browser is refused, even with its token', async () => {
    const bench = createBench()
    const [victim, thief] = [bench.client(), bench.client()]
    const body = await bench.signed(victim)
    await thief.nonce()
    expect(await codeOf(await thief.post('/verify', body))).toBe('401 siwx.wrong_nonce')
    expect(await codeOf(await victim.post('/verify', body))).toBe('401 siwx.wrong_nonce')
    const bare = bench.client()
    expect(await codeOf(await bare.post('/verify', await bench.signed(victim)))).toBe(
      '401 siwx.wrong_nonce',
    )
  })

  it('A nonce works only with its own token', async () => {
    const bench = createBench()
    const client = bench.client()
    const { nonceToken } = await client.nonce()
    expect(await codeOf(await bench.signIn(client, eip155(), { body: { nonceToken } }))).toBe(
      '401 siwx.wrong_nonce',
    )
    expect(await codeOf(await bench.signIn(client, eip155(), { body: { nonceToken: 'x' } }))).toBe(
      '401 siwx.wrong_nonce',
    )
  })

  it('Two tabs of one browser have a nonce each at the same time', async () => {
    const bench = createBench()
    const client = bench.client()
    const [one, two] = [await bench.signed(client), await bench.signed(client, eip155(2))]
    expect(await codeOf(await client.post('/verify', one))).toBe(200)
    expect(await codeOf(await client.post('/verify', two))).toBe(200)
    expect(await client.list()).toHaveLength(2)
  })

  it('Nonces work in two tabs whose first requests cross, whichever answer comes last', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const bench = createBench()
      const [browser, ...tabs] = [bench.client(), bench.client(), bench.client()]
      // Neither tab's question carries the cookie of the other's answer; the browser keeps what
      // both set.
      const bodies = [await bench.signed(tabs[0]!), await bench.signed(tabs[1]!, eip155(2))]
      for (const at of order) for (const pair of tabs[at]!.cookies) browser.cookies.set(...pair)
      for (const body of bodies) expect(await codeOf(await browser.post('/verify', body))).toBe(200)
      expect(await browser.list()).toHaveLength(2)
    }
  })

  it('Nonces of tabs whose first requests cross work until they expire, and add no further cookies', async () => {
    const bench = createBench({ nonceLifetime: MINUTE })
    const browser = bench.client()
    for (const tab of [bench.client(), bench.client()]) {
      await tab.nonce()
      for (const pair of tab.cookies) browser.cookies.set(...pair)
    }
    const bodies = []
    for (let count = 0; count < 20; count++)
      bodies.push(await bench.signed(browser, eip155(1 + (count % 8))))
    expect(browser.cookies.size).toBe(2)
    for (const body of bodies) expect(await codeOf(await browser.post('/verify', body))).toBe(200)
    expect([
      ...new Set(
        browser.set.filter((line) => line.includes('-browser')).map((line) => line.split('=')[0]),
      ),
    ]).toHaveLength(1)
  })

  it('A thousand marks of a browser do not find a nonce', async () => {
    const bench = createBench()
    const client = bench.client()
    const body = await bench.signed(bench.client())
    for (let count = 0; count < 1_000; count++)
      client.cookies.set(`__Host-siwx-browser-${count}`, 'A'.repeat(43))
    expect(await codeOf(await client.post('/verify', body))).toBe('401 siwx.wrong_nonce')
  })

  it('A nonce that is used 1,000 times at once lets one request in', async () => {
    const bench = createBench()
    const client = bench.client()
    const body = await bench.signed(client)
    const requests = Array.from({ length: 1_000 }, () =>
      client.request('/verify', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    const answers = await Promise.all(
      (await Promise.all(requests.map((request) => bench.server.handle(request)))).map(codeOf),
    )
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer === '401 siwx.wrong_nonce')).toHaveLength(999)
  })
})

describe('a contract account', () => {
  const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const contract: Signer = {
    chainId: 'eip155:1',
    accountAddress: ACCOUNT,
    sign: async () => ({ signature: `0x${'ab'.repeat(80)}` }),
  }

  it('A contract account cannot sign in where no node of its chain is named', async () => {
    const bench = createBench({ nodes: { 'eip155:10': async () => '0x' } })
    expect(await codeOf(await bench.signIn(bench.client(), contract))).toBe('401 siwx.node_missing')
  })

  it('A contract account whose node answers after the message has expired is refused', async () => {
    const bench = createBench({
      clockSkew: 0,
      nodes: {
        'eip155:1': async ({ method }) => {
          bench.now += MINUTE
          return method === 'eth_chainId' ? '0x1' : '0x01'
        },
      },
    })
    const client = bench.client()
    expect(
      await codeOf(
        await bench.signIn(client, contract, { message: { expirationTime: at(MINUTE) } }),
      ),
    ).toBe('401 siwx.expired')
    expect([await client.list(), bench.errors]).toEqual([[], []])
    expect(
      await codeOf(
        await bench.signIn(client, contract, {
          message: { expirationTime: at(9 * MINUTE), issuedAt: at(2 * MINUTE) },
        }),
      ),
    ).toBe(200)
  })

  it('A contract account is asked at the node of its chain, whose failure is not told to clients', async () => {
    const asked: string[] = []
    const bench = createBench({
      nodes: {
        'eip155:1': async ({ method }) => {
          asked.push(method)
          throw new Error('secret host 10.0.0.7 is down')
        },
      },
    })
    const response = await bench.signIn(bench.client(), contract)
    expect(asked.length).toBeGreaterThan(0)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      error: { code: 'siwx.server_failed', message: 'Sign-in does not work at the moment.' },
    })
    expect(bench.errors).toHaveLength(1)
  })
})
