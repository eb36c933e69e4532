import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { file } from '../../build/confusables.mjs'
import { CONFUSABLES } from './confusables.js'
import { nameKey, readIcon, readName, shownName, spellingOf } from './names.js'

it('The table of confusable letters is the one that the script makes of the Unicode data', () => {
  expect(readFileSync(new URL('./confusables.ts', import.meta.url), 'utf8')).toBe(file())
  expect(CONFUSABLES.split(' ').every((row) => /^[a-z0-9]{1,2}:\P{ASCII}+$/u.test(row))).toBe(true)
})

describe('the key of a name', () => {
  it.each([
    ['a Cyrillic word', 'МетаМаѕк'],
    ['one Cyrillic letter', 'M\u0435taMask'],
    ['Greek capitals', 'ΜETAΜASΚ'],
    ['Armenian', 'Metamasĸ'],
    ['Cherokee', 'ᎷᎬᎢᎪᎷᎪᏚᏦ'],
    ['full width', 'ＭｅｔａＭａｓｋ'],
    ['mathematical letters', '𝗠𝗲𝘁𝗮𝗠𝗮𝘀𝗸'],
    ['accents', 'Mẹtámàsk'],
    ['small capitals', 'ᴍᴇᴛᴀᴍᴀꜱᴋ'],
    ['circles', 'ⓂⓔⓣⓐⓂⓐⓢⓚ'],
    ['dark squares', '🅼🅴🆃🅰🅼🅰🆂🅺'],
    ['regional indicators', '🇲🇪🇹🇦🇲🇦🇸🇰'],
    ['rn for m', 'Metarnask'],
    ['spaces', 'Meta Mask'],
    ['a sign', 'MetaMask™'],
    ['punctuation', 'Meta·Mask.'],
    ['hangul filler', 'Meta\u3164Mask'],
    ['blank braille', 'Meta\u2800Mask'],
    ['tags', 'MetaMask\u{E0041}'],
  ])(
    'The key of "MetaMask" stays the same where an impostor writes it with %s (audit M4)',
    (_, name) => expect(nameKey(name)).toBe(nameKey('MetaMask')),
  )

  it.each([
    ['MetaMask', 'MetaMast'],
    ['Core', 'Care'],
    ['Safe', 'SafePal'],
    ['Trust', 'Trezor'],
    ['Кошелёк', 'Коллекция'],
    ['钱包', '錢莊'],
    ['محفظة', 'محافظ'],
    ['🦊', '🦁'],
    ['ארנק', 'ארון'],
  ])('The names %s and %s have different keys', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other))
  })

  it('A confusable letter has the key of the Latin letter that it looks like', () => {
    for (const row of CONFUSABLES.split(' ')) {
      const [target = '', letters = ''] = row.split(':')
      for (const letter of letters)
        expect([letter, nameKey(`x${letter}x`)]).toEqual([letter, nameKey(`x${target}x`)])
    }
  })
})

it('The spelling of a name tells look-alike letters apart, but not case, width, spaces and punctuation', () => {
  expect(spellingOf('M\u0435taMask')).not.toBe(spellingOf('MetaMask'))
  expect(spellingOf('Polkadot{.js}')).toBe(spellingOf('polkadot.JS'))
  expect(spellingOf('ＯＫＸ Wallet')).toBe(spellingOf('okx wallet'))
})

describe('a shown name', () => {
  it.each([
    '\u3164\u3164',
    '\u2800',
    '\u200b\u200d',
    '\u034f',
    '\ufe0f',
    '\u{E0101}',
    '\u17b4',
    '\u180b',
    '\uffa0',
    ' \n\t ',
    '\ue000',
    '\ud800',
    '',
  ])('A name that consists only of %j is shown as empty and read as missing (audit A9)', (name) => {
    expect(shownName(name)).toBe('')
    expect(readName(name)).toBeUndefined()
  })
  it('A shown name has one line, at most 64 units, and no character that hides or turns text', () => {
    expect(shownName(' Meta\u202eMask\u2800 \n x\u3164 ')).toBe('MetaMask x')
    expect(shownName(`${'a'.repeat(63)}🦊`)).toBe('a'.repeat(63))
    expect(readName('x'.repeat(513))).toBeUndefined()
    expect(readName(7)).toBeUndefined()
  })
  it.each(['Кошелёк', 'محفظة', '钱包', 'Ví điện tử', '지갑', 'ウォレット', 'Ⲙetal', '🦊 Fox'])(
    'The name %s is shown unchanged',
    (name) => expect(shownName(name)).toBe(name),
  )
})

it("A wallet's icon is read only where it is an image in a data URL (audit A9)", () => {
  expect(readIcon(' data:image/png;base64,AA ')).toBe('data:image/png;base64,AA')
  for (const icon of [
    'https://stranger.example/a.png',
    'http://a/b',
    '//a/b',
    'data:text/html,x',
    'javascript:alert(1)',
    'blob:null/1',
    7,
    undefined,
    `data:image/png,${'x'.repeat(200_000)}`,
  ])
    expect(readIcon(icon)).toBeUndefined()
})
