import type { Amount, Asset, Network } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { LatchkeyError } from '@latchkey/plugin-api'
import { readSafely } from '@latchkey/plugin-api/wallet'
import { formatAddress, toKey } from './address.js'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Token accounts of one owner that are read. */
const MAX_TOKEN_ACCOUNTS = 1_000
/** No real token has more decimals. */
const MAX_DECIMALS = 36

type Fields = Readonly<Record<string, unknown>>

/** Reads `value` in an answer of Solana's JSON-RPC. @throws `rpc.failed` */
export function readValue<T>(
  method: string,
  answer: unknown,
  read: (value: unknown) => T | undefined,
): T {
  const value = readSafely(() => read((answer as { value?: unknown }).value))
  if (value === undefined)
    throw new LatchkeyError('rpc.failed', `The node answered ${method} in an unknown shape.`, {
      context: { method },
    })
  return value
}
const readLamports = (value: unknown): bigint | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? BigInt(value) : undefined

export async function readBalance(
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<Amount> {
  const { decimals, symbol } = network.nativeCurrency
  return {
    value: readValue(
      'getBalance',
      await askNodes(network, 'getBalance', [address], signal),
      readLamports,
    ),
    decimals,
    symbol,
  }
}

interface TokenAmount {
  mint: string
  value: bigint
  decimals: number
}
/** Reads one token account. `undefined` for anything else. */
function readTokenAccount(entry: unknown): TokenAmount | undefined {
  return readSafely(() => {
    const { mint, tokenAmount } = (entry as { account: { data: { parsed: { info: Fields } } } })
      .account.data.parsed.info
    const { amount, decimals } = tokenAmount as Fields
    const isSound =
      toKey(mint) &&
      typeof amount === 'string' &&
      /^\d{1,20}$/.test(amount) &&
      Number.isInteger(decimals) &&
      Number(decimals) >= 0 &&
      Number(decimals) <= MAX_DECIMALS
    return isSound
      ? { mint: mint as string, value: BigInt(amount), decimals: Number(decimals) }
      : undefined
  })
}

/**
 * Native currency and tokens of both programs, one entry a mint. The names of tokens are not read:
 * anybody may give a token any name.
 */
export async function readAssets(
  network: Network,
  owner: string,
  signal?: AbortSignal,
): Promise<readonly Asset[]> {
  const method = 'getTokenAccountsByOwner'
  const [native, ...lists] = await Promise.all([
    readBalance(network, owner, signal),
    ...[TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map(async (programId) =>
      readValue(
        method,
        await askNodes(network, method, [owner, { programId }, { encoding: 'jsonParsed' }], signal),
        (value) => (Array.isArray(value) ? (value as unknown[]) : undefined),
      ),
    ),
  ])
  const held = new Map<string, TokenAmount>()
  for (const one of lists.flat().slice(0, MAX_TOKEN_ACCOUNTS).map(readTokenAccount)) {
    if (one?.value)
      held.set(one.mint, { ...one, value: one.value + (held.get(one.mint)?.value ?? 0n) })
  }
  const tokens = [...held.values()].map(({ mint, value, decimals }): Asset => ({
    token: mint,
    name: formatAddress(mint),
    amount: { value, decimals, symbol: formatAddress(mint) },
  }))
  return [{ name: network.nativeCurrency.name, amount: native }, ...tokens]
}
