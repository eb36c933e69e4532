import { expect, it } from 'vitest'
import { SOCIALS, type Social } from '../socials.js'
import { isTelegram, offeredSocials } from './platform.js'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile'
const TelegramWebviewProxy = { postEvent: () => undefined }

const without = (...hidden: Social[]): Social[] => SOCIALS.filter((each) => !hidden.includes(each))
const inTelegram = (userAgent: string, maxTouchPoints = 0): readonly Social[] =>
  offeredSocials(SOCIALS, { userAgent, maxTouchPoints, TelegramWebviewProxy })

it('[SOCIAL-15] In Telegram on iOS Google is hidden and the other six are offered', () => {
  expect(inTelegram(IPHONE)).toEqual(without('google'))
  // An iPad calls itself a Macintosh with touch.
  expect(inTelegram(MAC, 5)).toEqual(without('google'))
})

it('[SOCIAL-16] In Telegram on macOS X is hidden and the other six are offered', () =>
  expect(inTelegram(MAC)).toEqual(without('x')))

it('[SOCIAL-17] In Telegram on Android Facebook and X are hidden and the other five are offered', () =>
  expect(inTelegram(ANDROID)).toEqual(without('facebook', 'x')))

it('[SOCIAL-18] Outside Telegram nothing is hidden by platform', () => {
  for (const userAgent of [IPHONE, MAC, ANDROID])
    expect(offeredSocials(SOCIALS, { userAgent })).toEqual(SOCIALS)
})

it('In Telegram elsewhere nothing is hidden', () =>
  expect(inTelegram('Mozilla/5.0 (X11; Linux x86_64)')).toEqual(SOCIALS))

it.each(['Telegram', 'TelegramWebviewProxy', 'TelegramWebviewProxyProto'])(
  'The object %s on the window tells Telegram',
  (name) => {
    expect(isTelegram({ userAgent: IPHONE, [name]: {} })).toBe(true)
    expect(isTelegram({ userAgent: IPHONE })).toBe(false)
  },
)
