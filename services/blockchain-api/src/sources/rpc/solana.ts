import * as v from 'valibot' // MIT, the house's schemas: a node's answer is not believed
import { type ChainConfig } from '../../chains.js'
import { type BalanceItem, type BalanceQuery, type Balances, type Source } from '../source.js'
import { createNodes, turnOf, waitFor, type Nodes } from './nodes.js'

/** The token program and the one that followed it. */
const PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

const SLOT = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const AMOUNT = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
const balanceSchema = v.object({ value: SLOT })
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
const statusSchema = v.object({
  value: v.tuple([v.nullable(v.object({ slot: SLOT, confirmationStatus: v.nullish(v.string()) }))]),
})

/** Balances of Solana by its nodes. Names come from the host's list, because a mint has none. */
export const createSolanaSource = (chains: readonly ChainConfig[]): Source => {
  const byChain = new Map(chains.map(({ id, rpcUrls }) => [id, createNodes(rpcUrls)]))
  const nodesOf = (id: string): Nodes => {
    const found = byChain.get(id)
    if (!found) throw new Error('the source was asked for a chain that it does not have')
    return found
  }
  return {
    id: 'rpc-solana',
    chains: chains.map(({ id }) => id),
    balances: (query) => readBalances(nodesOf(query.account.chain.id), query),
    settled: ({ account, hash, signal }) =>
      waitFor(signal, async (turn) => {
        const nodes = nodesOf(account.chain.id)
        const { value } = await nodes.ask('getSignatureStatuses', [[hash]], turn, statusSchema)
        const [status] = value
        const isDone = /^(?:confirmed|finalized)$/.test(status?.confirmationStatus ?? '')
        return status && isDone ? { block: status.slot, tokens: [] } : undefined
      }),
  }
}

const readBalances = async (
  nodes: Nodes,
  { account: { address, chain }, signal, after }: BalanceQuery,
): Promise<Balances> => {
  const turn = turnOf(signal)
  const at = { commitment: 'confirmed', ...(after && { minContextSlot: after.block }) }
  const [native, ...programs] = await Promise.all([
    nodes.ask('getBalance', [address, at], turn, balanceSchema),
    ...PROGRAMS.map((programId) =>
      nodes.ask(
        'getTokenAccountsByOwner',
        [address, { programId }, { encoding: 'jsonParsed', ...at }],
        turn,
        accountsSchema,
      ),
    ),
  ])
  const amounts = new Map<string, { amount: bigint; decimals: number }>()
  for (const { account } of programs.flatMap(({ value }) => value)) {
    const { mint, tokenAmount } = account.data.parsed.info
    const before = amounts.get(mint)?.amount ?? 0n
    amounts.set(mint, {
      amount: before + BigInt(tokenAmount.amount),
      decimals: tokenAmount.decimals,
    })
  }
  return {
    items: [
      {
        ...chain.nativeCurrency,
        amount: String(native.value),
        spam: false,
      },
      ...[...amounts].flatMap(([mint, held]) =>
        held.amount > 0n ? [tokenOf(chain, mint, held)] : [],
      ),
    ],
  }
}

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
