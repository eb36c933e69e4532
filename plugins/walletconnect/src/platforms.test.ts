import { expect, it } from 'vitest'
import { linkFor, platformsOf } from './platforms.js'

const NOTHING = { id: 'w', name: 'Wallet' }
const ALL = { ...NOTHING, mobileLink: 'w://', desktopLink: 'wd://', webLink: 'https://w.example', homepage: 'https://w.example', stores: [{ store: 'play', url: 'https://play.example' }] }
const desktop = { mobile: false, installed: false }
const phone = { mobile: true, installed: false }

it('offers the code alone where no wallet is named, or where one has no link', () => {
  expect(platformsOf(undefined, desktop)).toEqual(['qr'])
  expect(platformsOf(undefined, phone)).toEqual(['qr'])
  expect(platformsOf(NOTHING, desktop)).toEqual(['qr'])
  expect(platformsOf(NOTHING, phone)).toEqual(['qr'])
})

it('offers the code first on a desktop, then the app and the site', () => {
  expect(platformsOf(ALL, desktop)).toEqual(['qr', 'desktop', 'web'])
})

it('offers the app first on a phone and the code last', () => {
  expect(platformsOf(ALL, phone)).toEqual(['mobile', 'web', 'qr'])
})

it('offers an extension that is here before all others', () => {
  expect(platformsOf(ALL, { mobile: false, installed: true })[0]).toBe('browser')
  expect(platformsOf(ALL, { mobile: true, installed: true })[0]).toBe('browser')
})

it('says where to get a wallet that a phone cannot open', () => {
  expect(platformsOf({ ...NOTHING, homepage: 'https://w.example' }, phone)).toEqual(['missing', 'qr'])
  expect(platformsOf({ ...ALL, mobileLink: undefined, webLink: undefined } as never, phone)).toEqual(['missing', 'qr'])
})

it('names the link of a platform', () => {
  expect([linkFor('mobile', ALL), linkFor('desktop', ALL), linkFor('web', ALL), linkFor('qr', ALL), linkFor('mobile', undefined)]).toEqual(['w://', 'wd://', 'https://w.example', undefined, undefined])
})
