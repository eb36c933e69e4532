import { describe, expect, it } from 'vitest'
import { LinkError, parseLink } from './link.js'

const TOPIC = 'a'.repeat(64)
const later = Math.floor(Date.now() / 1000) + 300
const link = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}&expiryTimestamp=${later}`
const refusal = (text: string): string => {
  try {
    return `read ${parseLink(text)}`
  } catch (error) {
    return error instanceof LinkError ? error.message : 'another error'
  }
}

describe('the link of a site', () => {
  it('A link is read with and without surrounding space', () => {
    expect(parseLink(link)).toBe(link)
    expect(parseLink(`\n ${link} `)).toBe(link)
  })

  it('A link is found in a universal link', () => {
    expect(parseLink(`https://wallet.example/wc?uri=${encodeURIComponent(link)}`)).toBe(link)
  })

  it.each([
    ['', /Paste a link/],
    ['hello', /no WalletConnect link/],
    ['https://site.example/?uri=hello', /no WalletConnect link/],
    [`wc:${TOPIC}@1?bridge=x&key=y`, /no WalletConnect link/],
    [`wc:${TOPIC}@2?relay-protocol=irn`, /no key/],
    [link.replace(String(later), '1600000000'), /expired/],
  ])('The error says what is wrong with the link %j', (text, words) => {
    expect(refusal(text)).toMatch(words)
  })
})
