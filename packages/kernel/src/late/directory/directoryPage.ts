import type { matches, Sample } from '../../support/matches.js'
import type { DirectoryWallet } from '../../types.js'
import type * as links from '../services/urls.js'

export type Checks = Pick<
  typeof links,
  'isDeepLink' | 'isHttpUrl' | 'isHttpsUrl' | 'isImageUrl'
> & { matches: typeof matches }

export interface DirectoryPage {
  wallets: readonly DirectoryWallet[]
  total: number
}
/** Wallets of one page that are read; further ones are ignored. */
const MAX_WALLETS = 1_000
/** Entries of a list of one wallet; a longer list is left out. */
const MAX_PARTS = 50

const text: Sample = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200
const link =
  (check: (text: unknown) => boolean, longest = 2_000): Sample =>
  (value) =>
    check(value) && String(value).length <= longest

const createFields = ({
  isDeepLink,
  isHttpUrl,
  isHttpsUrl,
  isImageUrl,
  matches,
}: Checks): Readonly<Record<keyof DirectoryWallet, Sample>> => {
  const few =
    (sample: Sample): Sample =>
    (value) =>
      Array.isArray(value) &&
      value.length <= MAX_PARTS &&
      value.every((part) => matches(part, sample))
  return {
    id: text,
    name: text,
    rdns: text,
    homepage: link(isHttpUrl),
    imageUrl: link(isImageUrl, 100_000),
    imageId: text,
    namespaces: few(text),
    mobileLink: link(isDeepLink),
    universalLink: link(isHttpsUrl),
    desktopLink: link(isDeepLink),
    webLink: link(isHttpUrl),
    stores: few({ store: text, url: link(isDeepLink) }),
  }
}

/**
 * Makes what reads a page of a wallet directory. It throws a TypeError when the answer is not a page,
 * and leaves out wallets without an id or a name.
 */
export function createParse(checks: Checks): (value: unknown) => DirectoryPage {
  const { matches } = checks
  const fields = Object.entries(createFields(checks))
  // Copies the known fields. A field of a wrong shape is left out.
  const parseWallet = (value: unknown): DirectoryWallet[] => {
    if (!matches(value, { id: text, name: text })) return []
    const { id, name } = value as Pick<DirectoryWallet, 'id' | 'name'>
    // Each field that is left was checked against its sample.
    const checked = Object.fromEntries(
      fields.flatMap(([key, sample]) => {
        const part = (value as Readonly<Record<string, unknown>>)[key]
        return matches(part, sample) ? [[key, part] as const] : []
      }),
    ) as Partial<DirectoryWallet>
    return [{ ...checked, id, name }]
  }
  return (value) => {
    if (
      !matches(value, {
        wallets: Array.isArray,
        total: (total) => Number.isSafeInteger(total) && Number(total) >= 0,
      })
    )
      throw new TypeError('not { wallets, total }')
    const { wallets, total } = value as { wallets: readonly unknown[]; total: number }
    return { wallets: wallets.slice(0, MAX_WALLETS).flatMap(parseWallet), total }
  }
}
