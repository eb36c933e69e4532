// A message that was written is read with the same fields. Any other text is refused in bounded time.
import { expect, it } from 'vitest'
import { formatMessage, parseMessage, type SiwxMessage } from '../src/index.js'
import { timeOf } from '../src/message/time.js'
import { createRandom } from './support.js'

const COUNT = 1_000
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ALNUM = `${LETTERS}${LETTERS.toUpperCase()}0123456789`
const STATEMENT = `${ALNUM}-._~:/?#[]@!$&'()*+,;= `
const PCHARS = `${ALNUM}-._~!$&'()*+,;=:@`
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = '023456789acdefghjklmnpqrstuvwxyz'
type Random = ReturnType<typeof createRandom>

const EVM = [
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
]
const NAMESPACES: Record<
  string,
  (random: Random) => Pick<SiwxMessage, 'accountAddress' | 'chainId' | 'scheme'>
> = {
  eip155: ({ one, below }) => ({
    accountAddress: one(EVM),
    chainId: `eip155:${below(1e6)}`,
    ...(below(2) && { scheme: one(['https', 'http', 'a+b-c.1']) }),
  }),
  solana: ({ one, text }) => ({
    accountAddress: text(BASE58, 32, 44),
    chainId: `solana:${one([
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
      'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'localnet',
      text(BASE58, 32, 32),
    ])}`,
  }),
  bip122: ({ one, text }) => ({
    accountAddress: one([
      `bc1${text(BECH32, 39, 59)}`,
      `bcrt1${text(BECH32, 39, 59)}`,
      text(BASE58, 26, 35),
    ]),
    chainId: `bip122:${text('0123456789abcdef', 32, 32)}`,
  }),
  polkadot: ({ text }) => ({
    accountAddress: text(BASE58, 46, 50),
    chainId: `polkadot:${text('0123456789abcdef', 32, 32)}`,
  }),
  cosmos: ({ one, text }) => ({
    accountAddress: `${one(['cosmos', 'osmo', 'inj'])}1${text(BECH32, 38, 58)}`,
    chainId: `cosmos:${text(`${ALNUM}-`, 1, 32)}`,
  }),
}
const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

function randomMessage(namespace: string, random: Random): SiwxMessage {
  const { below, one, text } = random
  const date = (): string =>
    `${pad(below(10_000), 4)}-${pad(1 + below(12))}-${pad(1 + below(28))}${one(['T', 't'])}` +
    `${pad(below(24))}:${pad(below(60))}:${pad(below(60))}` +
    `${below(2) ? `.${text('0123456789', 1, 9)}` : ''}${one(['Z', 'z', '+23:59', '-00:00', '+05:30'])}`
  const host = (): string =>
    one([
      `${text(LETTERS, 1, 20)}.example`,
      '127.0.0.1',
      '[::cafe]',
      '[v1.a:b]',
      `${text(PCHARS.replace(/[:@]/g, ''), 1, 20)}`,
      '%20',
      `localhost:${below(65_536)}`,
      `user:name@${text(LETTERS, 1, 9)}:1`,
    ])
  const uri = (): string =>
    one([
      `https://${host()}/${text(PCHARS, 0, 30)}?${text(`${PCHARS}/?`, 0, 30)}#${text(PCHARS, 0, 9)}`,
      'ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu',
      `urn:recap:${text(ALNUM, 1, 400)}`,
      'a:',
      'file:///x',
    ])
  const statement = text(STATEMENT, namespace === 'solana' ? 1 : 0, 80)
  return {
    ...NAMESPACES[namespace]!(random),
    domain: host(),
    uri: uri(),
    version: '1',
    nonce: text(ALNUM, 8, 64),
    issuedAt: date(),
    ...(below(2) && { statement }),
    ...(below(2) && { expirationTime: date() }),
    ...(below(2) && { notBefore: date() }),
    ...(below(2) && { requestId: text(PCHARS, 0, 30) }),
    ...(below(2) && { resources: Array.from({ length: below(4) }, uri) }),
  } as SiwxMessage
}

it.each(Object.keys(NAMESPACES))(
  `${COUNT} random messages of %s are read as they were written`,
  (namespace) => {
    const random = createRandom(namespace.length * 7919)
    for (let round = 0; round < COUNT; round++) {
      const message = randomMessage(namespace, random)
      const text = formatMessage(message)
      expect(parseMessage(text, namespace)).toEqual(message)
      expect(formatMessage(parseMessage(text, namespace))).toBe(text)
    }
  },
)

it('A message of one family is not read as one of another', () => {
  const random = createRandom(11)
  for (const namespace of Object.keys(NAMESPACES)) {
    const text = formatMessage(randomMessage(namespace, random))
    for (const other of Object.keys(NAMESPACES))
      if (other !== namespace)
        expect(() => parseMessage(text, other), `${namespace} as ${other}`).toThrow(
          expect.objectContaining({ code: 'siwx.bad_message' }),
        )
  }
})

it('A message with one changed character is refused, or read as other fields', () => {
  const random = createRandom(23)
  for (let round = 0; round < COUNT; round++) {
    const namespace = random.one(Object.keys(NAMESPACES))
    const message = randomMessage(namespace, random)
    const text = formatMessage(message)
    const at = random.below(text.length)
    const changed =
      text.slice(0, at) +
      random.one(['', '\n', '\r', '\t', '\0', 'é', ' ', 'x', '1', '\u2028', '\u{1F600}']) +
      text.slice(at + 1)
    if (changed === text) continue
    let read: SiwxMessage | undefined
    try {
      read = parseMessage(changed, namespace)
    } catch (error) {
      expect(error).toMatchObject({ code: 'siwx.bad_message' })
    }
    if (read) expect(read).not.toEqual(message)
  }
})

const base = {
  domain: 'site.test',
  accountAddress: EVM[0]!,
  chainId: 'eip155:1',
  uri: 'https://site.test',
  version: '1',
  nonce: 'abcdefgh',
  issuedAt: '2026-01-01T00:00:00Z',
} as const
it('A message with all twelve fields has each in its line [ENT-44]', () => {
  const all = {
    ...base,
    statement: 'Hello there',
    expirationTime: '2026-01-02T00:00:00Z',
    notBefore: '2026-01-01T00:00:01Z',
    requestId: 'request-7',
    resources: ['https://site.test/terms', 'ipfs://x'],
  }
  expect(Object.keys(all)).toHaveLength(12)
  expect(formatMessage(all).split('\n')).toEqual([
    'site.test wants you to sign in with your Ethereum account:',
    EVM[0],
    '',
    'Hello there',
    '',
    'URI: https://site.test',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: abcdefgh',
    'Issued At: 2026-01-01T00:00:00Z',
    'Expiration Time: 2026-01-02T00:00:00Z',
    'Not Before: 2026-01-01T00:00:01Z',
    'Request ID: request-7',
    'Resources:',
    '- https://site.test/terms',
    '- ipfs://x',
  ])
})

it.each([
  ['a line break in the statement', { statement: 'Hello\nURI: https://evil.test' }],
  [
    'a whole body in the statement',
    {
      statement:
        'Hello\n\nURI: https://evil.test\nVersion: 1\nChain ID: 1\nNonce: abcdefgh\n' +
        'Issued At: 2026-01-01T00:00:00Z\nResources:\n- a:b',
    },
  ],
  ['a carriage return in the statement', { statement: 'Hello\rthere' }],
  ['a statement that is not ASCII', { statement: 'Grüezi' }],
  ['a line in the request id', { requestId: 'x\nResources:' }],
  ['a line in a resource', { resources: ['a:b\n- c:d'] }],
  ['a line in the nonce', { nonce: 'abcdefgh\nIssued At: 2026-01-01T00:00:00Z' }],
  ['a line in the domain', { domain: 'site.test\nevil.test' }],
  [
    'a sentence in the domain',
    { domain: 'good.test wants you to sign in with your Ethereum account:\n0x0' },
  ],
  ['a path in the domain', { domain: 'site.test/path' }],
  ['a scheme where the domain belongs', { domain: 'https://site.test' }],
  ['an empty domain', { domain: '' }],
  ['a domain that is a port', { domain: ':80' }],
  ['a relative URI', { uri: '/login' }],
  ['a chain with a leading zero', { chainId: 'eip155:01' as const }],
  ['a chain that is not a number', { chainId: 'eip155:0x1' as const }],
  ['a nonce of seven', { nonce: 'abcdefg' }],
  ['a nonce with a mark', { nonce: 'abcd-efgh' }],
  ['version 2', { version: '2' }],
  ['an address without checksum', { accountAddress: EVM[0]!.toLowerCase() }],
  ['an address in capitals', { accountAddress: `0X${EVM[0]!.slice(2)}` }],
  ['a field that is not a text', { nonce: 12345678 as never }],
  ['resources that are not texts', { resources: [1, 2] as never }],
  ['more than 16,384 characters', { statement: 'a'.repeat(16_384) }],
])('A message with %s is not written', (_what, other) => {
  expect(() => formatMessage({ ...base, ...other })).toThrow(
    expect.objectContaining({ code: 'siwx.bad_message' }),
  )
})

it('A chain of Solana is read in the spellings of SIWS, Wallet Standard and CAIP-2 (audit A7)', () => {
  const address = '2S3iKQhUGa8qy9GAdHWNJhjwcCKTPhBaCpt84SaFCXXa'
  const text = formatMessage({
    ...base,
    accountAddress: address,
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  })
  expect(text.split('\n').slice(1, 6)).toEqual([
    address,
    '',
    'URI: https://site.test',
    'Version: 1',
    'Chain ID: mainnet',
  ])
  expect(parseMessage(text.replace('mainnet', 'solana:mainnet'), 'solana')).toEqual(
    parseMessage(text, 'solana'),
  )
  expect(parseMessage(text.replace('mainnet', 'devnet'), 'solana').chainId).toBe(
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  )
  const same: Record<string, readonly string[]> = {
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [
      'mainnet',
      'solana:mainnet',
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ],
    '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3': [
      'testnet',
      'solana:testnet',
      'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
    ],
    EtWTRABZaYq6iMfeYKouRu166VU2xqa1: [
      'devnet',
      'solana:devnet',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ],
    localnet: ['localnet', 'solana:localnet'],
  }
  for (const [reference, spellings] of Object.entries(same))
    for (const spelling of spellings)
      expect(parseMessage(text.replace('mainnet', spelling), 'solana').chainId, spelling).toBe(
        `solana:${reference}`,
      )
  for (const other of [
    '1',
    'betanet',
    'solana:solana:mainnet',
    'solana:',
    'Solana:mainnet',
    'eip155:mainnet',
    'solana:5eykt4',
    '5eykt4',
    'Mainnet',
  ])
    expect(() => parseMessage(text.replace('mainnet', other), 'solana')).toThrow(
      expect.objectContaining({ code: 'siwx.bad_message' }),
    )
})

it.each([
  'Version: 1\n',
  'Chain ID: mainnet\n',
  'Nonce: abcdefgh\n',
  'URI: https://site.test\n',
  '\nIssued At: 2026-01-01T00:00:00Z',
])('A message of Solana without the line %j is refused, although SIWS allows it', (line) => {
  const text = formatMessage({
    ...base,
    accountAddress: '2S3iKQhUGa8qy9GAdHWNJhjwcCKTPhBaCpt84SaFCXXa',
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  })
  expect(() => parseMessage(text.replace(line, ''), 'solana')).toThrow(
    expect.objectContaining({ code: 'siwx.bad_message' }),
  )
})

// The test vectors of wallet-standard's `signIn`: layouts, with addresses and fields that its own
// grammar would not take.
it.each([
  ['solana.com wants you to sign in with your Solana account:\nA', 'no field but address'],
  ['solana.com wants you to sign in with your Solana account:\nA\n\nS', 'statement'],
  [
    'solana.com wants you to sign in with your Solana account:\nA\n\nS\n\nS',
    'statement of more lines',
  ],
  [
    'solana.com wants you to sign in with your Solana account:\nA\n\nURI: https://solana.com',
    'fields',
  ],
  [
    'solana.com wants you to sign in with your Solana account:\nA\n\nS\n\nURI: https://solana.com',
    'statement and fields',
  ],
  [
    'solana.com wants you to sign in with your Solana account:\nA\n\nS\n\nS\n\nURI: https://solana.com',
    'statement of more lines and fields',
  ],
])(
  `A message of Solana in wallet-standard's layout %j (%s) is refused, as "A" is not an address`,
  (text) => {
    expect(() => parseMessage(text, 'solana')).toThrow(/accountAddress is wrong/)
  },
)

it.each([
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2023-02-29T00:00:00Z', undefined],
  ['1900-02-29T00:00:00Z', undefined],
  ['2000-02-29T23:59:59.9999Z', '2000-02-29T23:59:59.999Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
  ['2016-12-30T23:59:60Z', undefined],
  ['2016-12-31T12:59:60Z', undefined],
  ['2016-12-31T23:59:61Z', undefined],
  ['2021-09-30T16:25:24-02:00', '2021-09-30T18:25:24.000Z'],
  ['2021-09-30T24:00:00Z', undefined],
  ['2021-09-30T00:60:00Z', undefined],
  ['2021-00-10T00:00:00Z', undefined],
  ['2021-04-31T00:00:00Z', undefined],
  ['2021-04-30T00:00:00+24:00', undefined],
  ['2021-04-30T00:00:00', undefined],
  ['2021-04-30', undefined],
  ['2021-04-30 00:00:00Z', undefined],
  ['+012021-04-30T00:00:00Z', undefined],
  ['2021-04-30T00:00:00.Z', undefined],
  ['٢٠٢١-04-30T00:00:00Z', undefined],
  ['', undefined],
])('The time %j is read as %s', (text, time) => {
  expect(timeOf(text)).toBe(time && new Date(time).getTime())
})

it('A namespace that is a member of a prototype is refused, and no prototype is changed', () => {
  for (const namespace of ['__proto__', 'constructor', 'toString', '', 'tezos'])
    expect(() => parseMessage('', namespace)).toThrow(
      expect.objectContaining({ code: 'siwx.namespace_unsupported' }),
    )
  const text = formatMessage({ ...base, resources: ['a:__proto__'], requestId: '__proto__' })
  parseMessage(text, 'eip155')
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

it.each([
  ['a'.repeat(1_000_000)],
  ['\n'.repeat(16_384)],
  [`${'a:'.repeat(8_000)}@`],
  [`${'%20'.repeat(5_000)}% wants you to sign in with your Ethereum account:`],
  [`[${':'.repeat(16_000)}] wants you to sign in with your Ethereum account:`],
  [`[${'1:'.repeat(8_000)}] wants you to sign in with your Ethereum account:`],
  [formatMessage(base).replace('https://site.test', `https://${'a@'.repeat(8_000)}`)],
  [formatMessage(base).replace('https://site.test', `https://x${'/a'.repeat(7_900)} `)],
  [formatMessage({ ...base, resources: ['a:'] }).replace('- a:', '- a:\n'.repeat(4_000))],
])('A text that would keep a backtracking parser busy is read in linear time (%#)', (text) => {
  expect(() => parseMessage(text, 'eip155')).toThrow(
    expect.objectContaining({ code: 'siwx.bad_message' }),
  )
})
