import type { ResolvedOptions } from '@latchkey/kernel'
import { expect, it } from 'vitest'
import { isOn, isPlaced } from './features.js'

it('A feature is on unless the site turned it off, and a contribution whose `when` throws is not shown', () => {
  const flags = {
    features: { send: false, receive: true },
    remoteFeatures: { socials: [], swaps: ['x'], email: false },
  } as unknown as ResolvedOptions
  expect(
    ['send', 'receive', 'socials', 'swaps', 'email', 'unknown', undefined].map((feature) =>
      isOn(feature, flags),
    ),
  ).toEqual([false, true, false, true, false, true, true])
  const state = { account: undefined, network: undefined }
  expect(
    isPlaced(
      {
        when: () => {
          throw new Error('mine')
        },
      },
      state,
    ),
  ).toBe(false)
  expect(isPlaced({}, state)).toBe(true)
})
