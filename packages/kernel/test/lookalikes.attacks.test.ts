import type { Connector } from '@latchkey/plugin-api'
import { wallets } from '@latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { createJudge } from '../src/late/wallets/knownNames.js'
import { walletRows } from '../src/late/wallets/walletRows.js'
import type { DirectoryWallet } from '../src/types.js'
import { connector } from './services/support.js'

const { wallets: real } = await wallets()({ page: 1, count: 1_000 })
const directory = new Map(real.map((wallet) => [wallet.id, wallet]))

/** Twenty that most visitors have heard of. */
const NAMES = [
  'MetaMask',
  'Phantom',
  'Coinbase Wallet',
  'Trust Wallet',
  'Rabby Wallet',
  'OKX Wallet',
  'Rainbow',
  'Zerion',
  'Uniswap Wallet',
  'Brave Wallet',
  'Keplr',
  'Enkrypt',
  'Backpack',
  'TokenPocket',
  'Exodus',
  'Talisman',
  'OneKey',
  'Ronin Wallet',
  'Binance Wallet',
  'Bitget Wallet',
]
/** The fifteen of the audit. */
const AUDIT = [
  'Meta\u3164Mask',
  'Meta\uffa0Mask',
  'Meta\u034fMask',
  'MetaMask\ufe0f',
  'MetaMask\u{E0101}',
  'Meta\u17b4Mask',
  'Meta\u180bMask',
  'Meta\u2800Mask',
  'M\u0435taMask',
  'MetaM\u0430sk',
  '\u039cetaMask',
  'MetaM\u0323ask',
  'Meta\u200bMask',
  'MetaMask\u00a0',
  'MetaMas\u212a',
]
/** Written by hand, from what is known of deceptive domain names: not what the rule folds by. */
const BY_HAND: Readonly<Record<string, string>> = {
  a: 'аɑαạàåąā',
  b: 'Ьƅḃß',
  c: 'сϲçċ',
  d: 'ԁɗďḍ',
  e: 'еẹėéєε',
  f: 'ƒẝ',
  g: 'ɡġğց',
  h: 'һհħ',
  i: 'іìíïıΙlɩ1|',
  j: 'јʝϳ',
  k: 'кκķ',
  l: 'ӏιІI1ĺ',
  m: 'мṃⅿ',
  n: 'ոņńɴп',
  o: 'оοօөøӧ0',
  p: 'рρṗ',
  q: 'ԛգ',
  r: 'гŕɾ',
  s: 'ѕṣşʂ',
  t: 'тτţ',
  u: 'υսùűц',
  v: 'ѵνṿ',
  w: 'ԝѡաẃ',
  x: 'хχẋ',
  y: 'уүγỳ',
  z: 'ᴢżʐ',
  M: 'МΜᎷＭ𝐌',
  P: 'РΡᏢ',
  C: 'СϹᏟ',
  T: 'ТΤ',
  B: 'ВΒᏴ',
  R: 'ᎡᏒƦ',
  O: 'ОΟՕ',
  K: 'КΚK',
  X: 'ХΧ',
  Z: 'ΖᏃ',
  S: 'ЅՏᏚ',
  L: 'ᏞԼ',
  E: 'ЕΕᎬ',
  W: 'ԜᎳ',
  U: 'Ս',
  V: 'ѴᏙ',
}
const INVISIBLE = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u17b5',
  '\u180b',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2060',
  '\u2064',
  '\u2066',
  '\u206f',
  '\u2800',
  '\u3164',
  '\ufe00',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\u{1d173}',
  '\u{e0020}',
  '\u{e0101}',
  '\u0000',
  '\ue000',
]
const atEach = (name: string, letters: (letter: string) => readonly string[]): string[] =>
  [...name].flatMap((letter, at) =>
    letters(letter).map((other) => [...name].with(at, other).join('')),
  )
const spellings = new Map(
  NAMES.map((name) => [
    name,
    [
      ...new Set([
        ...atEach(name, (letter) => [...(BY_HAND[letter] ?? BY_HAND[letter.toLowerCase()] ?? '')]),
        ...atEach(name, (letter) => INVISIBLE.map((hidden) => `${hidden}${letter}`)),
        [...name].map((letter) => [...(BY_HAND[letter] ?? letter)][0]).join(''),
        name.replaceAll('m', 'rn'),
        [...name].map((letter) => letter.normalize('NFD')).join('\u0332'),
        ...(name === 'MetaMask' ? AUDIT : []),
      ]),
    ].filter((spelling) => spelling !== name),
  ]),
)

const judge = createJudge()
const genuine = (name: string): Connector =>
  connector({
    id: 'genuine',
    name,
    rdns: real.find((wallet) => wallet.name === name)?.rdns ?? 'com.genuine',
  })
const impostor = (name: string): Connector =>
  connector({ id: 'impostor', name, rdns: 'com.impostor' })
const marks = (
  connectors: readonly Connector[],
  known?: ReadonlyMap<string, DirectoryWallet>,
): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    walletRows({ connectors, mobile: false, judge, ...(known && { known }) }).flatMap((row) =>
      row.connectors.map(({ id }) => [id, row.lookalike]),
    ),
  )

describe('a name that looks like that of a well-known wallet', () => {
  // A quarter of them, and those of the audit; all by `pnpm soak`.
  const all = [...spellings]
    .flatMap(([name, each]) => each.map((spelling) => [name, spelling] as const))
    .filter(
      ([, spelling], at) =>
        process.env['LATCHKEY_SOAK'] || at % 4 === 0 || AUDIT.includes(spelling),
    )
  const orders: readonly [
    string,
    (name: string, spelling: string) => readonly Connector[],
    ReadonlyMap<string, DirectoryWallet> | undefined,
    boolean | undefined,
  ][] = [
    [
      'after the genuine one',
      (name, spelling) => [genuine(name), impostor(spelling)],
      undefined,
      true,
    ],
    [
      'before the genuine one',
      (name, spelling) => [impostor(spelling), genuine(name)],
      undefined,
      true,
    ],
    [
      'between strangers, where the directory knows the genuine one',
      (name, spelling) => [
        connector({ id: 'x', name: 'Stranger' }),
        impostor(spelling),
        genuine(name),
      ],
      directory,
      false,
    ],
    [
      'alone, where the directory knows the genuine one',
      (_, spelling) => [impostor(spelling)],
      directory,
      undefined,
    ],
  ]
  it.for(orders)(
    "A name that looks like a known wallet's is marked %s (audit M4)",
    ([order, page, known, genuineToo], { task }) => {
      const unmarked = all.filter(([name, spelling]) => {
        const seen = marks(page(name, spelling), known)
        return seen['impostor'] !== true || seen['genuine'] !== genuineToo
      })
      task.meta.attack = {
        attack: `look-alike names ${order}`,
        tries: all.length,
        wanted: 'each marked',
        seen: `${all.length - unmarked.length} marked`,
      }
      expect(all.length).toBeGreaterThan(600)
      expect(unmarked).toEqual([])
    },
  )

  it('A look-alike is marked by its spelling alone if the directory knows the name and no rdns (audit M4)', () => {
    for (const [name, spelling] of [
      ['Leap', 'L\u0435ap'],
      ['Solflare', 'SoIfIare'],
      ['Xverse', '\u0425verse'],
      ['Ledger', 'Le\u0501ger'],
    ] as const) {
      expect([name, marks([impostor(spelling)], directory)]).toEqual([name, { impostor: true }])
      expect([
        name,
        marks(
          [connector({ id: 'genuine', name, rdns: 'com.genuine' }), impostor(spelling)],
          directory,
        ),
      ]).toEqual([name, { genuine: false, impostor: true }])
    }
  })

  it('A look-alike is marked in another namespace than the genuine wallet (audit M4)', () => {
    for (const [name, spelling] of all.filter((_, at) => at % 50 === 0)) {
      const seen = marks(
        [
          genuine(name),
          connector({ id: 'impostor', name: spelling, rdns: spelling, namespaces: ['other'] }),
        ],
        directory,
      )
      if (
        spelling
          .normalize('NFKC')
          .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
          .toLowerCase() !== name.toLowerCase()
      )
        expect([spelling, seen]).toEqual([spelling, { genuine: false, impostor: true }])
    }
  })
})

describe('a wallet that looks like no other', () => {
  it('No wallet of the directory is marked, alone or with all others on one page', () => {
    const page = real.map(({ id, name, rdns }) =>
      connector({ id, name, rdns: rdns ?? `com.${id}` }),
    )
    expect(page.length).toBeGreaterThanOrEqual(92)
    for (const known of [undefined, directory]) {
      expect(Object.entries(marks(page, known)).filter(([, mark]) => mark)).toEqual([])
      for (const one of page)
        expect([one.name, Object.values(marks([one], known))]).toEqual([one.name, [false]])
    }
  })
  it.each([
    'Кошелёк',
    'Мой Кошелек',
    'محفظة الكترونية',
    '小狐狸钱包',
    'ウォレット',
    '지갑',
    'Πορτοφόλι',
    'Դրամապանակ',
    'ארנק',
    'Ví Điện Tử',
    'Börse',
    'กระเป๋า',
    '🦊🦊',
    'Сейф',
  ])('A name is not marked for its script: %s', (name) => {
    expect(
      marks(
        [
          connector({ id: 'x', name, rdns: 'com.x' }),
          ...real.map(({ id, name: other, rdns }) =>
            connector({ id, name: other, rdns: rdns ?? `com.${id}` }),
          ),
        ],
        directory,
      )['x'],
    ).toBe(false)
  })
})
