import { describe, expect, it } from 'vitest'
import { isDeepLink, isHttpUrl, isImageUrl } from './urls.js'

describe('links', () => {
  it('A link is http only with http or https [VALID-08]', () => {
    for (const text of ['http://a', 'https://a', 'HTTPS://a.test/x?y#z'])
      expect(isHttpUrl(text)).toBe(true)
    for (const text of [
      'ftp://a',
      'wc:a',
      'javascript:x',
      'a.com',
      '',
      'http:a',
      'https://',
      'javascript:https://a',
      ' https://a',
      undefined,
      7,
    ])
      expect(isHttpUrl(text)).toBe(false)
  })

  it.each([
    'https://a.test',
    'metamask://wc?uri=x',
    'wc:abc@2',
    'trust:',
    'itms-apps://x',
    'market://details',
    'a+b-c.d:x',
    'tg://resolve',
    'mailto:x',
  ])('A link to an app may be %s', (text) => {
    expect(isDeepLink(text)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'DATA:,x',
    'vbscript:x',
    'file:///etc',
    'blob:https://a/1',
    'about:blank',
    'http://a.test',
    'ws://a',
    'wss://a',
    'ftp://a',
    'filesystem:https://a',
    'view-source:https://a',
    'intent://x',
    '1a:x',
    '+a:x',
    ':x',
    'x',
    '',
    '//a.test',
    '/x',
    '\u0430bc:x',
    undefined,
    null,
    {},
  ])('A link to an app may not be %s', (text) => {
    expect(isDeepLink(text)).toBe(false)
  })

  it('A link to a picture is a data URL or https', () => {
    expect(isImageUrl('data:image/svg+xml,<svg/>')).toBe(true)
    expect(isImageUrl('https://a.test/i.png')).toBe(true)
    for (const text of [
      'data:text/html,x',
      'http://a.test',
      'data:imagex/png',
      'blob:https://a/1',
      'image.png',
      undefined,
    ])
      expect(isImageUrl(text)).toBe(false)
  })
})
