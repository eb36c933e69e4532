import { LatchkeyError } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { wordsOf } from './errorText.js'

it('Any thrown value can be read, even a proxy that throws', () => {
  const words = wordsOf(
    new LatchkeyError('wallet.user_rejected', 'raw', {
      context: { connectorId: 'x' },
      details: 'more',
    }),
  )
  expect(words).toEqual({
    code: 'wallet.user_rejected',
    params: { connectorId: 'x' },
    details: 'more',
    docs: expect.stringMatching(/errors#wallet\.user_rejected$/),
  })
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no')
      },
      getPrototypeOf: () => {
        throw new Error('no')
      },
    },
  )
  for (const thrown of [undefined, null, 'text', 7, hostile, Object.create(null), Symbol('x')])
    expect(wordsOf(thrown).code).toBeUndefined()
})
