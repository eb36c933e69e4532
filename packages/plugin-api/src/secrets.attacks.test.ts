import { expect, it } from 'vitest'
import { withoutSecrets } from './secrets.js'

/** Small seeded generator (mulberry32): the same keys in every run. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
type Change = (text: string) => string
const bytes = (text: string): readonly number[] => [...new TextEncoder().encode(text)]
const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
const base64: Change = (text) => btoa(text)
const CODINGS: Readonly<Record<string, Change>> = {
  'as it is': (text) => text,
  percent: encodeURIComponent,
  'percent, lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (part) => part.toLowerCase()),
  'percent, each character': (text) =>
    bytes(text)
      .map((byte) => `%${hex(byte)}`)
      .join(''),
  'percent, as %u': (text) =>
    bytes(text)
      .map((byte) => `%u00${hex(byte)}`)
      .join(''),
  base64: base64,
  base64url: (text) => base64(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  'base64, in lines': (text) => base64(text).replace(/.{76}/g, '$&\n'),
  'base64, in lines of JSON': (text) => JSON.stringify(base64(text).replace(/.{64}/g, '$&\r\n')),
  hex: (text) => bytes(text).map(hex).join(''),
  JSON: (text) => JSON.stringify({ uri: text }),
  'JSON in JSON': (text) => JSON.stringify({ body: JSON.stringify({ uri: text }) }),
  escapes: (text) =>
    bytes(text)
      .map((byte) => `\\u00${hex(byte)}`)
      .join(''),
  'escapes of two digits': (text) =>
    bytes(text)
      .map((byte) => `\\x${hex(byte)}`)
      .join(''),
  'slashes escaped': (text) => text.replaceAll('/', '\\/'),
  'character references': (text) =>
    bytes(text)
      .map((byte) => `&#${byte};`)
      .join(''),
  'list of bytes': (text) => JSON.stringify(bytes(text)),
}
const PLACES: Readonly<Record<string, Change>> = {
  alone: (text) => text,
  'a sentence': (text) => `The window did not open: ${text} (in 3 ms)`,
  'a link of an app': (text) => `metamask://wc?uri=${text}`,
  'a universal link': (text) => `https://wallet.test/wc?redirect=1&uri=${text}#x`,
  'a link to Telegram': (text) => `https://t.me/wallet?startapp=${text}`,
}
const KEY_LETTERS = '0123456789abcdef'

/**
 * The length of the longest piece of the key that can still be read, in the text or after somebody
 * decodes it.
 */
function longestLeft(text: string, key: string): number {
  const views = [
    text,
    ...[...text.matchAll(/[\w+/=-]{12,}/g)].flatMap(([run]) => {
      try {
        return [atob(run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))]
      } catch {
        return []
      }
    }),
  ]
  for (let depth = 0; depth < 10; depth++)
    views.push(
      views
        .at(-1)!
        .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    )
  const all = views.join('\n').toLowerCase()
  let longest = 0
  for (let at = 0; at < key.length; at++)
    while (all.includes(key.slice(at, at + longest + 1)) && at + longest < key.length) longest++
  return longest
}

it('A pairing key leaves no trace, however its link is encoded and wherever it stands (audit L7)', ({
  task,
}) => {
  const next = random(11)
  let tries = 0
  const leaks: string[] = []
  for (const [outer, wrap] of Object.entries(CODINGS))
    for (const [inner, code] of Object.entries(CODINGS))
      for (const [place, put] of Object.entries(PLACES)) {
        const symKey = Array.from({ length: 64 }, () => KEY_LETTERS[Math.floor(next() * 16)]).join(
          '',
        )
        const topic = Array.from({ length: 64 }, () => KEY_LETTERS[Math.floor(next() * 16)]).join(
          '',
        )
        const shown = tries % 3 === 0 ? symKey.toUpperCase() : symKey
        const query =
          tries % 2
            ? `relay-protocol=irn&symKey=${shown}`
            : `symKey=${shown}&expiryTimestamp=1700000000&relay-protocol=irn`
        const link = `wc:${topic}@2?${query}`
        tries++
        const left = withoutSecrets(put(wrap(code(link))))
        const longest = longestLeft(left, symKey)
        if (longest > 7)
          leaks.push(
            `${place}, ${inner} in ${outer}: ${longest} digits of the key in ${left.slice(0, 120)}`,
          )
      }
  task.meta.attack = {
    attack:
      `pairing links in ${Object.keys(CODINGS).length} encodings, and each of those in each, ` +
      `at ${Object.keys(PLACES).length} places of a log line`,
    tries,
    wanted: '0 keys in the log',
    seen: `${leaks.length} keys`,
  }
  expect(leaks).toEqual([])
})

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 20])(
  'A pairing link that is percent-encoded %i times is cut out of the log (audit L7)',
  (times) => {
    let link = `wc:7f6e@2?relay-protocol=irn&symKey=${'5a'.repeat(32)}`
    for (let turn = 0; turn < times; turn++) link = encodeURIComponent(link)
    expect(withoutSecrets(`open ${link} now`)).toBe('open … now')
  },
)

it.each<[string, string, string]>([
  ['a key alone', `symKey ${'AB'.repeat(32)} end`, 'symKey … end'],
  ['a signature', `signed 0x${'1b'.repeat(65)}`, 'signed …'],
  [
    'a signature in base58',
    `signed ${'5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb'.repeat(2)}`,
    'signed …',
  ],
  [
    'a token',
    `Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
    'Bearer …',
  ],
  ['bytes', `[${Array.from({ length: 64 }, (_, index) => index).join(', ')}]`, '[…]'],
  ['32 bytes in base64', `key ${btoa('k'.repeat(32))}, end`, 'key …, end'],
  ['32 bytes in base64url', `"${'a-_9'.repeat(10)}abc="`, '"…"'],
  ['a WIF of an uncompressed key', `wif 5${'Kb8kLf9zgW'.repeat(5)}`, 'wif …'],
  ['a WIF', `wif=K${'wDiBf89QgG'.repeat(5)}x.`, 'wif=….'],
  ['a WIF of a test network', `c${'TpB4YiyKiB'.repeat(5)}x`, '…'],
  ['32 bytes in base64, percent-encoded', `x ${encodeURIComponent(btoa('k'.repeat(32)))}`, 'x …'],
  ['a short key in a link', 'wc:7f6e@2?symKey=587d5484', 'wc:…'],
  ['a short key behind its name', '{"symKey":"587d5484"}', '{"symKey":"…"}'],
])('%s is cut out (audit L7)', (_, text, left) => expect(withoutSecrets(text)).toBe(left))

it.each([
  'Wallet did not come back: Error: The wallet was locked.',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on eip155:1',
  'https://shop.test/cart?x=1&y=50%25',
  'C:\\Users\\ada\\x',
  '{"code":"wallet.user_rejected","at":1700000000000}',
  'a 100 % sure thing &amp; more',
  '1, 2, 3',
  'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  'cosmosvaloper1clpqr4nrk4khgkxj78fcwwh6dl3uw4epsluffn',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
])('The log keeps %j as it is', (text) => expect(withoutSecrets(text)).toBe(text))

it('Cutting secrets out reads at most 20,000 characters, and no text makes it slow (audit L7)', () => {
  for (const part of [
    '%',
    '%25',
    '\\u0025',
    '&#37;',
    'a',
    '-eyJ',
    '1,',
    'wc:',
    'symKey',
    'symKey=',
    '=',
    'a '.repeat(3),
  ]) {
    const began = performance.now()
    expect(withoutSecrets(part.repeat(200_000)).length).toBeLessThanOrEqual(20_001)
    expect([part, performance.now() - began < 2_000]).toEqual([part, true])
  }
})
