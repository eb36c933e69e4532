import { expect, it } from 'vitest'
import { shorten } from './shorten.js'

it('An address is shortened only if it is long', () => {
  expect(shorten('pebble1abc123')).toBe('pebble1abc123')
  expect(shorten('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
})
