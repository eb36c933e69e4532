import type { Json } from '@latchkey/plugin-api'
import { isYoung } from '../lifetime.js'
import type { AssetsContext } from '../options.js'
import type { RawToken } from './rawToken.js'

/** Tokens of one account on one network, as they were read. */
export interface Portfolio {
  /** CAIP-10 of the account. */
  owner: string
  /** The currency that was asked for. */
  currency: string
  /** The currency of values and prices. */
  shownIn: string
  /** ms since 1970. */
  at: number
  tokens: readonly RawToken[]
}

/** An older portfolio is not shown, not even while nothing newer can be read. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000
const MOST_PORTFOLIOS = 6
const MOST_STORED_TOKENS = 1_000
const MAX_TEXT = 2_000
/** Most UTF-16 units of a picture in a `data:` address: a longer one is not stored. */
const MAX_ICON = 100_000

const isText = (value: unknown, most = MAX_TEXT): value is string =>
  typeof value === 'string' && value.length <= most
const isMoney = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && value >= 0 && Number.isFinite(value))
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Any script of the site can write into its storage. */
function isToken(value: unknown): value is RawToken {
  if (!isFields(value)) return false
  const { name, symbol, chainId, address, value: worth, price, quantity, iconUrl, written } = value
  const { decimals, numeric } = isFields(quantity) ? quantity : ({} as Fields)
  return (
    [name, symbol, chainId].every((text) => isText(text)) &&
    (written === undefined ||
      (isFields(written) && isText(written['name']) && isText(written['symbol']))) &&
    (address === undefined || isText(address)) &&
    isMoney(worth) &&
    isMoney(price) &&
    isText(decimals) &&
    /^\d{1,2}$/.test(decimals) &&
    isText(numeric) &&
    /^\d+(\.\d+)?$/.test(numeric) &&
    isText(iconUrl, MAX_ICON) &&
    ['wallet', 'backend', 'network'].includes(String(value['origin'])) &&
    typeof value['isSpam'] === 'boolean'
  )
}

/** JSON has no `undefined`: what was not known comes back as such. */
const restore = ({ address, value, price, ...rest }: RawToken): RawToken => ({
  ...rest,
  address,
  value,
  price,
})

function readPortfolio(entry: Json): Portfolio | undefined {
  if (!isFields(entry)) return undefined
  const { owner, currency, shownIn, at, tokens } = entry
  const isWhole =
    isText(owner) &&
    isText(currency) &&
    isText(shownIn) &&
    typeof at === 'number' &&
    Array.isArray(tokens)
  if (!isWhole || !isYoung(at, MAX_AGE_MS)) return undefined
  const own = (tokens as readonly unknown[])
    .slice(0, MOST_STORED_TOKENS)
    .filter(isToken)
    .filter(({ chainId }) => owner.startsWith(`${chainId}:`))
  return { owner, currency, shownIn, at, tokens: own.map(restore) }
}

/** The part of a list that is stored: the native coin and what is worth most. */
const toStored = (tokens: readonly RawToken[]): readonly RawToken[] =>
  [...tokens]
    .sort(
      (a, b) =>
        Number(b.address === undefined) - Number(a.address === undefined) ||
        (b.value ?? -1) - (a.value ?? -1),
    )
    .slice(0, MOST_STORED_TOKENS)
    .map((token) => (token.iconUrl.length > MAX_ICON ? { ...token, iconUrl: '' } : token))

export interface PortfolioCache {
  /** The last portfolio of that account, at most a day old. */
  find(owner: string, currency: string): Portfolio | undefined
  store(portfolio: Portfolio): void
}

/** Keeps the last portfolios in the browser's storage, the newest first. */
export function createPortfolioCache({ storage }: Pick<AssetsContext, 'storage'>): PortfolioCache {
  const stored = (): readonly Json[] => storage.get('portfolio') ?? []
  const isOf = (entry: Json, owner: string, currency: string): boolean =>
    isFields(entry) && entry['owner'] === owner && entry['currency'] === currency
  return {
    find(owner, currency) {
      const entry = stored().find((each) => isOf(each, owner, currency))
      return entry === undefined ? undefined : readPortfolio(entry)
    },
    store(portfolio) {
      const { owner, currency, tokens } = portfolio
      const others = stored().filter((each) => !isOf(each, owner, currency))
      const entry = JSON.parse(JSON.stringify({ ...portfolio, tokens: toStored(tokens) })) as Json
      storage.set('portfolio', [entry, ...others].slice(0, MOST_PORTFOLIOS))
    },
  }
}
