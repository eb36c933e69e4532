import * as v from 'valibot'
import type { DirectoryWallet } from '../../../types.js'
import { isDeepLink, isHttpUrl, isImageUrl } from '../links.js'

export interface DirectoryPage {
  wallets: readonly DirectoryWallet[]
  total: number
}
/** More wallets on one page are not read. */
const MOST_WALLETS = 1_000
const MOST_PARTS = 50

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
/** A field that is not what it should be is left out; the wallet stays. */
const lenient = <T>(schema: v.GenericSchema<unknown, T>) => v.fallback(v.optional(schema), undefined)
const link = (check: (text: unknown) => boolean, longest = 2_000) => v.custom<string>((value) => typeof value === 'string' && value.length <= longest && check(value))

const walletSchema = v.object({
  id: text,
  name: text,
  rdns: lenient(text),
  homepage: lenient(link(isHttpUrl)),
  imageUrl: lenient(link(isImageUrl, 100_000)),
  imageId: lenient(text),
  namespaces: lenient(v.pipe(v.array(text), v.maxLength(MOST_PARTS))),
  mobileLink: lenient(link(isDeepLink)),
  desktopLink: lenient(link(isDeepLink)),
  webLink: lenient(link(isHttpUrl)),
  stores: lenient(v.pipe(v.array(v.object({ store: text, url: link(isDeepLink) })), v.maxLength(MOST_PARTS))),
})
const pageSchema = v.object({ wallets: v.array(v.unknown()), total: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/** The wallet as plain data, without what is missing; `undefined` if it has no id or name. */
function parseDirectoryWallet(value: unknown): DirectoryWallet | undefined {
  const { success, output } = v.safeParse(walletSchema, value)
  // Without its undefined members it has the exact shape of a directory wallet.
  return success ? Object.freeze(Object.fromEntries(Object.entries(output).filter(([, part]) => part !== undefined)) as unknown as DirectoryWallet) : undefined
}

/** A page of a wallet directory. A wallet that is none is left out. @throws ValiError when it is no page at all */
export function parseDirectoryPage(value: unknown): DirectoryPage {
  const { wallets, total } = v.parse(pageSchema, value)
  return Object.freeze({ wallets: Object.freeze(wallets.slice(0, MOST_WALLETS).flatMap((wallet) => parseDirectoryWallet(wallet) ?? [])), total })
}
