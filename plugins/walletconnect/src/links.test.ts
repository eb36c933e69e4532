import { expect, it } from 'vitest'
import { pairingLink, targetOf } from './links.js'

const URI = 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const ENCODED = encodeURIComponent(URI)
const HERE = { isTelegram: false, system: 'other' } as const

it.each([
  ['wallet://', `wallet://wc?uri=${ENCODED}`],
  ['wallet:', `wallet://wc?uri=${ENCODED}`],
  ['wallet://app', `wallet://app/wc?uri=${ENCODED}`],
  ['https://wallet.example', `https://wallet.example/wc?uri=${ENCODED}`],
  ['https://wallet.example/link//', `https://wallet.example/link/wc?uri=${ENCODED}`],
])('makes the pairing link of %s', (link, expected) => {
  expect(pairingLink(link, URI, HERE)).toBe(expected)
})

it('gives back the whole uri to the wallet that decodes it once', () => {
  expect(new URL(pairingLink('https://wallet.example', URI, HERE)!).searchParams.get('uri')).toBe(URI)
})

it('encodes native links twice for Telegram on Android, and no others', () => {
  const android = { isTelegram: true, system: 'android' } as const
  expect(pairingLink('wallet://', URI, android)).toBe(`wallet://wc?uri=${encodeURIComponent(ENCODED)}`)
  expect(pairingLink('https://wallet.example', URI, android)).toBe(`https://wallet.example/wc?uri=${ENCODED}`)
  expect(pairingLink('wallet://', URI, { isTelegram: true, system: 'ios' })).toBe(`wallet://wc?uri=${ENCODED}`)
  expect(pairingLink('wallet://', URI, { isTelegram: false, system: 'android' })).toBe(`wallet://wc?uri=${ENCODED}`)
})

it('hands a wallet inside Telegram its parameter in the letters that Telegram allows', () => {
  const link = pairingLink('https://t.me/somewallet/app', URI, HERE)!
  const parameter = new URL(link).searchParams.get('startapp')!
  expect(parameter).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(atob(parameter.replaceAll('-', '+').replaceAll('_', '/'))).toBe(URI)
})

it.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc', 'blob:https://x/y', 'about:blank', 'http://wallet.example', 'no link', '', undefined])('makes no link of %s', (link) => {
  expect(pairingLink(link, URI, HERE)).toBeUndefined()
})

it('opens an app in the place of the page, a site in a tab, and in Telegram everything in a new window', () => {
  expect(targetOf('wallet://wc', HERE)).toBe('_self')
  expect(targetOf('https://wallet.example/wc', HERE)).toBe('_blank')
  expect(targetOf('wallet://wc', { isTelegram: true })).toBe('_blank')
})
