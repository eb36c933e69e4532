import { expect, it } from 'vitest'
import { isWebLink } from './Button.js'

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
