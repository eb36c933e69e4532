import { LatchkeyError } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startServices } from '../../test/services/support.js'
import { redactWord } from './redactWord.js'

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
class Inherited extends Error {
  static {
    for (const [name, value] of [
      ['message', LINK],
      ['name', KEY],
    ] as const)
      Object.defineProperty(Inherited.prototype, name, { get: () => value })
  }
  constructor() {
    super()
    Reflect.deleteProperty(this, 'message')
  }
}
/** All that a console can show of an error. */
const drawn = (error: unknown): string =>
  error instanceof Error
    ? [
        String(error),
        error.stack,
        drawn(error.cause),
        JSON.stringify(error, Object.getOwnPropertyNames(error)),
        ...(error instanceof AggregateError ? error.errors.map(drawn) : []),
      ].join(' ')
    : error === undefined
      ? ''
      : JSON.stringify(error)
afterEach(() => void vi.restoreAllMocks())

describe('a word of the log', () => {
  it.each<[string, unknown]>([
    ['a text', LINK],
    ['a link of an app', `metamask://wc?uri=${encodeURIComponent(LINK)}`],
    ['a link to Telegram', `https://t.me/w?startapp=${btoa(LINK)}`],
    ['an object', { uri: LINK }],
    ['a list', [[[LINK]]]],
    ['a URL', new URL(`https://w.test/wc?uri=${deep}`)],
    ['a map', new Map([['uri', deep]])],
    ['a set', new Set([LINK])],
    ['an error', new Error(`no window for ${deep}`)],
    ['a cause', new Error('x', { cause: new Error('y', { cause: { uri: LINK } }) })],
    ['a cause that is text', new Error('x', { cause: LINK })],
    ['errors of an error', new AggregateError([new Error(LINK)], 'x')],
    [
      'the context of an error',
      new LatchkeyError('http.unreachable', 'x', {
        context: { url: `https://t.me/w?startapp=${btoa(LINK)}` },
      }),
    ],
    ['a field of an error', Object.assign(new Error('x'), { session: { symKey: KEY } })],
    ['bytes', new Uint8Array(32).fill(88)],
    ['a list of bytes', Array.from({ length: 32 }, () => 88)],
    ['a class', new Session()],
    ['something cyclic', cyclic],
    ['a symbol', Symbol(LINK)],
    ['an exception of the DOM', new DOMException(LINK, 'NotAllowedError')],
    ['its name', new DOMException('x', LINK)],
    [
      'an exception of the DOM as a cause',
      new Error('x', { cause: new Error('y', { cause: new DOMException(LINK) }) }),
    ],
    ['one in a list of an error', new AggregateError([new DOMException(LINK)], 'x')],
    ['one in an object', { thrown: new DOMException(LINK) }],
    ['a message of a class', new Inherited()],
    ['a cause of a class', new Error('x', { cause: new Inherited() })],
    ['a stack', Object.assign(new Error('x'), { stack: `Error: ${LINK}\n at a` })],
    ['a wallet of keys', { keys: { [KEY]: 1 } }],
  ])('Log and console hold no key where a word is %s (audit L7)', (_, word) => {
    const { text, shown } = redactWord(word)
    for (const said of [text, typeof shown === 'string' ? shown : drawn(shown)])
      expect(said).not.toMatch(/587d5484|88,88/i)
    expect(shown).not.toBe(word)
  })
  it('The console shows an error itself, with its stack, if it holds no secret', () => {
    const error = new LatchkeyError('http.unreachable', 'Nobody answers.', {
      context: { url: 'https://a.test' },
      cause: new Error('offline'),
    })
    expect(redactWord(error)).toEqual({ text: `${String(error)} < Error: offline`, shown: error })
    expect(redactWord(error).shown).toBe(error)
  })
  it('The console shows an error of the DOM itself if it holds no secret (audit L7)', () => {
    const error = new Error('x', {
      cause: new DOMException('The document is not focused.', 'NotAllowedError'),
    })
    expect(redactWord(error)).toEqual({
      text: 'Error: x < NotAllowedError: The document is not focused.',
      shown: error,
    })
    expect(redactWord(error.cause).shown).toBe(error.cause)
    expect(redactWord({ thrown: error.cause }).text).toContain(
      '"message":"The document is not focused."',
    )
  })
  it('Any word is redacted without throwing', () => {
    const hostile = {
      get x(): string {
        throw new Error('no')
      },
    }
    expect(
      [undefined, 1n, 7, null, Symbol('s'), hostile, { a: 1n, b: [1] }, []].map(
        (word) => redactWord(word).text,
      ),
    ).toEqual(['undefined', '1', '7', 'null', 'Symbol(s)', '?', '{"a":"1n","b":[1]}', '[]'])
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    expect(redactWord(revoked.proxy)).toEqual({ text: '?', shown: '?' })
  })
})

it('The console and the log of a kernel show the same, without keys (audit L7)', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { kernel, ports } = await startServices({ logLevel: 'warn' })
  kernel.ports.log.warn('open', { uri: LINK }, deep, new Error('x', { cause: LINK }))
  await vi.waitFor(() => expect(said).toHaveBeenCalled())
  const shown = said.mock.calls.flatMap(([, ...words]) => words.map(String)).join(' ')
  expect(shown).toBe('open {"uri":"wc:…"} … Error: x < wc:…')
  expect(ports.logText()).toContain(shown)
})
