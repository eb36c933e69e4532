import { afterEach, expect, it, vi } from 'vitest'
import { openLink, pairingLink, targetOf } from './links.js'

afterEach(() => void vi.unstubAllGlobals())

const URI =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=i' +
  'rn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const ENCODED = encodeURIComponent(URI)
const HERE = { isTelegram: false, system: 'other' } as const

it.each([
  ['wallet://', `wallet://wc?uri=${ENCODED}`],
  ['wallet:', `wallet://wc?uri=${ENCODED}`],
  ['wallet://app', `wallet://app/wc?uri=${ENCODED}`],
  ['https://wallet.example', `https://wallet.example/wc?uri=${ENCODED}`],
  ['https://wallet.example/link//', `https://wallet.example/link/wc?uri=${ENCODED}`],
])('The link %s becomes a pairing link', (link, expected) => {
  expect(pairingLink(link, URI, HERE)).toBe(expected)
})

it('A wallet that decodes a pairing link once gets the whole uri', () => {
  expect(new URL(pairingLink('https://wallet.example', URI, HERE)!).searchParams.get('uri')).toBe(
    URI,
  )
})

it('Native links for Telegram on Android are encoded twice, and no others', () => {
  const android = { isTelegram: true, system: 'android' } as const
  expect(pairingLink('wallet://', URI, android)).toBe(
    `wallet://wc?uri=${encodeURIComponent(ENCODED)}`,
  )
  expect(pairingLink('https://wallet.example', URI, android)).toBe(
    `https://wallet.example/wc?uri=${ENCODED}`,
  )
  expect(pairingLink('wallet://', URI, { isTelegram: true, system: 'ios' })).toBe(
    `wallet://wc?uri=${ENCODED}`,
  )
  expect(pairingLink('wallet://', URI, { isTelegram: false, system: 'android' })).toBe(
    `wallet://wc?uri=${ENCODED}`,
  )
})

it('A wallet inside Telegram gets its parameter in the characters that Telegram allows', () => {
  const link = pairingLink('https://t.me/somewallet/app', URI, HERE)!
  const parameter = new URL(link).searchParams.get('startapp')!
  expect(parameter).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(atob(parameter.replaceAll('-', '+').replaceAll('_', '/'))).toBe(URI)
})

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc',
  'blob:https://x/y',
  'about:blank',
  'http://wallet.example',
  'intent://x',
  'view-source:https://a.test',
  'ms-msdt:x',
  'no link',
  '',
  undefined,
])('The link %s does not become a pairing link', (link) => {
  expect(pairingLink(link, URI, HERE)).toBeUndefined()
})

it('An app opens in place of the page, a site in a tab, and in Telegram both in a new window', () => {
  expect(targetOf('wallet://wc', HERE)).toBe('_self')
  expect(targetOf('https://wallet.example/wc', HERE)).toBe('_blank')
  expect(targetOf('wallet://wc', { isTelegram: true })).toBe('_blank')
})

it('Inside Telegram, its own functions open a link, and a new window opens what they do not accept', () => {
  const calls: unknown[] = []
  const open = (...args: unknown[]): void => void calls.push(['window', ...args.slice(0, 2)])
  const WebApp = {
    openLink: (link: string) => void calls.push(['app', link]),
    openTelegramLink: (link: string) => void calls.push(['telegram', link]),
  }
  const opened = (page: object, link: string, isTelegram: boolean): unknown => {
    vi.stubGlobal('window', { open, ...page })
    openLink(link, { isTelegram })
    return calls.pop()
  }
  expect(opened({ Telegram: { WebApp } }, 'https://wallet.example/wc', true)).toEqual([
    'app',
    'https://wallet.example/wc',
  ])
  expect(opened({ Telegram: { WebApp } }, 'https://t.me/wallet?startapp=x', true)).toEqual([
    'telegram',
    'https://t.me/wallet?startapp=x',
  ])
  expect(opened({ Telegram: { WebApp } }, 'tg://resolve?domain=wallet', true)).toEqual([
    'window',
    'tg://resolve?domain=wallet',
    '_blank',
  ])
  expect(opened({ Telegram: {} }, 'https://wallet.example/wc', true)).toEqual([
    'window',
    'https://wallet.example/wc',
    '_blank',
  ])
  expect(opened({}, 'wallet://wc', true)).toEqual(['window', 'wallet://wc', '_blank'])
  // A page that merely loads Telegram's script is not in Telegram.
  expect(opened({ Telegram: { WebApp } }, 'wallet://wc', false)).toEqual([
    'window',
    'wallet://wc',
    '_self',
  ])
})
