import { LatchkeyError, type Asset } from '@latchkey/plugin-api'

/** Kinds that are shown; others (NFTs) are passed over. */
const KINDS = ['NATIVE', 'ERC20']

const bad = (what: string): never => {
  throw new LatchkeyError('wallet.bad_answer', `The wallet answered wallet_getAssets with an entry whose ${what} is missing or of another shape.`, { context: { method: 'wallet_getAssets' } })
}
const isText = (value: unknown): value is string => typeof value === 'string'

function toAsset(entry: unknown): Asset {
  const { address, balance, type, metadata } = Object(entry) as { address?: unknown; balance?: unknown; type?: unknown; metadata?: unknown }
  const { name, symbol, decimals, price, iconUrl } = Object(metadata) as Record<string, unknown>
  if (!isText(balance) || !/^0x[0-9a-f]+$/i.test(balance)) return bad('balance')
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 36) return bad('metadata.decimals')
  if (!isText(name) || !isText(symbol)) return bad('metadata')
  if (type === 'ERC20' && !isText(address)) return bad('address')
  return {
    ...(type === 'ERC20' && isText(address) && { token: address }),
    name, amount: { value: BigInt(balance), decimals, symbol },
    ...(isText(iconUrl) && /^https:\/\//.test(iconUrl) && { iconUrl }),
    ...((isText(price) || typeof price === 'number') && { price: String(price) }),
  }
}

/**
 * Reads an answer to `wallet_getAssets` (EIP-7811): entries by hexadecimal chain id.
 * @throws `wallet.bad_answer` when a native or ERC-20 entry lacks a field
 */
export function toAssets(answer: unknown, chainId: string): readonly Asset[] {
  const entries: unknown = (Object(answer) as Record<string, unknown>)[chainId] ?? []
  if (!Array.isArray(entries)) return bad('list')
  return entries.filter((entry: unknown) => {
    const { type } = Object(entry) as { type?: unknown }
    return isText(type) ? KINDS.includes(type.toUpperCase()) : bad('type')
  }).map(toAsset)
}
