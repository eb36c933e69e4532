import { expect, it } from 'vitest'
import { brand } from '../brand.js'
import { createToken } from './tokens.js'

it('A token is the same for the same name in every copy of the package, and differs between names', () => {
  expect(createToken('quotes')).toBe(Symbol.for(`${brand.scope}/quotes`))
  expect(createToken('quotes')).not.toBe(createToken('providers'))
})
