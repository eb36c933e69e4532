// The shapes of the public documentation of Alchemy's Transfers and Token APIs; the service was not
// asked.
import { zeroAddress } from 'viem'
import { PEOPLE, TOKENS } from './fakeChain.js'
import { erc20Of, type Happened, type Person } from './historySuite.js'

type Json = Record<string, unknown>
interface Call {
  id: number
  method: string
  params: readonly unknown[]
}
interface Wanted {
  fromAddress?: string
  toAddress?: string
  toBlock: string
  category: readonly string[]
  maxCount: string
  pageKey?: string
  excludeZeroValue: boolean
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`
const addressOf = (who: Person | 'nobody'): string =>
  (who === 'nobody' ? zeroAddress : PEOPLE[who]).toLowerCase()

/** The rows of a step: the transaction itself, and its transfer of a token. */
const rowsOf = (step: Happened, at: number): Json[] => {
  if (step.fails) return []
  const { hash, block, kind, amount, tokenId } = step
  const own = {
    ...{ hash, blockNum: hex(block), erc721TokenId: null, erc1155Metadata: null, tokenId: null },
    metadata: { blockTimestamp: new Date(step.at).toISOString() },
  }
  const isNative = kind === 'native'
  const value = isNative ? (amount ?? 0n) : 0n
  const external = {
    ...own,
    ...{ uniqueId: `${hash}:external`, category: 'external', asset: 'ETH' },
    from: addressOf(step.from),
    to: isNative ? addressOf(step.to) : TOKENS[kind].address.toLowerCase(),
    value: Number(value) / 1e18,
    rawContract: { value: hex(value), address: null, decimal: '0x12' },
  }
  if (isNative) return [external]
  const token = TOKENS[kind]
  const moved = {
    ...own,
    ...{ uniqueId: `${hash}:log:${at}`, category: kind, asset: token.symbol, value: null },
    from: step.mint ? zeroAddress : addressOf(step.from),
    to: addressOf(step.to),
    rawContract: {
      value: kind === 'erc20' ? hex(amount ?? 0n) : null,
      address: token.address.toLowerCase(),
      decimal: kind === 'erc20' ? hex(token.decimals) : null,
    },
    ...(kind === 'erc721' && { erc721TokenId: hex(tokenId ?? 0n), tokenId: hex(tokenId ?? 0n) }),
    ...(kind === 'erc1155' && {
      erc1155Metadata: [{ tokenId: hex(tokenId ?? 0n), value: hex(amount ?? 0n) }],
    }),
  }
  return [external, moved]
}

const transfersOf = (happened: readonly Happened[], wanted: Wanted): Json => {
  const top = wanted.toBlock === 'latest' ? Infinity : Number(wanted.toBlock)
  const isWanted = (row: Json): boolean =>
    row.from === (wanted.fromAddress?.toLowerCase() ?? row.from) &&
    row.to === (wanted.toAddress?.toLowerCase() ?? row.to) &&
    Number(row.blockNum) <= top &&
    wanted.category.includes(String(row.category)) &&
    !(wanted.excludeZeroValue && row.value === 0)
  const rows = happened
    .flatMap(rowsOf)
    .reverse()
    .filter(isWanted)
    .sort((a, b) => Number(b.blockNum) - Number(a.blockNum))
  // A key of a page holds its list: it is of no use to another one.
  const [start, list] = (wanted.pageKey ?? '').split('|')
  const name = `${wanted.fromAddress} ${wanted.toAddress} ${wanted.toBlock}`
  if (list !== undefined && list !== name) throw new Error('invalid page key')
  const end = Number(start) + Math.min(Number(wanted.maxCount), 1000)
  const next = end < rows.length ? { pageKey: `${end}|${name}` } : {}
  return { transfers: rows.slice(Number(start), end), ...next }
}

const metadataOf = (address: string): Json => {
  const token = Object.values(TOKENS).find(
    (one) => one.address.toLowerCase() === address.toLowerCase(),
  )
  return {
    name: token?.name ?? null,
    symbol: token?.symbol ?? null,
    decimals: token?.decimals ?? null,
    logo: 'https://stranger.example/logo.png',
  }
}

const balancesOf = (happened: readonly Happened[], address: string): Json => {
  const person = (Object.keys(PEOPLE) as Person[]).find((one) => PEOPLE[one] === address)
  const amount = person ? erc20Of(happened, person) : 0n
  return {
    address: address.toLowerCase(),
    tokenBalances: [
      {
        contractAddress: TOKENS.erc20.address.toLowerCase(),
        tokenBalance: `0x${amount.toString(16).padStart(64, '0')}`,
      },
    ],
  }
}

/** Answers as Alchemy does, one call or a batch, whose answers come in another order. */
export const alchemyFake = (happened: readonly Happened[], chainId: string) => {
  const resultOf = ({ method, params }: Call): unknown => {
    const [first] = params
    if (method === 'eth_chainId') return hex(Number(chainId))
    if (method === 'eth_getBalance') return '0x2a'
    if (method === 'alchemy_getAssetTransfers') return transfersOf(happened, first as Wanted)
    if (method === 'alchemy_getTokenBalances') return balancesOf(happened, String(first))
    if (method === 'alchemy_getTokenMetadata') return metadataOf(String(first))
    const step = happened.find(({ hash }) => hash === first)
    return (
      step && {
        ...{ hash: step.hash, blockNumber: hex(step.block), transactionIndex: hex(step.index) },
      }
    )
  }
  const answer = (call: Call): Json => ({ jsonrpc: '2.0', id: call.id, result: resultOf(call) })
  return (_: URL, body: unknown): unknown =>
    Array.isArray(body) ? (body as Call[]).map(answer).reverse() : answer(body as Call)
}
