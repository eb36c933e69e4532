/** A version as a number, so that versions can be compared. */
const toNumber = (major: number, minor = 0, patch = 0): number => major * 1e10 + minor * 1e5 + patch

function fits(version: number, comparator: string): boolean {
  const [, sign, text = ''] = /^(\^|~|>=|<(?!=))?=?v?(.*)$/.exec(comparator) ?? []
  // A part that is left out, `x` or `*`, stands for any number.
  const [major, minor, patch] = text
    .replace(/\.?[x*].*$|[-+].*$/i, '')
    .split('.')
    .map((part) => (part ? Number(part) : undefined))
  if (major === undefined) return true
  const low = toNumber(major, minor, patch)
  if (sign === '<') return version < low
  // The first version above the range.
  const high =
    sign === '>='
      ? Infinity
      : minor === undefined || (sign === '^' && major)
        ? toNumber(major + 1)
        : patch === undefined || sign === '~' || (sign === '^' && minor)
          ? toNumber(major, minor + 1)
          : low + 1
  return version >= low && version < high
}

/**
 * Whether a version lies in a range. Understood are `^ ~ >= <` and x-ranges; a blank means and, `||`
 * means or. A version or range that cannot be read does not fit.
 */
export function satisfies(version: string, range: string): boolean {
  const [major = NaN, minor, patch] = version.split(/[-+]/)[0]!.split('.').map(Number)
  return range.split('||').some((part) =>
    part
      .replace(/(>=|<)\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((comparator) => fits(toNumber(major, minor, patch), comparator)),
  )
}
