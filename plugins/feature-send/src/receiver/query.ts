/** The parameters of a URI in their order. `undefined`: they are not encoded by RFC 3986. */
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

/**
 * The parameters that may occur once, by name. `undefined`: one of them occurs twice, so that two
 * readers could read two different payments.
 */
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

const MAX_LABEL_LENGTH = 100
/**
 * A name that a stranger chose, made fit for one line of a screen. `undefined`: nothing is left of
 * it.
 */
export const readLabel = (
  text: string | undefined,
  maxLength = MAX_LABEL_LENGTH,
): string | undefined =>
  [
    ...(text
      ?.slice(0, 10 * maxLength)
      .replace(/[\p{C}\p{Z}\p{DI}]+/gu, ' ')
      .trim() ?? ''),
  ]
    .slice(0, maxLength)
    .join('') || undefined
