import { LatchkeyError } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startServices } from '../../test/services/support.js'
import { toLogged } from './logWords.js'

const KEY = '587d5484'.repeat(8)
const LINK = `wc:7f6e@2?relay-protocol=irn&symKey=${KEY}`
const deep = encodeURIComponent(encodeURIComponent(LINK))
const cyclic: unknown[] = [LINK]
cyclic.push(cyclic)
class Session {
  readonly #key = KEY
  readonly uri = LINK
  get length() {
    return this.#key.length
  }
}
afterEach(() => void vi.restoreAllMocks())

describe('a word of the log', () => {
  it.each<[string, unknown]>([
    ['a text', LINK], ['a link of an app', `metamask://wc?uri=${encodeURIComponent(LINK)}`], ['a link to Telegram', `https://t.me/w?startapp=${btoa(LINK)}`],
    ['an object', { uri: LINK }], ['a list', [[[LINK]]]], ['a URL', new URL(`https://w.test/wc?uri=${deep}`)], ['a map', new Map([['uri', deep]])], ['a set', new Set([LINK])],
    ['an error', new Error(`no window for ${deep}`)], ['a cause', new Error('x', { cause: new Error('y', { cause: { uri: LINK } }) })], ['a cause that is text', new Error('x', { cause: LINK })],
    ['errors of an error', new AggregateError([new Error(LINK)], 'x')], ['the context of an error', new LatchkeyError('http.unreachable', 'x', { context: { url: `https://t.me/w?startapp=${btoa(LINK)}` } })],
    ['a field of an error', Object.assign(new Error('x'), { session: { symKey: KEY } })], ['bytes', new Uint8Array(32).fill(88)], ['a list of bytes', Array.from({ length: 32 }, () => 88)],
    ['a class', new Session()], ['something cyclic', cyclic], ['a symbol', Symbol(LINK)], ['a wallet of keys', { keys: { [KEY]: 1 } }],
  ])('holds no key where it is %s, neither in the log nor in the console (audit L7)', (_, word) => {
    const { text, shown } = toLogged(word)
    for (const said of [text, typeof shown === 'string' ? shown : JSON.stringify(shown, Object.getOwnPropertyNames(Object(shown)))]) expect(said).not.toMatch(/587d5484|88,88/i)
    expect(shown).not.toBe(word)
  })
  it('is the error itself in the console where it holds no secret, with its stack', () => {
    const error = new LatchkeyError('http.unreachable', 'Nobody answers.', { context: { url: 'https://a.test' }, cause: new Error('offline') })
    expect(toLogged(error)).toEqual({ text: `${String(error)} < Error: offline`, shown: error })
    expect(toLogged(error).shown).toBe(error)
  })
  it('is whatever was said, and never throws', () => {
    const hostile = { get x(): string { throw new Error('no') } }
    expect([undefined, 1n, 7, null, Symbol('s'), hostile, { a: 1n, b: [1] }, []].map((word) => toLogged(word).text)).toEqual(['undefined', '1', '7', 'null', 'Symbol(s)', '?', '{"a":"1n","b":[1]}', '[]'])
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    expect(toLogged(revoked.proxy)).toEqual({ text: '?', shown: '?' })
  })
})

it('the console and the log of a kernel show the same, without keys (audit L7)', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { kernel, ports } = await startServices({ logLevel: 'warn' })
  kernel.ports.log.warn('open', { uri: LINK }, deep, new Error('x', { cause: LINK }))
  const shown = said.mock.calls.flatMap(([, ...words]) => words.map(String)).join(' ')
  expect(shown).toBe('open {"uri":"wc:…"} … Error: x < wc:…')
  expect(ports.logText()).toContain(shown)
})
