import type { matches, Sample } from '../../support/matches.js'
import type { DirectoryWallet } from '../../types.js'
import type * as links from '../services/links.js'

export type Checks = Pick<
  typeof links,
  'isDeepLink' | 'isHttpUrl' | 'isHttpsUrl' | 'isImageUrl'
> & { matches: typeof matches }

export interface DirectoryPage {
  wallets: readonly DirectoryWallet[]
  total: number
}
/** More wallets on one page, and more parts of one wallet, are not read. */
const MOST_WALLETS = 1_000
const MOST_PARTS = 50

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
      value.length <= MOST_PARTS &&
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

/** Reads a page of a wallet directory; throws TypeError when it is no page at all. A wallet that is none is left out. */
export function createParse(checks: Checks): (value: unknown) => DirectoryPage {
  const { matches } = checks
  const fields = Object.entries(createFields(checks))
  // As plain data. A field that is not what it should be is left out; a wallet without id or name is none.
  const parseWallet = (value: unknown): DirectoryWallet[] => {
    if (!matches(value, { id: text, name: text })) return []
    // What is left has the shape of a directory wallet, field by field.
    return [
      Object.fromEntries(
        fields.flatMap(([key, sample]) => {
          const part = (value as Readonly<Record<string, unknown>>)[key]
          return matches(part, sample) ? [[key, part]] : []
        }),
      ) as unknown as DirectoryWallet,
    ]
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
    return { wallets: wallets.slice(0, MOST_WALLETS).flatMap(parseWallet), total }
  }
}
