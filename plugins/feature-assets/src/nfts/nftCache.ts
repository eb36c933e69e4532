import type { Json } from '@latchkey/plugin-api'
import type { AssetNft } from '../api.js'
import { isYoung } from '../lifetime.js'
import type { AssetsContext } from '../options.js'

/** The first NFTs of one account on one network, as they were read. */
export interface NftPage {
  items: readonly AssetNft[]
  /** ms since 1970. */
  at: number
}

/** An older page is not shown, not even while nothing newer can be read. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000
const MOST_STORED = 50
const MAX_TEXT = 2_000
const MOST_TRAITS = 20

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT
const isUnits = (value: unknown): boolean => isText(value) && /^\d+$/.test(value)
const isTrait = (value: unknown): boolean =>
  isFields(value) && isText(value['name']) && isText(value['value'])

/** Any script of the site can write into its storage. */
const isNft = (value: unknown, owner: string): value is AssetNft =>
  isFields(value) &&
  owner.startsWith(`${String(value['chainId'])}:`) &&
  ['contract', 'collection', 'name', 'description', 'imageUrl'].every((key) =>
    isText(value[key]),
  ) &&
  isUnits(value['tokenId']) &&
  isUnits(value['amount']) &&
  ['erc721', 'erc1155'].includes(String(value['standard'])) &&
  typeof value['isSpam'] === 'boolean' &&
  Array.isArray(value['traits']) &&
  value['traits'].every(isTrait)

export interface NftCache {
  /** The last first page of an account, at most a day old. @param owner CAIP-10 */
  find(owner: string): NftPage | undefined
  store(owner: string, page: NftPage): void
}

/** Keeps first pages in the browser's storage, the newest first. */
export function createNftCache({ storage }: Pick<AssetsContext, 'storage'>): NftCache {
  const stored = (): readonly Json[] => storage.get('nfts') ?? []
  const isOf = (entry: Json, owner: string): boolean => isFields(entry) && entry['owner'] === owner
  return {
    find(owner) {
      const entry: unknown = stored().find((each) => isOf(each, owner))
      const { at, items } = isFields(entry) ? entry : ({} as Fields)
      if (typeof at !== 'number' || !isYoung(at, MAX_AGE_MS) || !Array.isArray(items))
        return undefined
      return { at, items: items.filter((item: unknown) => isNft(item, owner)) }
    },
    store(owner, { at, items }) {
      const kept = items
        .slice(0, MOST_STORED)
        .map((nft) => ({ ...nft, traits: nft.traits.slice(0, MOST_TRAITS) }))
      const entry = JSON.parse(JSON.stringify({ owner, at, items: kept })) as Json
      storage.set('nfts', [entry, ...stored().filter((each) => !isOf(each, owner))])
    },
  }
}
