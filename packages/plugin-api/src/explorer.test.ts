import { expect, it } from 'vitest'
import { explorerLink, isWebLink } from './explorer.js'

it('An address links to its page at the explorer, and to nothing that is not a web link [ENT-06]', () => {
  expect(explorerLink({ blockExplorers: [{ name: 'X', url: 'https://x.test' }] }, 'A')?.url).toBe(
    'https://x.test/address/A',
  )
  const at = (explorer: object) =>
    explorerLink({ blockExplorers: [{ name: 'X', url: 'https://x.example/', ...explorer }] }, 'a/b')
      ?.url
  expect(at({})).toBe('https://x.example/address/a%2Fb')
  expect(at({ accountPath: '/account' })).toBe('https://x.example/account/a%2Fb')
  expect(at({ accountPath: 'u/{address}/all' })).toBe('https://x.example/u/a%2Fb/all')
  expect(at({ url: 'javascript:alert(1)//' })).toBeUndefined()
  expect(explorerLink({}, 'a')).toBeUndefined()
})

it('Only http and https addresses are web links', () => {
  expect(
    [
      'https://a.b',
      'http://a',
      'javascript:alert(1)',
      ' javascript:x',
      'data:text/html,x',
      'file:///x',
      '//a',
      'x',
      undefined,
    ].map((text) => isWebLink(text)),
  ).toEqual([true, true, false, false, false, false, false, false, false])
})
