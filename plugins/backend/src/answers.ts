import { type Caip2 } from '@latchkey/plugin-api'
import { shownName } from '@latchkey/plugin-api/wallet'
import * as v from 'valibot'
import {
  MAX_ENTRIES,
  MAX_BALANCES,
  MAX_NAME,
  MAX_TEXT,
  MAX_CURSOR,
  NAME,
  TEXT,
  ID,
  ADDRESS,
  CAIP10,
  CAIP2,
  CHAINS,
  AMOUNT,
  UNITS,
  COUNT,
  REASON,
  DECIMALS,
  MONEY,
  FLAGS,
  STANDARD,
  pictureAt,
  entriesOf,
} from './fields.js'
import type {
  Approval,
  Approvals,
  FungiblePrice,
  HistoryEntry,
  HistoryPage,
  Nft,
  Page,
  Portfolio,
  SupportedChains,
  TokenBalance,
} from './types.js'

const transferAt = (baseUrl: string) =>
  v.pipe(
    v.object({
      direction: v.picklist(['in', 'out', 'self']),
      from: ADDRESS,
      to: ADDRESS,
      quantity: v.object({ numeric: AMOUNT }),
      fungible_info: v.exactOptional(
        v.object({
          name: NAME,
          symbol: NAME,
          decimals: v.nullable(DECIMALS),
          address: v.exactOptional(ID),
          flags: FLAGS,
        }),
      ),
      nft_info: v.exactOptional(
        v.object({
          name: NAME,
          contract: ID,
          token_id: UNITS,
          standard: STANDARD,
          flags: FLAGS,
          content: v.fallback(v.object({ preview: v.object({ url: pictureAt(baseUrl) }) }), {
            preview: { url: '' },
          }),
        }),
      ),
    }),
    // A movement of nothing that has a name cannot be shown.
    v.check(({ fungible_info, nft_info }) => !!(fungible_info ?? nft_info)),
  )

const entryAt = (baseUrl: string) =>
  v.object({
    id: ID,
    metadata: v.object({
      hash: v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i)),
      minedAt: v.pipe(
        v.string(),
        v.isoTimestamp(),
        // The pattern lets `2026-13-01` through.
        v.check((text) => !Number.isNaN(Date.parse(text))),
      ),
      chain: CAIP2,
      operationType: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
      status: v.picklist(['confirmed', 'failed']),
      sentFrom: ADDRESS,
      sentTo: v.union([v.literal(''), ADDRESS]),
      nonce: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      fee: v.exactOptional(UNITS),
      reason: v.exactOptional(v.fallback(REASON, '')),
    }),
    transfers: v.pipe(v.array(transferAt(baseUrl)), v.maxLength(MAX_ENTRIES)),
    more: v.exactOptional(v.fallback(COUNT, NaN)),
  })

/** Cleans the names of a token. They stay beside the clean ones where those are other texts. */
function cleanNames<T extends { name: string; symbol: string }>({ name, symbol, ...rest }: T) {
  const clean = { name: shownName(name, MAX_NAME), symbol: shownName(symbol, MAX_NAME) }
  const isClean = clean.name === name && clean.symbol === symbol
  const written = { name: name.slice(0, MAX_TEXT), symbol: symbol.slice(0, MAX_TEXT) }
  return { ...rest, ...clean, ...(!isClean && { written }) }
}

const balanceAt = (baseUrl: string) =>
  v.pipe(
    v.object({
      name: v.string(),
      symbol: v.string(),
      chainId: CAIP2,
      address: v.exactOptional(CAIP10),
      value: MONEY,
      price: MONEY,
      quantity: v.object({
        decimals: v.pipe(
          v.union([v.pipe(UNITS, v.transform(Number)), v.number()]),
          DECIMALS,
          v.transform(String),
        ),
        numeric: AMOUNT,
      }),
      iconUrl: pictureAt(baseUrl),
      flags: FLAGS,
    }),
    v.transform(cleanNames),
  )

const nftAt = (baseUrl: string) =>
  v.object({
    chainId: CAIP2,
    contract: CAIP10,
    tokenId: UNITS,
    standard: STANDARD,
    amount: UNITS,
    collection: v.fallback(NAME, ''),
    name: v.fallback(NAME, ''),
    description: v.fallback(TEXT, ''),
    traits: v.fallback(
      v.pipe(v.array(v.object({ name: NAME, value: NAME })), v.maxLength(MAX_ENTRIES)),
      [],
    ),
    imageUrl: pictureAt(baseUrl),
    flags: FLAGS,
  })

const isOn = (chainId: string, ...accounts: readonly string[]): boolean =>
  accounts.every((account) => account.startsWith(`${chainId}:0x`))
/** Rights are revoked at `token` from `spender`: both must be addresses of the chain. */
const EVM_ACCOUNT = v.pipe(v.string(), v.regex(/^eip155:\d{1,32}:0x[\da-f]{40}$/i))
const APPROVAL = v.pipe(
  v.object({
    chainId: CAIP2,
    kind: v.picklist(['amount', 'item', 'all']),
    owner: EVM_ACCOUNT,
    token: EVM_ACCOUNT,
    spender: EVM_ACCOUNT,
    spenderName: v.fallback(NAME, ''),
    name: v.fallback(NAME, ''),
    symbol: v.fallback(NAME, ''),
    tokenId: v.exactOptional(UNITS),
    quantity: v.exactOptional(v.object({ decimals: v.nullable(DECIMALS), numeric: AMOUNT })),
    isUnlimited: v.boolean(),
    flags: FLAGS,
  }),
  v.check(
    ({ chainId, kind, owner, token, spender, tokenId, quantity }) =>
      isOn(chainId, owner, token, spender) &&
      (kind !== 'item' || tokenId !== undefined) &&
      (kind !== 'amount' || quantity !== undefined),
  ),
)
const APPROVALS = v.looseObject({
  complete: v.fallback(v.boolean(), true),
  settled: v.fallback(v.boolean(), true),
})

const PRICE = v.object({
  address: ID,
  name: NAME,
  symbol: NAME,
  price: MONEY,
  approximate: v.exactOptional(v.fallback(v.literal(true), true)),
})

const nextOf = (answer: unknown): string | null =>
  v.parse(v.looseObject({ next: v.nullish(v.pipe(v.string(), v.maxLength(MAX_CURSOR))) }), answer)
    .next || null

const CURRENCY = v.looseObject({ currency: v.optional(v.string()) })

/** A server without prices in that currency answers them in dollars: then they are left out. */
function inCurrency<T extends { price?: number; value?: number }>(
  answer: unknown,
  asked: string,
  entries: T[],
): T[] {
  const { currency = asked } = v.parse(CURRENCY, answer)
  if (currency.toLowerCase() === asked.toLowerCase()) return entries
  return entries.map(({ price: _price, value: _value, ...entry }) => entry as T)
}

/** Reads the answer of `GET /v1/supported-chains`. */
export const chainsOf = (answer: unknown): SupportedChains =>
  v.parse(v.object({ http: CHAINS, ws: CHAINS }), answer) as SupportedChains
const SINCE = v.looseObject({
  coinsSince: v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp())), undefined),
})
/** Reads a page of `GET /v1/account/{account}/history`. */
export const historyOf =
  (baseUrl: string) =>
  (answer: unknown): HistoryPage => {
    const { coinsSince } = v.parse(SINCE, answer)
    return {
      data: entriesOf<HistoryEntry>(answer, 'data', entryAt(baseUrl)),
      next: nextOf(answer),
      ...(coinsSince !== undefined && { coinsSince }),
    }
  }
const PORTFOLIO = v.looseObject({
  missing: CHAINS,
  settled: v.fallback(v.boolean(), true),
  currency: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{3,10}$/i), v.toLowerCase())),
})
/** Reads the answer of `GET /v1/account/{address}/balance`. */
export const portfolioOf =
  (baseUrl: string, asked: string) =>
  (answer: unknown): Portfolio => {
    const balances = entriesOf(answer, 'balances', balanceAt(baseUrl), MAX_BALANCES)
    const { missing, settled, currency = asked.toLowerCase() } = v.parse(PORTFOLIO, answer)
    return { balances: balances as TokenBalance[], missing: missing as Caip2[], settled, currency }
  }
/** Reads a page of `GET /v1/account/{address}/nfts`. */
export const nftsOf =
  (baseUrl: string) =>
  (answer: unknown): Page<Nft> => ({
    data: entriesOf<Nft>(answer, 'data', nftAt(baseUrl)),
    next: nextOf(answer),
  })
/** Reads a page of `GET /v1/account/{address}/approvals`. */
export const approvalsOf = (answer: unknown): Approvals => {
  const { complete, settled } = v.parse(APPROVALS, answer)
  const data = entriesOf<Approval>(answer, 'data', APPROVAL)
  return { data, next: nextOf(answer), complete, settled }
}
/** Reads the answer of `POST /v1/fungible/price`. */
export const pricesOf =
  (currency: string) =>
  (answer: unknown): FungiblePrice[] =>
    inCurrency(answer, currency, entriesOf(answer, 'fungibles', PRICE) as FungiblePrice[])
