// The public vectors of Sign-In with Ethereum.
import { expect, it } from 'vitest'
import {
  checkMessage,
  formatMessage,
  parseMessage,
  verifySession,
  verifySignature,
  type SiwxMessage,
} from '../src/index.js'
import { AUTHORITY, REQUEST_ID, SCHEME_RULE, STATEMENT, URI } from '../src/message/grammar.js'
import { vectors } from './support.js'

interface Fields extends Partial<Omit<SiwxMessage, 'chainId' | 'scheme'>> {
  scheme?: string | null
  address?: string
  chainId?: number | string
}
interface Signed extends Fields {
  signature: string
  time?: string
  domainBinding?: string
  matchNonce?: string
}

/** The fields of a vector, in our names. */
const toMessage = ({
  domain,
  address,
  statement,
  uri,
  version,
  chainId,
  nonce,
  issuedAt,
  expirationTime,
  notBefore,
  requestId,
  resources,
  scheme,
}: Fields): SiwxMessage => {
  const given = {
    scheme: scheme ?? undefined,
    domain,
    accountAddress: address,
    chainId: chainId === undefined ? undefined : `eip155:${chainId}`,
    uri,
    version,
    nonce,
    issuedAt,
    statement,
    expirationTime,
    notBefore,
    requestId,
    resources,
  }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as unknown as SiwxMessage
}
const throwing = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return undefined
}
const count = (records: object): number => Object.keys(records).length

const positive = vectors<{ message: string; fields: Fields }>('siwe/parsing_positive.json')
it(`The ${count(positive)} of 19 valid messages of parsing_positive.json are read and written again`, () => {
  expect(count(positive)).toBe(19)
  for (const [name, { message, fields }] of Object.entries(positive)) {
    expect(parseMessage(message, 'eip155'), name).toEqual(toMessage(fields))
    expect(formatMessage(toMessage(fields)), name).toBe(message)
  }
})

const negative = vectors<string>('siwe/parsing_negative.json')
it('The 29 invalid messages of parsing_negative.json are refused, and the 3 with dates that do not exist', () => {
  expect(count(negative)).toBe(29 + 3)
  for (const [name, message] of Object.entries(negative))
    expect(
      throwing(() => parseMessage(message, 'eip155')),
      name,
    ).toBe('siwx.bad_message')
})

const objects = vectors<Fields>('siwe/parsing_negative_objects.json')
it('The 18 invalid messages of parsing_negative_objects.json are not written', () => {
  expect(count(objects)).toBe(18)
  for (const [name, fields] of Object.entries(objects))
    expect(
      throwing(() => formatMessage(toMessage(fields))),
      name,
    ).toBe('siwx.bad_message')
})

const messages = vectors<{ msg: Fields; error: string }>('siwe/message_objects.json')
it('Only the 4 valid messages of the 13 of message_objects.json are written', () => {
  expect(count(messages)).toBe(13)
  const written = Object.entries(messages).filter(
    ([, { msg }]) => throwing(() => formatMessage(toMessage(msg))) === undefined,
  )
  expect(written.map(([name]) => name)).toEqual(
    Object.keys(messages).filter((name) => messages[name]!.error === 'none'),
  )
  expect(written).toHaveLength(4)
})

const uris = vectors<string>('siwe/invalid_uris.json')
it('The 16 messages of invalid_uris.json are refused for their URI', () => {
  expect(count(uris)).toBe(16)
  for (const [name, message] of Object.entries(uris))
    expect(() => parseMessage(message, 'eip155'), name).toThrow(/uri is wrong/)
})

/** The rules of the vectors, asked of the expressions that hold them. */
const RULES: Record<string, (text: string) => boolean> = {
  scheme: (text) => SCHEME_RULE.test(text),
  statement: (text) => STATEMENT.test(text),
  'pct-encoded': (text) => REQUEST_ID.test(text) && text.length === 3,
  userinfo: (text) => AUTHORITY.test(`${text}@host`),
  IPvFuture: (text) => AUTHORITY.test(`[${text.startsWith('v') ? text : `v1.${text}`}]`),
  'reg-name': (text) => AUTHORITY.test(text),
  'segment-nz': (text) => REQUEST_ID.test(text) && URI.test(`a:/${text}`),
  fragment: (text) => URI.test(`a:#${text}`),
}
it.each(['valid_chars.json', 'invalid_chars.json'])(
  'Each rule accepts exactly its characters in %s (8 and 40)',
  (file) => {
    const cases = vectors<{ rule: string; input: string; answer: boolean }>(`siwe/${file}`)
    expect(count(cases)).toBe(file.startsWith('valid') ? 8 : 40)
    for (const [name, { rule, input, answer }] of Object.entries(cases))
      expect(RULES[rule]!(input), name).toBe(answer)
  },
)

const sessionOf = (fields: Signed) => ({
  data: toMessage(fields),
  message: formatMessage(toMessage(fields)),
  signature: fields.signature,
})
const expectedOf = ({ time, issuedAt, domainBinding, matchNonce }: Signed) => ({
  at: Date.parse(time ?? issuedAt!),
  ...(domainBinding && { domain: domainBinding }),
  ...(matchNonce && { nonce: matchNonce }),
})

const verified = vectors<Signed>('siwe/verification_positive.json')
it('The 4 messages of verification_positive.json are verified', async () => {
  expect(count(verified)).toBe(4)
  for (const [name, fields] of Object.entries(verified))
    expect(
      await verifySession({ session: sessionOf(fields), expected: expectedOf(fields) }),
      name,
    ).toEqual({ message: toMessage(fields), signedBy: 'key' })
})

const REFUSALS: Record<string, string> = {
  'expired message': 'siwx.expired',
  'domain binding': 'siwx.wrong_domain',
  'custom time': 'siwx.expired',
  'custom nonce': 'siwx.wrong_nonce',
  'malformed signature': 'siwx.bad_signature',
  'wrong signature': 'siwx.bad_signature',
  'not yet valid': 'siwx.not_yet_valid',
  'invalid issuedAt': 'siwx.bad_message',
  'invalid notBefore': 'siwx.bad_message',
  'invalid expirationTime': 'siwx.bad_message',
}
const refused = vectors<Signed>('siwe/verification_negative.json')
it('The 10 messages of verification_negative.json are refused, each for its own reason', async () => {
  expect(count(refused)).toBe(10)
  for (const [name, fields] of Object.entries(refused)) {
    const code = await Promise.resolve()
      .then(() => verifySession({ session: sessionOf(fields), expected: expectedOf(fields) }))
      .catch((error: { code: string }) => error.code)
    expect(code, name).toBe(REFUSALS[name])
  }
})

const contracts = vectors<{ message: string; signature: string }>('siwe/eip1271.json')
it('The 3 messages of eip1271.json are read, and not verified without a node', async () => {
  const codes = await Promise.all(
    Object.values(contracts).map(async ({ message, signature }) => {
      const data = parseMessage(message, 'eip155')
      checkMessage(data, { domain: 'localhost:4361', chainId: 'eip155:1' })
      return verifySignature({ session: { data, message, signature } }).catch(
        (error: { code: string }) => error.code,
      )
    }),
  )
  // Argent's has the very form of a key's signature: nothing tells that a contract would take it.
  expect(codes).toEqual(
    Object.keys(contracts).map((name) => (name === 'argent' ? false : 'siwx.node_missing')),
  )
})
