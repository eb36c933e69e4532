import {
  type EntryText,
  type Gap,
  type HistoryBody,
  type HistoryRow,
  type StoredTransfer,
} from './store.js'

// An entry is kept as the text that stands in an answer, so that a page is made by joining texts. Names,
// decimals and the address of a picture are known only when it is read: the text has a gap for them.

/** The last second of the year 9999: ISO 8601 has four digits for a year. */
export const LATEST = 253_402_300_799_000
/** On both sides of a gap. JSON never has this character: in a text of JSON it is escaped. */
const EDGE = '\u0001'
/** Begins the gap in front of an entry, which has its place. */
const PLACE = '@'
/** Begins the gap of an NFT. */
const NFT = 'nft'
/** In a query: entries that moved an NFT. */
export const MOVES_NFT = `%${EDGE}${NFT} %`

const NFT_STANDARDS = { 721: 'erc721', 1155: 'erc1155' } as const

/**
 * The text of an entry, with its place and its gaps. Its id, hash and chain are in front of it when it is
 * read. Only a reason needs to be escaped: all else was checked, and has neither quotes nor backslashes.
 */
export function writeEntry({ block, index, hash, at, body }: HistoryRow): string {
  const { operationType, status, sentFrom, sentTo, nonce, fee, reason, transfers, more } = body
  const minedAt = new Date(Math.min(at, LATEST)).toISOString()
  return [
    `${EDGE}${PLACE}${block} ${index} ${hash}${EDGE}"minedAt":"${minedAt}"`,
    `,"operationType":"${operationType}","status":"${status}"`,
    `,"sentFrom":"${sentFrom}","sentTo":"${sentTo ?? ''}"`,
    nonce === undefined ? '' : `,"nonce":${nonce}`,
    fee === undefined ? '' : `,"fee":"${fee}"`,
    reason === undefined ? '' : `,"reason":${JSON.stringify(reason)}`,
    `},"transfers":[${transfers.map(writeTransfer).join(',')}]`,
    more === undefined ? '}' : `,"more":${more}}`,
  ].join('')
}

const writeTransfer = ({ direction, from, to, ...gap }: StoredTransfer): string =>
  `{"direction":"${direction}","from":"${from}","to":"${to}",${EDGE}${writeGap(gap)}${EDGE}}`

const writeGap = ({ standard, token = '', tokenId = '', amount }: Gap): string => {
  const kind = standard.replace('erc', '')
  return standard === 'erc721' || standard === 'erc1155'
    ? `${NFT} ${kind} ${token} ${tokenId} ${amount}`
    : `${kind} ${token} ${amount}`
}

const readGap = (text: string): Gap => {
  const parts = text.split(' ')
  if (parts.length > 3) {
    const [, kind, token, tokenId, amount] = parts as [
      string,
      '721' | '1155',
      string,
      string,
      string,
    ]
    return { standard: NFT_STANDARDS[kind], ...(token && { token }), tokenId, amount }
  }
  const [, token, amount = ''] = parts
  return token ? { standard: 'erc20', token, amount } : { standard: 'native', amount }
}

/**
 * Reads texts that were joined by commas.
 * @param chain the one whose entries they are
 * @returns the entries in the order of the texts
 */
export function readEntries(chain: string, joined: string): EntryText[] {
  const parts = joined.split(EDGE)
  const entries: (EntryText & { texts: string[]; gaps: Gap[] })[] = []
  for (let at = 1; at < parts.length; at += 2) {
    const [gap, text] = [parts[at]!, parts[at + 1]!]
    if (gap.startsWith(PLACE)) {
      const last = entries.at(-1)?.texts
      // The comma before this entry.
      if (last) last.push(last.pop()!.slice(0, -1))
      const place = gap.slice(PLACE.length).split(' ')
      const [block, index, hash] = place as [string, string, string]
      const head = `{"id":"${chain}:${hash}","metadata":{"hash":"${hash}","chain":"${chain}",`
      entries.push({ block: Number(block), index: Number(index), texts: [head + text], gaps: [] })
      continue
    }
    const entry = entries.at(-1)!
    entry.gaps.push(readGap(gap))
    entry.texts.push(text)
  }
  return entries
}

/** The JSON of an entry. @param fill gives the members of a transfer that are not in the text */
export function fillEntry({ texts, gaps }: EntryText, fill: (gap: Gap) => string): string {
  let filled = texts[0]!
  for (let at = 0; at < gaps.length; at += 1) filled += fill(gaps[at]!) + texts[at + 1]!
  return filled
}

interface Written {
  metadata: Omit<HistoryBody, 'transfers' | 'more' | 'sentTo'> & {
    hash: string
    minedAt: string
    chain: string
    sentTo: string
  }
  transfers: (Pick<StoredTransfer, 'direction' | 'from' | 'to'> & { gap: Gap })[]
  more?: number
}

/** The entry that was written. */
export function readEntry(entry: EntryText): HistoryRow {
  const { metadata, transfers, more } = JSON.parse(
    fillEntry(entry, (gap) => `"gap":${JSON.stringify(gap)}`),
  ) as Written
  const { hash, minedAt, chain: _, sentTo, ...body } = metadata
  return {
    block: entry.block,
    index: entry.index,
    hash,
    at: Date.parse(minedAt),
    body: {
      ...body,
      sentTo: sentTo || null,
      transfers: transfers.map(({ gap, ...transfer }) => ({ ...transfer, ...gap })),
      ...(more !== undefined && { more }),
    },
  }
}
