import { expect, it } from 'vitest'
import { readEnvironment, reusesCodes } from './environment.js'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, ' +
  'like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like ' +
  'Gecko) Version/18.0 Safari/605.1.15'
const IOS_CHROME =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, ' +
  'like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/131.0.0.0 Mobile Safari/537.36'
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

it('The environment tells the systems apart, also an iPad that calls itself a Macintosh', () => {
  expect(readEnvironment({ userAgent: IPHONE })).toEqual({
    system: 'ios',
    isTelegram: false,
    isIosSafari: true,
  })
  expect(readEnvironment({ userAgent: IPAD, maxTouchPoints: 5 })).toMatchObject({
    system: 'ios',
    isIosSafari: true,
  })
  expect(readEnvironment({ userAgent: IPAD, maxTouchPoints: 0 })).toMatchObject({
    system: 'other',
    isIosSafari: false,
  })
  expect(readEnvironment({ userAgent: ANDROID })).toMatchObject({
    system: 'android',
    isIosSafari: false,
  })
  expect(readEnvironment({ userAgent: IOS_CHROME })).toMatchObject({
    system: 'ios',
    isIosSafari: false,
  })
  expect(readEnvironment({ userAgent: '' })).toEqual({
    system: 'other',
    isTelegram: false,
    isIosSafari: false,
  })
})

it.each(['Telegram', 'TelegramWebviewProxy', 'TelegramWebviewProxyProto'])(
  'A Telegram web view is recognised by %s',
  (name) => {
    expect(readEnvironment({ userAgent: ANDROID, [name]: {} }).isTelegram).toBe(true)
    expect(readEnvironment({ userAgent: IPHONE, [name]: {} })).toMatchObject({
      isTelegram: true,
      isIosSafari: false,
    })
  },
)

it('Codes are shown again in Telegram and in Safari on iOS, and nowhere else', () => {
  const reused = (userAgent: string, more = {}): boolean =>
    reusesCodes(readEnvironment({ userAgent, ...more }))
  expect([
    reused(IPHONE),
    reused(ANDROID, { Telegram: {} }),
    reused(IOS_CHROME),
    reused(ANDROID),
    reused(DESKTOP),
  ]).toEqual([true, true, false, false, false])
})
