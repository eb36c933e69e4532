import { FrameError } from '../link/errors.js'

/** Why a node did not do what it was asked, as the page is told in `reason`. */
export type NodeReason =
  | 'network'
  | 'network_busy'
  | 'node_refused'
  | 'transaction_known'
  | 'transaction_replaced'
  | 'transaction_underpriced'
  | 'insufficient_funds'
  | 'transaction_expired'

/** The sentences that the page is told. The person reads them in their language. */
const SENTENCES: Readonly<Record<Exclude<NodeReason, 'node_refused'>, string>> = {
  network: 'The network does not answer. Try again.',
  network_busy: 'The network has too much to do. Try again in a moment.',
  transaction_known: 'The network has this transaction already.',
  transaction_replaced: 'Another transaction of this account took its place.',
  transaction_underpriced:
    'The fee is too low: the network asks for more by now, or another transaction waits in its place.',
  insufficient_funds: 'The account does not have enough for the amount and the network fee.',
  transaction_expired: 'The transaction is too old. The website must ask again.',
}

/** Words of nodes (geth, Erigon, Nethermind, Besu, Reth, anvil, Agave), the narrower ones first. */
const WORDS: readonly (readonly [RegExp, Exclude<NodeReason, 'network' | 'node_refused'>])[] = [
  [/already ?known|known transaction|already imported|already.*processed/i, 'transaction_known'],
  [/nonce( is)? too low|old ?nonce/i, 'transaction_replaced'],
  [
    /underpriced|less than block base fee|fee ?cap.*less|fee ?too ?low|gas price too low/i,
    'transaction_underpriced',
  ],
  [
    /insufficient (funds|lamports)|insufficientfundsfor|no record of a prior credit/i,
    'insufficient_funds',
  ],
  [/blockhash ?not ?found|block height exceeded/i, 'transaction_expired'],
  [/rate limit|too many requests|limit exceeded/i, 'network_busy'],
]
/** EIP-1474: the transaction was rejected. */
const REJECTED = -32_003
const INTERNAL = -32_603
const MAX_TOLD = 200

export const networkError = (reason: 'network' | 'network_busy'): FrameError =>
  new FrameError(SENTENCES[reason], { code: INTERNAL, reason })
export const unreadable = (): FrameError =>
  new FrameError('The network gave an answer that cannot be read.', {
    code: INTERNAL,
    reason: 'network',
  })

/** A node's refusal. Its own words are told where they are not known. */
export function refusalOf(message: string): FrameError {
  const [, reason] = WORDS.find(([words]) => words.test(message)) ?? []
  if (reason === 'network_busy') return networkError(reason)
  return reason
    ? new FrameError(SENTENCES[reason], { code: REJECTED, reason })
    : new FrameError(message.slice(0, MAX_TOLD) || 'The network refused.', {
        code: INTERNAL,
        reason: 'node_refused',
      })
}

/** By name: parts of the page that load later have a copy of the class. */
const detailsOf = (error: unknown): FrameError['details'] | undefined =>
  error instanceof Error && error.name === 'FrameError' && 'details' in error
    ? (error as FrameError).details
    : undefined

export const reasonOf = (error: unknown): string | undefined => detailsOf(error)?.reason
/** Whether the same may be asked again: the node said nothing about it. */
export const isAway = (error: unknown): boolean =>
  ['network', 'network_busy'].includes(reasonOf(error) ?? '')
