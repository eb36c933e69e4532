import { LatchkeyError, type Asset } from '@latchkey/plugin-api'

/** Entries of one answer that are read. */
const MAX_ENTRIES = 1_000
/** No real token has more decimals. */
const MAX_DECIMALS = 36

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

const refuse = (why: string): never => {
  throw new LatchkeyError(
    'wallet.bad_answer',
    `The wallet answered wallet_getAssets in a shape that EIP-7811 does not know: ${why}.`,
    { context: { method: 'wallet_getAssets' } },
  )
}
const textOf = (entry: Fields, key: string): string => {
  const value = entry[key]
  return isText(value) ? value : refuse(`an entry has no ${key}`)
}

const balanceOf = (entry: Fields): bigint => {
  const text = textOf(entry, 'balance')
  return /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(text)
    ? BigInt(text)
    : refuse('a balance is not a number')
}

function metadataOf({ metadata }: Fields) {
  if (!isFields(metadata)) return refuse('an entry has no metadata')
  const { decimals, price, iconUrl } = metadata
  if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > MAX_DECIMALS)
    return refuse('decimals are not a whole number from 0 to 36')
  const amount = isText(price) || typeof price === 'number' ? String(price) : ''
  return {
    name: textOf(metadata, 'name'),
    symbol: textOf(metadata, 'symbol'),
    decimals: Number(decimals),
    ...(/^\d+(\.\d+)?$/.test(amount) && { price: amount }),
    ...(isText(iconUrl) && /^(https:\/\/|data:image\/)/.test(iconUrl) && { iconUrl }),
  }
}

/** Whether an address can be a token: not zero, nor 0xeee…, which some use for the native currency. */
const isTokenAddress = (address: string): boolean =>
  /^0x(?!0{40}|e{40})[0-9a-f]{40}$/i.test(address)

/**
 * Reads one entry. `undefined` for a type other than ERC20 and NATIVE, and for a token without a
 * contract address.
 */
function toAsset(entry: unknown): Asset | undefined {
  if (!isFields(entry)) return refuse('an entry is not an object')
  const type = textOf(entry, 'type').toUpperCase()
  if (type !== 'ERC20' && type !== 'NATIVE') return undefined
  const address = textOf(entry, 'address')
  if (type === 'ERC20' && !isTokenAddress(address)) return undefined
  const { name, symbol, decimals, ...more } = metadataOf(entry)
  return {
    ...(type === 'ERC20' && { token: address }),
    name,
    amount: { value: balanceOf(entry), decimals, symbol },
    ...more,
  }
}

/**
 * Reads the assets of one chain in an answer to `wallet_getAssets` (EIP-7811), which has entries by
 * hexadecimal chain id.
 * @param chainId as a wallet spells it: 0x and hexadecimal
 * @throws `wallet.bad_answer`
 */
export function toAssets(answer: unknown, chainId: string): readonly Asset[] {
  if (!isFields(answer)) return refuse('it is not an object')
  const key = Object.keys(answer).find((each) => each.toLowerCase() === chainId)
  const entries = key === undefined ? [] : answer[key]
  if (!Array.isArray(entries)) return refuse(`${chainId} has no list`)
  return entries
    .slice(0, MAX_ENTRIES)
    .map(toAsset)
    .filter((asset) => asset !== undefined)
}
