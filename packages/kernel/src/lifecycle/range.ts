/** Versions as numbers, in their order. */
const place = (major: number, minor = 0, patch = 0): number => major * 1e10 + minor * 1e5 + patch

function fits(version: number, comparator: string): boolean {
  const [, sign, text = ''] = /^(\^|~|>=|<(?!=))?=?v?(.*)$/.exec(comparator) ?? []
  // What is left out, x or *, means any.
  const [major, minor, patch] = text
    .replace(/\.?[x*].*$|[-+].*$/i, '')
    .split('.')
    .map((part) => (part ? Number(part) : undefined))
  if (major === undefined) return true
  const low = place(major, minor, patch)
  if (sign === '<') return version < low
  // First version above what is named, as far as it is named and as the sign allows.
  const high =
    sign === '>='
      ? Infinity
      : minor === undefined || (sign === '^' && major)
        ? place(major + 1)
        : patch === undefined || sign === '~' || (sign === '^' && minor)
          ? place(major, minor + 1)
          : low + 1
  return version >= low && version < high
}

/** Whether a version lies in a range of `^ ~ >= <`, x-ranges, blanks for and, `||` for or. What cannot be read fits nothing. */
export function satisfies(version: string, range: string): boolean {
  const [major = NaN, minor, patch] = version.split(/[-+]/)[0]!.split('.').map(Number)
  return range.split('||').some((part) =>
    part
      .replace(/(>=|<)\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((comparator) => fits(place(major, minor, patch), comparator)),
  )
}
