import { expect, it } from 'vitest'
import { authDisplayName } from './displayName.js'

it('[SOCIAL-10] The name is the social user name where there is one', () =>
  expect(authDisplayName({ userName: 'ann', email: 'a@b.co', provider: 'google' })).toBe('ann'))

it('[SOCIAL-11] The 0 at the end of a user name of Discord is left out, with the # before it', () => {
  const named = (userName: string, provider: 'discord' | 'google'): string =>
    authDisplayName({ userName, provider })
  expect(named('ann0', 'discord')).toBe('ann')
  expect(named('ann#0', 'discord')).toBe('ann')
  expect(named('ann00', 'discord')).toBe('ann0')
  expect(named('ann#1234', 'discord')).toBe('ann#1234')
  expect(named('ann0', 'google')).toBe('ann0')
})

it('A name of which nothing is left gives way to the email', () =>
  expect(authDisplayName({ userName: '0', email: 'a@b.co', provider: 'discord' })).toBe('a@b.co'))
