import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import { type ChainConfig } from '../../chains.js'
import { type Store, type TokenRow, type TokenStandard } from '../../store/store.js'
import { type TokenInfo } from '../source.js'
import { type Node, readText, readUint } from './calls.js'
import { type Call, type Turn } from './nodes.js'

export interface TokenBook {
  /** Tokens by address in lower case. Those whose contract does not answer sensibly are left out. */
  find(
    chain: ChainConfig,
    addresses: readonly string[],
    standard: TokenRow['standard'],
    turn: Turn,
  ): Promise<FoundTokens>
}

interface FoundTokens {
  infos: ReadonlyMap<string, TokenInfo>
  /** False where a contract was not answered in time: asked again, it may be. */
  isWhole: boolean
}

const STANDARDS = ['erc20', 'erc721', 'erc1155'] as const
/** 2^256 has 78 digits, so more decimals cannot be meant. */
const MAX_DECIMALS = 77
const MAX_NAME_BYTES = 128
const BAD_FOR_MS = 600_000
const MAX_BAD = 10_000
/** Names change so rarely that those of a minute ago are told. */
const KNOWN_FOR_MS = 60_000
const MAX_KNOWN = 10_000
/** A token whose name is an invitation. */
const LINK =
  /https?:|www\.|t\.me\/|\b[\w-]+\.(?:com|org|net|io|xyz|app|site|top|vip|club|finance|gift|live|pro|cc|me|fi)\b/i

/**
 * Names and decimals of tokens: the host's list, then the store, then the contracts themselves, whose
 * answers are kept in the store.
 */
export function createTokenBook(
  store: Store,
  nodeOf: (chain: ChainConfig) => Node,
  now: () => number,
): TokenBook {
  /** Contracts that did not answer, so that a page of them is not asked again at once. */
  const bad = new Map<string, number>()
  const isBad = (key: string): boolean => now() < (bad.get(key) ?? 0)
  const markBad = (key: string): void => {
    if (bad.size >= MAX_BAD) bad.clear()
    bad.set(key, now() + BAD_FOR_MS)
  }
  const known = createBoundedCache<{ info: TokenInfo; until: number }>(MAX_KNOWN)
  return {
    async find(chain, addresses, standard, turn) {
      const keyOf = (address: string): string => `${chain.id}:${address}`
      const found = new Map<string, TokenInfo>()
      const rest = new Set<string>()
      for (const address of addresses.map((one) => one.toLowerCase())) {
        const kept = known.get(keyOf(address))
        if (kept && now() < kept.until) found.set(address, kept.info)
        else rest.add(address)
      }
      if (rest.size === 0) return { infos: found, isWhole: true }
      const add = ({ address, ...token }: TokenInfo & { address: string }): void => {
        const info = infoOf(token)
        found.set(address.toLowerCase(), info)
        known.set(keyOf(address.toLowerCase()), { info, until: now() + KNOWN_FOR_MS }, 1)
      }
      const listed = (chain.tokens ?? []).map((token) => ({ ...token, spam: false }))
      for (const token of [...(await store.tokens.find(chain.id, [...rest])), ...listed])
        if (rest.has(token.address.toLowerCase())) add(token)
      const unknown = [...rest].filter((address) => !found.has(address) && !isBad(keyOf(address)))
      const { rows, isWhole } = await readTokens(nodeOf(chain), chain.id, unknown, standard, turn)
      rows.forEach(add)
      for (const address of unknown) if (isWhole && !found.has(address)) markBad(keyOf(address))
      if (rows.length > 0) await store.tokens.put(rows)
      return { infos: found, isWhole }
    },
  }
}

/** Names of tokens of any standard, by address in lower case. Native coins among them are passed over. */
export async function readInfos(
  book: TokenBook,
  chain: ChainConfig,
  tokens: readonly { standard: TokenStandard; token?: string | undefined }[],
  turn: Turn,
): Promise<ReadonlyMap<string, TokenInfo>> {
  const parts = await Promise.all(
    STANDARDS.map(async (standard) => {
      const some = tokens.flatMap((one) =>
        one.standard === standard && one.token !== undefined ? [one.token] : [],
      )
      return [...(await book.find(chain, [...new Set(some)], standard, turn)).infos]
    }),
  )
  return new Map(parts.flat())
}

const infoOf = ({ name, symbol, decimals, spam }: TokenInfo): TokenInfo => ({
  name,
  symbol,
  decimals,
  spam,
})

const readTokens = async (
  node: Node,
  chain: string,
  addresses: readonly string[],
  standard: TokenRow['standard'],
  turn: Turn,
): Promise<{ rows: TokenRow[]; isWhole: boolean }> => {
  if (addresses.length === 0) return { rows: [], isWhole: true }
  const ask =
    (functionName: 'name' | 'symbol' | 'decimals') =>
    (address: string): Call => ({
      to: address as Hex,
      data: encodeFunctionData({ abi: erc20Abi, functionName }),
    })
  const fields = (['name', 'symbol', 'decimals'] as const).map(ask)
  const { data, isWhole } = await node.callMany(
    addresses.flatMap((address) => fields.map((of) => of(address))),
    turn,
  )
  const rows = addresses.flatMap((address, at) => {
    const [name, symbol, decimals] = data.slice(at * 3, at * 3 + 3)
    const row = rowOf(readText(name), readText(symbol), readUint(decimals), standard)
    return row ? [{ chain, address, standard, ...row }] : []
  })
  return { rows, isWhole }
}

const rowOf = (
  name: string | undefined,
  symbol: string | undefined,
  decimals: bigint | undefined,
  standard: TokenRow['standard'],
): TokenInfo | undefined => {
  const isFungible = standard === 'erc20'
  // Many collections have no symbol, and ERC-1155 knows neither name nor symbol.
  const [label, sign] = isFungible ? [name, symbol] : [name ?? '', symbol ?? '']
  if (label === undefined || sign === undefined || !isShort(label) || !isShort(sign))
    return undefined
  if (isFungible && (decimals === undefined || decimals > MAX_DECIMALS)) return undefined
  return {
    name: label,
    symbol: sign,
    decimals: isFungible ? Number(decimals) : 0,
    spam: LINK.test(`${label} ${sign}`),
  }
}

const isShort = (text: string): boolean => Buffer.byteLength(text) <= MAX_NAME_BYTES
