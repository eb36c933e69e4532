import { describe, expect, it } from 'vitest'
import { hasLink, spellsLike } from './names.js'

const LISTED = ['USDC', 'USDT', 'Tether USD', 'WETH', 'yearn.finance']

describe('Names that are spelled like listed ones', () => {
  it.each([
    ['USD\u0421', 'USDC', 'Cyrillic'],
    ['U\u0405DC', 'USDC', 'Cyrillic'],
    ['\uff35\uff33\uff24\uff23', 'USDC', 'full-width'],
    ['US\u200bDC', 'USDC', 'an invisible character'],
    ['U.S.D.C', 'USDC', 'points'],
    ['USD\u00c7', 'USDC', 'an accent'],
    ['T\u0435ther USD', 'Tether USD', 'Cyrillic'],
    ['VVETH', 'WETH', 'two letters for one'],
  ])('%j is spelled like %s (%s)', (text, wanted) => {
    expect(spellsLike(text, LISTED)).toBe(wanted)
  })

  it.each([
    'USDC',
    'usdc',
    ' USDC ',
    'USDT',
    'USDC.e',
    'DAI',
    '$USDC',
    'USDC.',
    'TetherUSD',
    'USD₮',
    '',
    ' ',
    '\u{1f600}',
    'Tether  USD',
  ])('%j is not spelled like a listed name with other letters', (text) => {
    expect(spellsLike(text, LISTED)).toBeUndefined()
  })

  it('A name that is itself listed is genuine, whatever other listed name it looks like', () => {
    expect(spellsLike('USD\u0421', ['USDC', 'USD\u0421'])).toBeUndefined()
  })

  it('Nothing looks like a name where none is listed', () => {
    expect(spellsLike('USD\u0421', [])).toBeUndefined()
  })
})

describe('Names with links', () => {
  it.each([
    'Visit https://claim.example',
    'ftp://x',
    'www.reward',
    '1000 $ at usdc-claim.com',
    'CLAIM.COM',
    'Claim.COM now',
    't.me/airdrop',
    'uniswap.org',
    'airdrop[.]xyz',
    'airdrop (dot) xyz',
    'airdrop\uff0exyz',
    'airdrop\u3002xyz',
    'a.xn--p1ai',
    'claim.eth.limo',
    'награда.рф',
    `${'a '.repeat(100)}gift.site`,
  ])('%j has a link', (text) => {
    expect(hasLink(text)).toBe(true)
  })

  it.each([
    'USD Coin',
    'USDC.e',
    'USDC.axl',
    'vitalik.eth',
    'Version 1.5',
    'Mr.Beast',
    'Inc. and Co.',
    'A/B',
    '...',
    '',
    'St. Patrick',
    'aave.v3',
  ])('%j does not have one', (text) => {
    expect(hasLink(text)).toBe(false)
  })

  it('A name of a megabyte is answered for after its first characters', () => {
    expect(hasLink('a.'.repeat(500_000))).toBe(false)
    expect(hasLink(`${'a'.repeat(1_000_000)}.com`)).toBe(false)
  })
})
