import { isCaip10, toCaip10, type Caip10, type Json } from '@latchkey/plugin-api'
import { shownName } from '@latchkey/plugin-api/wallet'
import type { SwapToken } from '../api.js'
import { balanceData, bytesAt, fromQuantity, SELECTORS, wordAt } from '../proof/hex.js'
import type { AskNode } from '../proof/types.js'
import { type ActiveAccount, type SwapServices } from './swapServices.js'
import { tokenKey } from './tokenKey.js'
import type { Market } from './market.js'

const MAX_NAME = 100
const MAX_SYMBOL = 32
const MAX_DECIMALS = 36
const MAX_IMPORTED = 100

/** The native coin of a network. */
const nativeOf = ({ network: { nativeCurrency: coin } }: ActiveAccount): SwapToken => ({
  ...{ address: undefined, name: coin.name, symbol: coin.symbol, decimals: coin.decimals },
  ...{ iconUrl: '', isListed: true },
})

/** Names are the token's own: any text, or none. */
const withCleanNames = (token: SwapToken): SwapToken => ({
  ...token,
  name: shownName(token.name, MAX_NAME) || tokenKey(token).slice(0, 8),
  symbol: shownName(token.symbol, MAX_SYMBOL) || tokenKey(token).slice(0, 8),
})

/** Each token once, the first that names it; a picture of a later one is kept. */
function mergeTokens(tokens: readonly SwapToken[]): readonly SwapToken[] {
  const merged = new Map<string, SwapToken>()
  for (const token of tokens) {
    const { decimals } = token
    if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) continue
    const key = tokenKey(token)
    const before = merged.get(key)
    if (!before) merged.set(key, withCleanNames(token))
    else if (!before.iconUrl) merged.set(key, { ...before, iconUrl: token.iconUrl })
  }
  return [...merged.values()]
}

/** One entry of the storage. `undefined`: this plugin did not write it. */
function toImported(entry: Json, network: string): SwapToken | undefined {
  const { id, name, symbol, decimals } = (entry ?? {}) as Readonly<Record<string, unknown>>
  if (!isCaip10(id) || !id.startsWith(`${network}:0x`)) return undefined
  if (typeof name !== 'string' || typeof symbol !== 'string' || typeof decimals !== 'number')
    return undefined
  const address = id.slice(network.length + 1)
  return { address, name, symbol, decimals, iconUrl: '', isListed: false }
}

/** Remembers a token that the visitor imported. */
export function storeImported(
  { ctx: { storage } }: SwapServices,
  { network }: ActiveAccount,
  { address, name, symbol, decimals }: SwapToken,
): void {
  if (address === undefined) return
  const id: Caip10 = toCaip10(network.id, address)
  const others = (storage.get('imported') ?? []).filter(
    (entry) => (entry as { id?: unknown } | null)?.id !== id,
  )
  storage.set('imported', [{ id, name, symbol, decimals }, ...others].slice(0, MAX_IMPORTED))
}

/** Tokens that the account has, as the plugin `assets` knows them, with their balances. */
async function ownTokens({ ctx }: SwapServices, { network }: ActiveAccount) {
  const owned =
    (await ctx
      .peer('assets')
      ?.tokens()
      .catch(() => [])) ?? []
  return owned
    .filter(({ chainId }) => chainId === network.id)
    .map(({ address, name, symbol, quantity, iconUrl }) => ({
      token: {
        ...{ address, name, symbol, iconUrl, decimals: Number(quantity.decimals) },
        isListed: address === undefined,
      } satisfies SwapToken,
      numeric: quantity.numeric,
    }))
}

/** Decimal text as smallest units, cut. */
export function toUnits(numeric: string, decimals: number): bigint {
  const [, whole, rest = ''] = /^(\d{1,78})(?:\.(\d*))?$/.exec(numeric) ?? []
  return whole === undefined ? 0n : BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
}

/** All tokens of a network that can be chosen. @throws what the site's server throws */
export async function readTokens(
  services: SwapServices,
  market: Market,
  active: ActiveAccount,
  signal: AbortSignal,
): Promise<{ tokens: readonly SwapToken[]; balances: Record<string, bigint> }> {
  const [listed, owned] = await Promise.all([
    market.tokens(active.network.id, signal),
    ownTokens(services, active),
  ])
  const imported = (services.ctx.storage.get('imported') ?? []).flatMap(
    (entry) => toImported(entry, active.network.id) ?? [],
  )
  const tokens = mergeTokens([
    nativeOf(active),
    ...listed,
    ...imported,
    ...owned.map(({ token }) => token),
  ])
  const balances = owned.map(({ token, numeric }) => [
    tokenKey(token),
    toUnits(numeric, token.decimals),
  ])
  return { tokens, balances: Object.fromEntries(balances) as Record<string, bigint> }
}

/** The balance of a token, by the network's node. */
export async function readBalance(
  ask: AskNode,
  owner: string,
  { address }: SwapToken,
): Promise<bigint | undefined> {
  const answer =
    address === undefined
      ? await ask('eth_getBalance', [owner, 'latest'])
      : await ask('eth_call', [{ to: address, data: balanceData(owner) }, 'latest'])
  return typeof answer === 'string' && address !== undefined
    ? wordAt(answer, 2)
    : fromQuantity(answer)
}

/** Text that a contract answers: of ERC-20, or 32 bytes as older tokens have it. */
function textOf(answer: unknown): string {
  if (typeof answer !== 'string') return ''
  const data = answer.slice(2)
  const hex = bytesAt(data, 64) ?? data.slice(0, 64).replace(/(?:00)+$/, '')
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(bytes)
}

/**
 * A token by its address, as its contract says. @returns `undefined` where there is no token
 */
export async function readToken(ask: AskNode, address: string): Promise<SwapToken | undefined> {
  const call = (data: string): Promise<unknown> =>
    ask('eth_call', [{ to: address, data }, 'latest'])
  const [name, symbol, decimals] = await Promise.all([
    call(SELECTORS.name).catch(() => ''),
    call(SELECTORS.symbol).catch(() => ''),
    call(SELECTORS.decimals),
  ])
  const places = typeof decimals === 'string' ? wordAt(decimals, 2) : undefined
  if (places === undefined || places > BigInt(MAX_DECIMALS)) return undefined
  return withCleanNames({
    ...{ address, name: textOf(name), symbol: textOf(symbol), decimals: Number(places) },
    ...{ iconUrl: '', isListed: false },
  })
}

/** US dollars for one whole unit, by key. Absent: not known. */
export async function readPrices(
  { client }: SwapServices,
  { network: { id } }: ActiveAccount,
  tokens: readonly SwapToken[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const idOf = ({ address }: SwapToken): string =>
    address === undefined ? id : toCaip10(id, address)
  const prices =
    (await client()?.getPrices({ addresses: tokens.map(idOf), currency: 'usd', signal })) ?? []
  return Object.fromEntries(
    tokens.flatMap((token) => {
      const price = prices.find(({ address }) => address === idOf(token))?.price
      return price === undefined ? [] : [[tokenKey(token), price]]
    }),
  )
}
