type Version = readonly [major: number, minor: number, patch: number]

const toVersion = (text: string): Version | undefined => {
  const found = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+].*)?$/.exec(text)
  return found ? [Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0)] : undefined
}
const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** First version that is too new for a caret, a tilde or an x-range. */
function ceiling(sign: string, [major, minor, patch]: Version, given: number): Version {
  if (sign === '^' && (major || given < 2)) return [major + 1, 0, 0]
  if (sign === '^' && !minor && given > 2) return [0, 0, patch + 1]
  if (given < 2) return [major + 1, 0, 0]
  return [major, minor + 1, 0]
}

function fits(version: Version, comparator: string): boolean {
  const [, sign = '', text = ''] = /^(\^|~|>=|<=|>|<|=)?\s*(.*)$/.exec(comparator) ?? []
  const plain = text.replace(/(\.[x*])+$/i, '')
  if (/^[x*]?$/i.test(plain)) return true
  const wanted = toVersion(plain)
  if (!wanted) return false
  const order = compare(version, wanted)
  const given = plain.split(/[-+]/)[0]?.split('.').length ?? 3
  if (sign === '>=') return order >= 0
  if (sign === '<') return order < 0
  // What is left out means any: `>1` is above all of 1, `<=1` up to all of 1, `1` any of 1.
  const end = given < 3 || sign === '^' || sign === '~' ? ceiling(sign, wanted, given) : undefined
  const below = end ? compare(version, end) < 0 : order <= 0
  if (sign === '>') return !below
  if (sign === '<=') return below
  return order >= 0 && below
}

/** Whether a version lies in a range of `^ ~ >= > <= < =`, x-ranges, spaces for and, `||` for or. What cannot be read fits nothing. */
export function satisfies(version: string, range: string): boolean {
  const found = toVersion(version)
  return !!found && range.split('||').some((part) => part.trim().replace(/([<>=^~])\s+/g, '$1').split(/\s+/).every((comparator) => fits(found, comparator)))
}
