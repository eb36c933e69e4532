const PAIRING_LINK = /^wc:([0-9a-f]{64})@2\?(.+)$/

/** The reason why a link cannot be used, as text for the user. */
export class LinkError extends Error {
  override name = 'LinkError'
}

/**
 * Finds the `wc:` link in pasted, scanned or opened text, also inside a universal link
 * (`https://...?uri=wc%3A...`).
 * @throws LinkError
 */
export function parseLink(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new LinkError('Paste a link first. It starts with "wc:".')
  const inner = trimmed.startsWith('wc:') ? trimmed : innerLink(trimmed)
  const [, , query] = PAIRING_LINK.exec(inner ?? '') ?? []
  if (inner === undefined || query === undefined)
    throw new LinkError(
      'This is no WalletConnect link. A link starts with "wc:" and ends with a key.',
    )
  const params = new URLSearchParams(query)
  if (!params.get('symKey'))
    throw new LinkError('This link has no key in it: copy it again, to its end.')
  const end = Number(params.get('expiryTimestamp') ?? Infinity)
  if (end * 1000 <= Date.now())
    throw new LinkError('This link has expired. Make a new code on the site.')
  return inner
}

function innerLink(text: string): string | undefined {
  try {
    return new URL(text).searchParams.get('uri') ?? undefined
  } catch {
    return undefined
  }
}
