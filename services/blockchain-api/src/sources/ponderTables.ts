import { type Kysely, type SelectQueryBuilder } from 'kysely'
import { MOST_TOLD } from '../follow/entries.js'

/** The tables that the project in `engines/ponder` writes. Amounts and ids of tokens are decimal text. */
export interface PonderTables {
  transfer: TransferRow & { chain: number; log_index: number; position: number }
  holding: HoldingRow & { chain: number; account: string }
  head: PonderHead & { chain: number }
}

/** Addresses are in small letters. */
export interface TransferRow {
  block: number
  tx_index: number
  /** Seconds since 1970. */
  at: number
  hash: string
  sender: string
  target: string | null
  nonce: number
  standard: 'erc20' | 'erc721' | 'erc1155'
  token: string
  token_id: string | null
  from: string
  to: string
  amount: string
}

export interface HoldingRow {
  token: string
  token_id: string
  standard: 'erc721' | 'erc1155'
  amount: string
}

/** The newest block of a chain that is in the tables. */
export interface PonderHead {
  number: number
  hash: string
}

export interface PonderList<Place> {
  /** Number of the chain, and address in small letters. */
  chain: number
  account: string
  /** The page begins behind it. */
  after: Place | undefined
  limit: number
}

export const readHead = (
  db: Kysely<PonderTables>,
  chain: number,
): Promise<PonderHead | undefined> =>
  db.selectFrom('head').select(['number', 'hash']).where('chain', '=', chain).executeTakeFirst()

export interface PlaceOfTransaction {
  block: number
  index: number
}

/**
 * The movements of an account in its newest transactions, `limit` transactions at most. Of each the first
 * {@link MOST_TOLD} are told; `total` says how many there are.
 */
export const readTransfers = (
  db: Kysely<PonderTables>,
  list: PonderList<PlaceOfTransaction>,
): Promise<(TransferRow & { total: number })[]> => {
  const { chain, account, limit } = list
  const sent = db.selectFrom(placesOf(db, list, 'from').as('sent')).selectAll()
  const got = db.selectFrom(placesOf(db, list, 'to').as('got')).selectAll()
  const page = newestFirst(sent.union(got)).limit(limit)
  const moved = db
    .selectFrom(page.as('page'))
    .innerJoin('transfer', (join) =>
      join
        .onRef('transfer.block', '=', 'page.block')
        .onRef('transfer.tx_index', '=', 'page.tx_index'),
    )
    .where('transfer.chain', '=', chain)
    .where((eb) => eb.or([eb('transfer.from', '=', account), eb('transfer.to', '=', account)]))
    .selectAll('transfer')
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((of) =>
          of
            .partitionBy(['transfer.block', 'transfer.tx_index'])
            .orderBy('transfer.log_index')
            .orderBy('transfer.position'),
        )
        .as('nth'),
      fn
        .countAll<number>()
        .over((of) => of.partitionBy(['transfer.block', 'transfer.tx_index']))
        .as('total'),
    ])
  return newestFirst(db.selectFrom(moved.as('moved')).selectAll().where('nth', '<=', MOST_TOLD))
    .orderBy('nth')
    .execute()
}

/** Places of the newest transactions with the account at one end: a scan along an index. */
const placesOf = (
  db: Kysely<PonderTables>,
  { chain, account, after, limit }: PonderList<PlaceOfTransaction>,
  end: 'from' | 'to',
) => {
  const list = db
    .selectFrom('transfer')
    .select(['block', 'tx_index'])
    .distinct()
    .where('chain', '=', chain)
    .where(end, '=', account)
  const rest = after
    ? list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('block', 'tx_index'), '<', tuple(after.block, after.index)),
      )
    : list
  return newestFirst(rest).limit(limit)
}

const newestFirst = <DB, TB extends keyof DB, O extends { block: number; tx_index: number }>(
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> =>
  query.orderBy('block' as never, 'desc').orderBy('tx_index' as never, 'desc')

/** NFTs of an account in the order of contract and id. */
export const readHoldings = (
  db: Kysely<PonderTables>,
  { chain, account, after, limit }: PonderList<{ token: string; tokenId: string }>,
): Promise<HoldingRow[]> => {
  const list = db
    .selectFrom('holding')
    .select(['token', 'token_id', 'standard', 'amount'])
    .where('chain', '=', chain)
    .where('account', '=', account)
  const rest = after
    ? list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('token', 'token_id'), '>', tuple(after.token, after.tokenId)),
      )
    : list
  return rest.orderBy('token').orderBy('token_id').limit(limit).execute()
}
