import { type Log } from '@latchkey/service-kit'
import { refusal } from '@latchkey/service-kit/http'
import { inTime } from '../sources/pool.js'
import { byWorth, type Quote, type QuoteSource, type SwapRequest } from './quoteSource.js'

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
}

const TIMEOUT_MS = 3000

export function createQuotes(sources: readonly QuoteSource[], log: Log): Quotes {
  const of = (chain: string): readonly QuoteSource[] =>
    sources.filter(({ chains }) => chains.includes(chain))
  return {
    of,
    has: (chain) => of(chain).length > 0,
    byId: (id) => sources.find((source) => source.id === id),
    async find(request) {
      const asked = of(request.chain.id)
      const answers = await Promise.allSettled(
        asked.map((source) => inTime(TIMEOUT_MS, (signal) => source.quote(request, signal))),
      )
      for (const [at, answer] of answers.entries())
        if (answer.status === 'rejected')
          log('warn', 'quotes.failed', {
            source: asked[at]?.id ?? '',
            chain: request.chain.id,
            error: answer.reason instanceof Error ? answer.reason.name : 'unknown',
          })
      if (answers.every(({ status }) => status === 'rejected'))
        throw refusal(503, 'unavailable', 'No market can be asked now. Ask again in a while.')
      return answers
        .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
        .sort(byWorth)
    },
  }
}
