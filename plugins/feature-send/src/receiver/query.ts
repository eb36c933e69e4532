/** The parameters of a URI in their order. `undefined`: not encoded as RFC 3986 has it. */
export function readQuery(
  text: string | undefined,
): readonly (readonly [key: string, value: string])[] | undefined {
  try {
    return (text ?? '')
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=')
        return at < 0
          ? ([decodeURIComponent(pair), ''] as const)
          : ([
              decodeURIComponent(pair.slice(0, at)),
              decodeURIComponent(pair.slice(at + 1)),
            ] as const)
      })
  } catch {
    return undefined
  }
}

/** Those parameters that may be there once, by name. `undefined`: one of them is there twice, so that two readers could read two things. */
export function readOnce<Name extends string>(
  query: readonly (readonly [string, string])[],
  names: readonly Name[],
): Partial<Record<Name, string>> | undefined {
  const found: Partial<Record<Name, string>> = {}
  for (const [key, value] of query) {
    const name = names.find((one) => one === key)
    if (name === undefined) continue
    if (found[name] !== undefined) return undefined
    found[name] = value
  }
  return found
}

const LONGEST = 100
/** What somebody calls itself, fit for one line of a screen. */
export const readLabel = (text: string | undefined, most = LONGEST): string | undefined =>
  [
    ...(text
      ?.slice(0, 10 * most)
      .replace(/[\p{C}\p{Z}\p{DI}]+/gu, ' ')
      .trim() ?? ''),
  ]
    .slice(0, most)
    .join('') || undefined
