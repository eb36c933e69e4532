// Licence names as packages write them, and which of them may reach a host's bundle.

const ALLOWED = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
]

const isAllowedName = (name) =>
  ALLOWED.includes(name) || /^BSD-[1-4]-Clause\b/.test(name) || name === 'BSD'

/** What the package.json says, as one SPDX expression; the older forms (an object, a list) included. */
export function licenceOf(manifest) {
  const { license, licenses } = manifest
  const one = (value) => (typeof value === 'string' ? value : value?.type)
  if (Array.isArray(licenses)) return licenses.map(one).filter(Boolean).join(' OR ') || 'none given'
  return one(license) ?? one(licenses) ?? 'none given'
}

function read(tokens) {
  const atom = () => {
    const token = tokens.shift()
    if (token !== '(') return isAllowedName(token ?? '')
    const inner = any()
    tokens.shift() // the closing bracket
    return inner
  }
  const chain = (word, next, fold) => {
    let value = next()
    while (tokens[0]?.toUpperCase() === word) {
      tokens.shift()
      const right = next()
      value = fold(value, right)
    }
    return value
  }
  const all = () => chain('AND', atom, (a, b) => a && b)
  const any = () => chain('OR', all, (a, b) => a || b)
  return any() && tokens.length === 0
}

/** Whether we may choose only allowed licences under this expression: of `A OR B` one is enough, of `A AND B` both must be. */
export const isAllowed = (expression) =>
  read(expression.replace(/[()]/g, ' $& ').trim().split(/\s+/))
