// The rows of `alchemy_getAssetTransfers`. Numbers are hexadecimal text.
import * as v from 'valibot'
import { ADDRESS } from '../swap/connector.js'
import { type Row } from './blockPages.js'
import { HASH, type Movement, SAFE, TOKEN_NAME, type Transaction } from './providerHistory.js'
import { QUANTITY } from './rpc/nodes.js'

/** A row, as the source uses it. */
export interface AlchemyRow extends Row {
  /** Milliseconds since 1970. */
  at: number
  from: string
  /** `null`: the transaction made a contract. */
  to: string | null
  category: string
  movements: readonly Movement[]
}

export const BLOCK_NUMBER = v.pipe(QUANTITY, v.transform(Number), SAFE)
const TIME = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => Date.parse(text)),
  SAFE,
)

/** One row of the answer. */
export const transferSchema = v.pipe(
  v.object({
    blockNum: BLOCK_NUMBER,
    hash: HASH,
    from: ADDRESS,
    to: v.nullable(ADDRESS),
    category: v.picklist(['external', 'internal', 'erc20', 'erc721', 'erc1155']),
    asset: TOKEN_NAME,
    erc721TokenId: v.nullish(QUANTITY),
    erc1155Metadata: v.nullish(v.array(v.object({ tokenId: QUANTITY, value: QUANTITY }))),
    rawContract: v.object({
      value: v.nullish(QUANTITY),
      address: v.nullish(ADDRESS),
      decimal: v.nullish(QUANTITY),
    }),
    metadata: v.object({ blockTimestamp: TIME }),
  }),
  v.transform((row): AlchemyRow => ({
    ...{ hash: row.hash, block: row.blockNum, at: row.metadata.blockTimestamp },
    ...{ from: row.from, to: row.to, category: row.category },
    movements: row.to === null ? [] : movementsOf(row, { from: row.from, to: row.to }),
  })),
)

interface Told {
  category: string
  asset: string
  erc721TokenId?: bigint | null | undefined
  erc1155Metadata?: readonly { tokenId: bigint; value: bigint }[] | null | undefined
  rawContract: {
    value?: bigint | null | undefined
    address?: string | null | undefined
    decimal?: bigint | null | undefined
  }
}

/** The movements of a row; none where it does not say of which token they are. */
const movementsOf = (row: Told, ends: { from: string; to: string }): Movement[] => {
  const { value, address, decimal } = row.rawContract
  const amount = String(value ?? 0n)
  if (row.category === 'external' || row.category === 'internal')
    return value ? [{ ...ends, standard: 'native', amount }] : []
  if (!address) return []
  const info = { name: row.asset, symbol: row.asset, decimals: 0, spam: false }
  const token = { ...ends, token: address, info }
  if (row.category === 'erc20') {
    const { info: _, ...bare } = token
    const isKnown = decimal !== undefined && decimal !== null && decimal <= 77n
    const known = isKnown ? { ...token, info: { ...info, decimals: Number(decimal) } } : bare
    return [{ ...known, standard: 'erc20', amount }]
  }
  if (row.category === 'erc721') {
    const id = row.erc721TokenId
    return id === undefined || id === null
      ? []
      : [{ ...token, standard: 'erc721', tokenId: String(id), amount: '1' }]
  }
  return (row.erc1155Metadata ?? []).map((one) => ({
    ...{ ...token, standard: 'erc1155' as const },
    ...{ tokenId: String(one.tokenId), amount: String(one.value) },
  }))
}

/**
 * One transaction of its rows. Where the account did not send it, no row tells who did: it is then
 * said to come from the first movement's side, and to go to that token.
 */
export const toTransaction = (rows: readonly AlchemyRow[]): Transaction => {
  const first = rows[0]!
  const external = rows.find(({ category }) => category === 'external')
  const [moved] = first.movements
  return {
    ...{ hash: first.hash, at: first.at },
    sentFrom: (external ?? first).from,
    sentTo: external ? external.to : (moved?.token ?? first.to),
    movements: [external, ...rows.filter((row) => row !== external)].flatMap(
      (row) => row?.movements ?? [],
    ),
  }
}
