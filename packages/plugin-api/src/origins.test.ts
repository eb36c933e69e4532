import { describe, expect, it } from 'vitest'
import { compileOrigin, originMatches } from './origins.js'

/** The same rule written another way: as one regular expression. */
const oracle = (pattern: string, origin: string): boolean => {
  const lower = pattern.toLowerCase()
  if (!lower.includes('*')) return lower === origin
  const colon = lower.indexOf('://')
  if (colon < 1) return false
  const host = lower.slice(colon + 3).split(':')
  if (host.length > 2) return false
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  const labels = host[0]!
    .split('.')
    .map((label) =>
      label === '*' ? '[a-z0-9_-]+' : /^[a-z0-9_-]+$/.test(label) ? escape(label) : '(?!)',
    )
  const port = host[1] === undefined || host[1] === '' ? ':?' : `:${escape(host[1])}`
  return new RegExp(`^${escape(lower.slice(0, colon))}://${labels.join('\\.')}${port}$`).test(
    origin,
  )
}

// A fiftieth of the full run, which `pnpm soak` does.
const TURNS = process.env['LATCHKEY_SOAK'] ? 1_000_000 : 20_000

/** Small and replayable. */
const randomOf = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

describe('the passport check of origins', () => {
  it.each([
    ['https://*.example.com', 'https://a.example.com', true],
    ['https://*.example.com', 'https://example.org', false],
    ['https://*.example.com', 'https://a.example.com.evil.io', false],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://a.b.example.com', false],
    ['https://*.example.com', 'https://aexample.com', false],
    ['https://*.example.com', 'http://a.example.com', false],
    ['https://*.example.com', 'https://a.example.com:8443', false],
    ['https://*.example.com:8443', 'https://a.example.com:8443', true],
    ['https://*.example.com', 'https://evil/.example.com', false],
    ['https://*.example.com', 'https://u@.example.com', false],
    ['https://*.example.com', 'https://.example.com', false],
    ['https://*.example.com', 'https://*.example.com', false],
    ['https://*.Example.com', 'https://a.example.com', true],
    ['wss://*.example.com', 'https://a.example.com', false],
    ['https://app-*.example.com', 'https://app-1.example.com', false],
    ['*', 'https://a.example.com', false],
    ['https://*', 'https://a.example.com', false],
    ['', '', true],
  ])(
    'A star stands for exactly one label: whether %s allows %s is %s [VALID-17]',
    (pattern, origin, answer) => {
      expect(originMatches(pattern, origin)).toBe(answer)
    },
  )

  it('A pattern without a star allows exactly its own origin [VALID-18]', () => {
    expect(originMatches('https://example.com', 'https://example.com')).toBe(true)
    expect(originMatches('https://example.com', 'https://x.example.com')).toBe(false)
    expect(originMatches('http://[::1]:3000', 'http://[::1]:3000')).toBe(true)
  })

  it('The check of origins agrees with an independent regular expression on random patterns', () => {
    const random = randomOf(20260101)
    const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)]!
    const text = (wild: boolean): string => {
      const labels = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
        pick(wild ? ['a', 'b', '*', 'a*', ''] : ['a', 'b', 'a-b', 'a*', '', 'a/', '@']),
      )
      return `${pick(['https', 'http', ''])}${random() < 0.95 ? '://' : ':'}${labels.join('.')}${random() < 0.2 ? pick([':1', ':2', ':']) : ''}`
    }
    let matched = 0
    for (let turn = 0; turn < TURNS; turn++) {
      const [pattern, origin] = [text(true), text(false)]
      const answer = originMatches(pattern, origin)
      if (answer !== oracle(pattern, origin)) expect.fail(`${pattern} and ${origin}: ${answer}`)
      matched += Number(answer)
    }
    expect(matched).toBeGreaterThan(TURNS / 500)
  })

  it('A pattern is compiled once and then checks many origins', () => {
    const isOurs = compileOrigin('https://*.example.com')
    expect(
      [
        'https://a.example.com',
        'https://b.example.com',
        'https://a.b.example.com',
        'https://a.example.com:1',
      ].filter(isOurs),
    ).toEqual(['https://a.example.com', 'https://b.example.com'])
  })

  it('An origin that is too long for a host name is refused', () => {
    expect(
      originMatches('https://*.example.com', `https://${'a'.repeat(100_000)}.example.com`),
    ).toBe(false)
  })
})
