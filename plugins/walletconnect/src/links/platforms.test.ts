import { expect, it } from 'vitest'
import { linkFor, placesToGet, platformsOf } from './platforms.js'

const NOTHING = { id: 'w', name: 'Wallet' }
const ALL = {
  ...NOTHING,
  mobileLink: 'w://',
  desktopLink: 'wd://',
  webLink: 'https://w.example',
  homepage: 'https://w.example',
  stores: [{ store: 'play', url: 'https://play.example' }],
}
const desktop = { mobile: false, installed: false }
const phone = { mobile: true, installed: false }

it('A pairing offers the code alone without a wallet and for a wallet without links', () => {
  expect(platformsOf(undefined, desktop)).toEqual(['qr'])
  expect(platformsOf(undefined, phone)).toEqual(['qr'])
  expect(platformsOf(NOTHING, desktop)).toEqual(['qr'])
  expect(platformsOf(NOTHING, phone)).toEqual(['qr'])
})

it('A desktop offers the code first, then the app and the site', () => {
  expect(platformsOf(ALL, desktop)).toEqual(['qr', 'desktop', 'web'])
})

it('A phone offers the app first and the code last', () => {
  expect(platformsOf(ALL, phone)).toEqual(['mobile', 'web', 'qr'])
})

it('An installed extension is offered before all others', () => {
  expect(platformsOf(ALL, { mobile: false, installed: true })[0]).toBe('browser')
  expect(platformsOf(ALL, { mobile: true, installed: true })[0]).toBe('browser')
})

it('A wallet that a phone cannot open is offered as missing, with the code', () => {
  expect(platformsOf({ ...NOTHING, homepage: 'https://w.example' }, phone)).toEqual([
    'missing',
    'qr',
  ])
  expect(
    platformsOf({ ...ALL, mobileLink: undefined, webLink: undefined } as never, phone),
  ).toEqual(['missing', 'qr'])
})

const ANDROID = { system: 'android', isTelegram: false } as const
const IOS = { system: 'ios', isTelegram: false } as const
const TELEGRAM = { system: 'android', isTelegram: true } as const

it('Each platform has its own link', () => {
  expect([
    linkFor('mobile', ALL, ANDROID),
    linkFor('desktop', ALL, ANDROID),
    linkFor('web', ALL, ANDROID),
    linkFor('qr', ALL, ANDROID),
    linkFor('mobile', undefined, ANDROID),
  ]).toEqual(['w://', 'wd://', 'https://w.example', undefined, undefined])
})

it('An app opens by universal link on iOS and in Telegram, else by scheme, or by its only link', () => {
  const both = { ...ALL, universalLink: 'https://w.example/app' }
  const links = (wallet: typeof ALL | typeof both) =>
    [IOS, TELEGRAM, ANDROID].map((place) => linkFor('mobile', wallet, place))
  expect(links(both)).toEqual(['https://w.example/app', 'https://w.example/app', 'w://'])
  expect(links(ALL)).toEqual(['w://', 'w://', 'w://'])
  const { mobileLink: _, ...universal } = both
  expect([IOS, ANDROID].map((place) => linkFor('mobile', universal, place))).toEqual([
    'https://w.example/app',
    'https://w.example/app',
  ])
  expect(platformsOf(universal, phone)[0]).toBe('mobile')
  const insecure = { universalLink: 'http://w.example/app' }
  expect(links({ ...ALL, ...insecure })).toEqual(['w://', 'w://', 'w://'])
  expect(platformsOf({ ...NOTHING, ...insecure }, phone)).toEqual(['qr'])
})

it('The places to get a wallet begin with the store of this phone', () => {
  const stores = [
    { store: 'chrome', url: 'https://c' },
    { store: 'Google Play', url: 'https://p' },
    { store: 'ios', url: 'https://i' },
  ]
  const first = (system: 'ios' | 'android' | 'other') =>
    placesToGet({ ...NOTHING, stores }, { system })[0]?.url
  expect([first('ios'), first('android'), first('other')]).toEqual([
    'https://i',
    'https://p',
    'https://c',
  ])
  expect(placesToGet({ ...NOTHING, homepage: 'https://w.example' }, IOS)).toEqual([
    { store: '', url: 'https://w.example' },
  ])
  expect(placesToGet(NOTHING, IOS)).toEqual([])
  const market = { store: 'android', url: 'market://details?id=w' }
  expect(placesToGet({ ...NOTHING, stores: [market, stores[0]!] }, ANDROID)).toEqual([stores[0]])
  expect(
    placesToGet({ ...NOTHING, stores: [market], homepage: 'https://w.example' }, ANDROID),
  ).toEqual([{ store: '', url: 'https://w.example' }])
  expect(placesToGet({ ...NOTHING, stores: [market], homepage: 'javascript:x' }, ANDROID)).toEqual(
    [],
  )
})
