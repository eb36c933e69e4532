import { type Log, inTime } from '@latchkey/service-kit'
import { refusal } from '@latchkey/service-kit/http'
import { type Hex } from 'viem'
import { type ChainConfig, type ListedToken } from '../chains.js'
import {
  byWorth,
  type Quote,
  type QuoteSource,
  type RateRequest,
  type SwapRequest,
} from './quoteSource.js'

/** The markets of a service, asked together. */
export interface Quotes {
  has(chain: string): boolean
  /** In the host's order. */
  of(chain: string): readonly QuoteSource[]
  /**
   * Asks all sources of the chain at once. A source that takes longer than 3 s is left out.
   * @returns the best first; empty: nobody trades the two
   * @throws Refusal 503 where every source failed
   */
  find(request: SwapRequest): Promise<readonly Quote[]>
  byId(id: string): QuoteSource | undefined
  /** Tokens that sources trade, each once. A source that fails is left out. */
  tokens(chain: ChainConfig): Promise<readonly ListedToken[]>
  /** Amounts that tokens bring in pools, of the source that knows the most; never fails. */
  rates(request: RateRequest): Promise<ReadonlyMap<Hex, bigint>>
}

const TIMEOUT_MS = 3000

export function createQuotes(sources: readonly QuoteSource[], log: Log): Quotes {
  const of = (chain: string): readonly QuoteSource[] =>
    sources.filter(({ chains }) => chains.includes(chain))
  /** The answers of those sources that answered in time. */
  const askAll = async <Answer>(
    chain: string,
    asked: readonly QuoteSource[],
    ask: (source: QuoteSource, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer[]> => {
    const answers = await Promise.allSettled(
      asked.map((source) => inTime(TIMEOUT_MS, (signal) => ask(source, signal))),
    )
    for (const [at, answer] of answers.entries())
      if (answer.status === 'rejected')
        log('warn', 'quotes.failed', {
          source: asked[at]?.id ?? '',
          chain,
          error: answer.reason instanceof Error ? answer.reason.name : 'unknown',
        })
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
  return {
    of,
    has: (chain) => of(chain).length > 0,
    byId: (id) => sources.find((source) => source.id === id),
    async find(request) {
      const { id } = request.chain
      const answers = await askAll(id, of(id), (source, signal) => source.quote(request, signal))
      if (answers.length === 0)
        throw refusal(503, 'unavailable', 'No market can be asked now. Ask again in a while.')
      return answers.flat().sort(byWorth)
    },
    async tokens(chain) {
      const answers = await askAll(
        chain.id,
        of(chain.id),
        async (source, signal) => source.tokens?.(chain, signal) ?? [],
      )
      const byAddress = new Map<string, ListedToken>()
      for (const token of answers.flat())
        if (!byAddress.has(token.address)) byAddress.set(token.address, token)
      return [...byAddress.values()]
    },
    async rates(request) {
      const { id } = request.chain
      const answers = await askAll(
        id,
        of(id).filter(({ rates }) => rates),
        async (source, signal) => source.rates?.(request, signal) ?? new Map<Hex, bigint>(),
      )
      const most = new Map<Hex, bigint>()
      for (const [token, amount] of answers.flatMap((answer) => [...answer]))
        if (amount > (most.get(token) ?? 0n)) most.set(token, amount)
      return most
    },
  }
}
