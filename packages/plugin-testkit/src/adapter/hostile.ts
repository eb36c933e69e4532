/** Values that are not texts, or only look like one. */
export const notText = (): readonly unknown[] => [
  undefined,
  null,
  0,
  7n,
  NaN,
  true,
  Symbol('address'),
  {},
  [],
  () => '',
  Object.create(null),
  resisting(),
]

/** An object that throws whatever is done with it. */
const resisting = (): object =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('hands off')
      },
    },
  )

/** Objects that become an address when they are stringified. */
export const disguised = (address: string): readonly unknown[] => [
  [address],
  new String(address),
  { toString: () => address },
  { [Symbol.toPrimitive]: () => address },
]

export const SPACES: readonly string[] = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\v',
  '\u00a0',
  '\u2003',
  '\u3000',
]
export const CONTROLS: readonly string[] = ['\u0000', '\u0008', '\u001b', '\u007f', '\u0085']
/** Characters that are invisible or reverse the text around them. */
export const INVISIBLE: readonly string[] = [
  '\u00ad',
  '\u0301',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2060',
  '\u2066',
  '\ufe0f',
  '\ufeff',
]
export const BROKEN: readonly string[] = ['\ud800', '\udfff', '\ufffd', '😀']

const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  j: 'ј',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  S: 'Ѕ',
  T: 'Т',
  X: 'Х',
  0: '０',
  1: '１',
  2: '２',
  3: '３',
  4: '４',
  5: '５',
  6: '６',
  7: '７',
  8: '８',
  9: '９',
  '.': '．',
}
/**
 * Letters that become Latin ones when their case changes: the Kelvin sign, the long s, the dotted
 * and the dotless i.
 */
const FOLDING: readonly (readonly [RegExp, string])[] = [
  [/k/gi, '\u212a'],
  [/s/gi, '\u017f'],
  [/i/gi, '\u0130'],
  [/i/gi, '\u0131'],
]

/** The address with lookalike letters, one at a time and all at once. */
export function lookalikes(address: string): readonly string[] {
  const letters = [...address]
  const one = letters.flatMap((letter, at) =>
    LOOKALIKES[letter] ? [letters.with(at, LOOKALIKES[letter]).join('')] : [],
  )
  return [...one, letters.map((letter) => LOOKALIKES[letter] ?? letter).join('')].filter(
    (text) => text !== address,
  )
}
export const folding = (address: string): readonly string[] =>
  [address, address.toLowerCase(), address.toUpperCase()].flatMap((text) =>
    FOLDING.map(([letter, sign]) => text.replace(letter, sign)).filter((other) => other !== text),
  )

/** The address with a text before, in and after it. */
export const around = (address: string, parts: readonly string[]): readonly string[] =>
  parts.flatMap((part) => [
    `${part}${address}`,
    `${address.slice(0, 5)}${part}${address.slice(5)}`,
    `${address}${part}`,
  ])

/** Names of members that every object inherits. */
export const INHERITED: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
]

export const MARKUP: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '"><svg onload=alert(1)>',
  '%3Cscript%3E',
  '&lt;b&gt;',
  '${7*7}',
  '{{7*7}}',
]

/** Public examples of addresses, by namespace. */
export const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  eip155: [
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x0000000000000000000000000000000000000000',
  ],
  solana: [
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  ],
  bip122: [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf',
  ],
  polkadot: [
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  ],
  cosmos: ['cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'],
}
export const foreign = (own: readonly string[]): readonly string[] =>
  Object.entries(ADDRESSES).flatMap(([name, list]) => (own.includes(name) ? [] : list))
