import * as v from 'valibot' // MIT, the house's schemas: a node's answer is not believed
import { type ChainConfig } from '../../chains.js'
import { type BalanceItem, type Source } from '../source.js'

/** The token program and the one that followed it. */
const PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

const AMOUNT = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
const balanceSchema = v.object({ value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })
const accountsSchema = v.object({
  value: v.array(
    v.object({
      account: v.object({
        data: v.object({
          parsed: v.object({
            info: v.object({
              mint: v.string(),
              tokenAmount: v.object({
                amount: AMOUNT,
                decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77)),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})
const answerSchema = v.object({ result: v.unknown() })

/** Balances of Solana by its nodes. Names come from the host's list, because a mint has none. */
export const createSolanaSource = (chains: readonly ChainConfig[]): Source => ({
  id: 'rpc-solana',
  chains: chains.map(({ id }) => id),
  async balances({ account: { address, chain }, signal }) {
    const ask = (method: string, ...params: unknown[]) => askNodes(chain, method, params, signal)
    const [native, ...programs] = await Promise.all([
      ask('getBalance', address),
      ...PROGRAMS.map((programId) =>
        ask('getTokenAccountsByOwner', address, { programId }, { encoding: 'jsonParsed' }),
      ),
    ])
    const amounts = new Map<string, { amount: bigint; decimals: number }>()
    for (const { account } of programs.flatMap((part) => v.parse(accountsSchema, part).value)) {
      const { mint, tokenAmount } = account.data.parsed.info
      const before = amounts.get(mint)?.amount ?? 0n
      amounts.set(mint, {
        amount: before + BigInt(tokenAmount.amount),
        decimals: tokenAmount.decimals,
      })
    }
    return [
      {
        ...chain.nativeCurrency,
        amount: String(v.parse(balanceSchema, native).value),
        spam: false,
      },
      ...[...amounts].flatMap(([mint, held]) =>
        held.amount > 0n ? [tokenOf(chain, mint, held)] : [],
      ),
    ]
  },
})

const tokenOf = (
  chain: ChainConfig,
  mint: string,
  { amount, decimals }: { amount: bigint; decimals: number },
): BalanceItem => {
  const listed = chain.tokens?.find(({ address }) => address === mint)
  return {
    address: mint,
    name: listed?.name ?? '',
    symbol: listed?.symbol ?? '',
    decimals,
    amount: String(amount),
    spam: false,
  }
}

/** Asks the next node after a failure. */
const askNodes = async (
  chain: ChainConfig,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> => {
  let failure: unknown
  for (const url of chain.rpcUrls) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal,
      })
      return v.parse(answerSchema, await response.json()).result
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
