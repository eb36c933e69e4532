import { expect, it } from 'vitest'
import { withoutResult } from './resultUri.js'

it.each([
  ['https://shop.example/a?a=1&result_uri=x', 'https://shop.example/a?a=1'],
  ['https://shop.example/a?result_uri=x&b=%20+%2B&c', 'https://shop.example/a?b=%20+%2B&c'],
  [
    'https://shop.example/?result_uri=x#/route?result_uri=y',
    'https://shop.example/#/route?result_uri=y',
  ],
  ['https://shop.example/?result_uri', 'https://shop.example/'],
  ['https://shop.example/?result_uri=x&result_uri=y', 'https://shop.example/'],
  ['https://shop.example/?my_result_uri=x', 'https://shop.example/?my_result_uri=x'],
  ['https://shop.example/a', 'https://shop.example/a'],
])('An address %s is without its result %s', (address, rest) =>
  expect(withoutResult(address)).toBe(rest),
)
