import { expect, it } from 'vitest'
import { directionOf } from './direction.js'

it.each([
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ur-PK', 'rtl'],
  ['az-Arab-IR', 'rtl'],
  ['en', 'ltr'],
  ['de-CH', 'ltr'],
  ['arn', 'ltr'],
  ['fr-AR', 'ltr'],
  ['', 'ltr'],
  ['not a locale', 'ltr'],
])('The locale %s runs %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})
