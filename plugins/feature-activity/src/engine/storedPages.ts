import type { Json } from '@latchkey/plugin-api'
import type { HistoryEntry } from '../api.js'
import type { Context } from '../setup.js'
import type { Subject } from './subject.js'

/** The first page of a list, as it was last read. */
export interface StoredPage {
  entries: readonly HistoryEntry[]
  /** Time at which it was read, ms since 1970. */
  at: number
}

/** An older page is not shown, not even while nothing newer can be read. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000
/** UTF-16 units of a page in the storage: older entries are left out. */
const MAX_LENGTH = 60_000
const MAX_TEXT = 300

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown, pattern = /^/): boolean =>
  typeof value === 'string' && value.length <= MAX_TEXT && pattern.test(value)
const isAddress = (value: unknown): boolean => isText(value, /^0x[\da-f]{40}$/i)
const isUnits = (value: unknown): boolean => isText(value, /^\d+$/)
const isSpamFlag = (value: unknown): boolean =>
  isFields(value) && typeof value['is_spam'] === 'boolean'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
/** Left out, or as it should be. */
const isOptional = (value: unknown, holds: (value: unknown) => boolean): boolean =>
  value === undefined || holds(value)

const isToken = (value: unknown): boolean =>
  isFields(value) &&
  isText(value['name']) &&
  isText(value['symbol']) &&
  (value['decimals'] === null || isCount(value['decimals'])) &&
  isOptional(value['address'], isText) &&
  isSpamFlag(value['flags'])
const isNft = (value: unknown): boolean =>
  isFields(value) &&
  isText(value['name']) &&
  isUnits(value['token_id']) &&
  isSpamFlag(value['flags'])

const isTransfer = (value: unknown): boolean =>
  isFields(value) &&
  ['in', 'out', 'self'].includes(String(value['direction'])) &&
  isAddress(value['from']) &&
  isAddress(value['to']) &&
  isFields(value['quantity']) &&
  isText(value['quantity']['numeric'], /^\d+(?:\.\d+)?$/) &&
  (isToken(value['fungible_info']) || isNft(value['nft_info']))

/** Any script of the site can write into its storage. */
function isEntry(value: unknown, { chainId }: Subject): value is HistoryEntry {
  if (!isFields(value)) return false
  const { id, metadata, transfers, more } = value
  return (
    isText(id) &&
    isFields(metadata) &&
    isText(metadata['hash'], /^0x[\da-f]{64}$/i) &&
    isText(metadata['minedAt']) &&
    !Number.isNaN(Date.parse(String(metadata['minedAt']))) &&
    metadata['chain'] === chainId &&
    isText(metadata['operationType']) &&
    ['confirmed', 'failed'].includes(String(metadata['status'])) &&
    isAddress(metadata['sentFrom']) &&
    (metadata['sentTo'] === '' || isAddress(metadata['sentTo'])) &&
    isOptional(metadata['fee'], isUnits) &&
    isOptional(metadata['reason'], isText) &&
    isOptional(more, isCount) &&
    Array.isArray(transfers) &&
    transfers.every(isTransfer)
  )
}

/** As many entries, newest first, as may be stored. */
function fitting(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let length = 0
  const end = entries.findIndex((entry) => (length += JSON.stringify(entry).length) > MAX_LENGTH)
  return end < 0 ? entries : entries.slice(0, end)
}

const ownerOf = ({ account, chainId }: Subject): string => `${chainId}:${account.toLowerCase()}`

export interface StoredPages {
  /** The page of that account on that network, at most a day old. */
  find(subject: Subject): StoredPage | undefined
  store(subject: Subject, entries: readonly HistoryEntry[]): void
}

/** Keeps the first pages of the last lists in the browser's storage, the newest first. */
export function createStoredPages({ storage }: Pick<Context, 'storage'>): StoredPages {
  const stored = (): readonly Json[] => storage.get('history') ?? []
  const isOf =
    (subject: Subject) =>
    (page: Json): boolean =>
      isFields(page) && page['owner'] === ownerOf(subject)
  return {
    find(subject) {
      const page: unknown = stored().find(isOf(subject))
      if (!isFields(page)) return undefined
      const { at, entries } = page
      const isYoung = typeof at === 'number' && Math.abs(Date.now() - at) < MAX_AGE_MS
      if (!isYoung || !Array.isArray(entries)) return undefined
      return { at, entries: entries.filter((entry) => isEntry(entry, subject)) }
    },
    store(subject, entries) {
      const isOwn = isOf(subject)
      const page = { owner: ownerOf(subject), at: Date.now(), entries: fitting(entries) }
      storage.set('history', [
        JSON.parse(JSON.stringify(page)) as Json,
        ...stored().filter((one) => !isOwn(one)),
      ])
    },
  }
}
