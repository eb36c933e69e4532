const PARTS = /^(\^|~|[<>]=?|=)?v?(\d+|[x*])?(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?/i

/** Versions as numbers, in their order. */
const place = (major: number, minor = 0, patch = 0): number => major * 1e10 + minor * 1e5 + patch

/** The numbers that a version or comparator names; what is left out or `x` ends the list. */
function read(text: string): { sign: string | undefined; numbers: number[] } | undefined {
  const found = PARTS.exec(text)
  if (!found || (text && !found[0])) return undefined
  const parts = found.slice(2).map(Number)
  const end = parts.findIndex(Number.isNaN)
  return { sign: found[1], numbers: end < 0 ? parts : parts.slice(0, end) }
}

function fits(version: number, comparator: string): boolean {
  const found = read(comparator)
  if (!found) return false
  const { sign, numbers } = found
  const [major = -1, minor, patch] = numbers
  if (major < 0) return true
  const low = place(major, minor, patch)
  // First version above what is named, as far as it is named, and as far as the sign allows.
  const high = minor === undefined || (sign === '^' && major) ? place(major + 1)
    : patch === undefined || sign === '~' || (sign === '^' && minor) ? place(major, minor + 1)
    : low + 1
  if (sign === '>') return version >= high
  if (sign === '<') return version < low
  return (sign === '<=' || version >= low) && (sign === '>=' || version < high)
}

/** Whether a version lies in a range of `^ ~ >= > <= < =`, x-ranges, blanks for and, `||` for or. What cannot be read fits nothing. */
export function satisfies(version: string, range: string): boolean {
  const { numbers: [major = -1, minor, patch] = [] } = read(version) ?? {}
  return major >= 0 && range.split('||').some((part) => part.trim().replace(/([<>=^~])\s+/g, '$1').split(/\s+/).every((comparator) => fits(place(major, minor, patch), comparator)))
}
