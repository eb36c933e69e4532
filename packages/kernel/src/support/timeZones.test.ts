import { expect, it } from 'vitest'
import { isRestrictedTimeZone } from './timeZones.js'

it('The restricted time zones are known [CONST-15]', () => {
  for (const zone of ['Asia/Shanghai', 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau'])
    expect(isRestrictedTimeZone(zone)).toBe(true)
  for (const zone of ['Asia/Tokyo', 'Asia/Taipei', 'Europe/Zurich', 'UTC', '', 'constructor'])
    expect(isRestrictedTimeZone(zone)).toBe(false)
})
