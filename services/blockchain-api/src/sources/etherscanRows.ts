// The rows of Etherscan's four lists. All numbers are decimal text.
import * as v from 'valibot'
import { ADDRESS } from '../swap/connector.js'
import { type Row } from './blockPages.js'
import {
  DECIMALS,
  HASH,
  type Movement,
  SAFE,
  TOKEN_NAME,
  type Transaction,
} from './providerHistory.js'

/** A row of any list, as the source uses it. */
export interface EtherscanRow extends Row {
  index: number
  blockHash: string
  /** Milliseconds since 1970. */
  at: number
  /** The account must be one of them. */
  ends: readonly string[]
  /** Of the list of transactions alone. */
  transaction?: Omit<Transaction, 'hash' | 'at' | 'movements'>
  movement?: Movement
}

const UNITS = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const NUMBER = v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number), SAFE)
/** An address. Etherscan writes '' for the receiver of a transaction that makes a contract. */
const MAYBE_ADDRESS = v.union([
  ADDRESS,
  v.pipe(
    v.literal(''),
    v.transform(() => null),
  ),
])
const SECOND_MS = 1000

const placed = v.object({
  blockNumber: NUMBER,
  blockHash: HASH,
  timeStamp: NUMBER,
  hash: HASH,
  transactionIndex: NUMBER,
  from: ADDRESS,
})
const placeOf = ({ blockNumber, ...row }: v.InferOutput<typeof placed>) => ({
  hash: row.hash,
  block: blockNumber,
  index: row.transactionIndex,
  blockHash: row.blockHash,
  at: row.timeStamp * SECOND_MS,
})

const native = v.pipe(
  v.object({
    ...placed.entries,
    nonce: NUMBER,
    to: MAYBE_ADDRESS,
    value: UNITS,
    gasPrice: UNITS,
    gasUsed: UNITS,
    input: v.string(),
    contractAddress: MAYBE_ADDRESS,
    isError: v.picklist(['0', '1']),
  }),
  v.transform((row): EtherscanRow => {
    const to = row.to ?? row.contractAddress
    const isMoved = to !== null && BigInt(row.value) > 0n
    return {
      ...placeOf(row),
      ends: [row.from, to ?? row.from],
      transaction: {
        sentFrom: row.from,
        sentTo: row.to,
        nonce: row.nonce,
        fee: String(BigInt(row.gasUsed) * BigInt(row.gasPrice)),
        selector: row.input.slice(0, 10).toLowerCase(),
        isFailed: row.isError === '1',
      },
      ...(isMoved && {
        movement: { from: row.from, to, standard: 'native', amount: String(BigInt(row.value)) },
      }),
    }
  }),
)

const token = v.object({
  ...placed.entries,
  to: ADDRESS,
  contractAddress: ADDRESS,
  tokenName: TOKEN_NAME,
  tokenSymbol: TOKEN_NAME,
})
const tokenRow = (row: v.InferOutput<typeof token>, moved: Moved): EtherscanRow => {
  const { from, to, contractAddress, tokenName: name, tokenSymbol: symbol } = row
  const { standard, amount, tokenId, decimals } = moved
  return {
    ...placeOf(row),
    ends: [from, to],
    movement: {
      ...{ from, to, standard, token: contractAddress },
      ...(tokenId !== undefined && { tokenId: String(BigInt(tokenId)) }),
      amount: String(BigInt(amount)),
      ...(decimals !== undefined && { info: { name, symbol, decimals, spam: false } }),
    },
  }
}
interface Moved extends Pick<Movement, 'standard' | 'amount' | 'tokenId'> {
  /** Absent where the contract does not say: amounts of an ERC-20 mean nothing then. */
  decimals?: number | undefined
}

const erc20 = v.pipe(
  v.object({
    ...token.entries,
    value: UNITS,
    tokenDecimal: v.union([
      v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), DECIMALS),
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
    ]),
  }),
  v.transform((row) =>
    tokenRow(row, { standard: 'erc20', amount: row.value, decimals: row.tokenDecimal }),
  ),
)
const erc721 = v.pipe(
  v.object({ ...token.entries, tokenID: UNITS }),
  v.transform((row) =>
    tokenRow(row, { standard: 'erc721', amount: '1', tokenId: row.tokenID, decimals: 0 }),
  ),
)
const erc1155 = v.pipe(
  v.object({ ...token.entries, tokenID: UNITS, tokenValue: UNITS }),
  v.transform((row) =>
    tokenRow(row, {
      ...{ standard: 'erc1155', amount: row.tokenValue, decimals: 0 },
      tokenId: row.tokenID,
    }),
  ),
)

/** The lists of an account, by the name of their action. */
export const LISTS = [
  { action: 'txlist', schema: native },
  { action: 'tokentx', schema: erc20 },
  { action: 'tokennfttx', schema: erc721 },
  { action: 'token1155tx', schema: erc1155 },
] as const

/**
 * One transaction of its rows. Where the account did not send it, no row tells who did: it is then
 * said to come from the first movement's side, and to go to that token.
 */
export const toTransaction = (rows: readonly EtherscanRow[]): Transaction => {
  const { hash, at } = rows[0]!
  const movements = rows.flatMap(({ movement }) => movement ?? [])
  const told = rows.find(({ transaction }) => transaction)?.transaction
  const [first] = movements
  return {
    ...{ hash, at, movements },
    ...(told ?? { sentFrom: first?.from ?? '', sentTo: first?.token ?? null }),
  }
}
