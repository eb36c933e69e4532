import { isLatchkeyError } from '@latchkey/plugin-api'
import type { ActivityState, HistoryEntry, HistoryQuery } from '../api.js'
import { onNetwork } from '../entries/lists.js'
import { withoutLinks } from '../entries/suspicions.js'
import type { Setup } from '../setup.js'
import type { Subject } from './subject.js'

/** How long a server that has too many requests is left alone where it does not say how long. */
const REST_MS = 30_000
/** It is asked again after this time whatever it says. */
const MAX_REST_MS = 300_000
const [TOO_MANY_REQUESTS, UNAVAILABLE] = [429, 503]

/** How long the server is left alone after this failure, in ms: 0 for one that may pass at once. */
export function restOf(error: unknown): number {
  if (!isLatchkeyError(error, 'http.status')) return 0
  const { status, retryAfterMs } = error.context
  if (status === TOO_MANY_REQUESTS) return Math.min(retryAfterMs ?? REST_MS, MAX_REST_MS)
  return status === UNAVAILABLE ? Math.min(retryAfterMs ?? 0, MAX_REST_MS) : 0
}

/** Features whose buttons are offered to an account without activity. */
const STEPS: readonly (string | undefined)[] = ['receive', 'onramp']

/** Next steps of an account without activity. */
export const stepsOf = ({ accountActions, accounts, activeNetwork }: Setup['ctx']) => {
  const account = accounts.active()
  const network = activeNetwork.current(account?.namespace)
  return accountActions
    .get()
    .map(({ value }) => value)
    .filter(
      ({ feature, when }) => STEPS.includes(feature) && (when?.({ account, network }) ?? true),
    )
    .map(({ id, label, run }) => ({ id, label, run }))
}

/** The parts of the state that belong to one account on one network. */
export const EMPTY = {
  transactions: [],
  transactionsByYear: {},
  coinbaseTransactions: {},
  loading: false,
  empty: false,
  next: undefined,
  coinsSince: undefined,
  error: undefined,
  readAt: undefined,
  blockedUntil: undefined,
  fresh: 0,
  undone: 0,
  suspicions: {},
} as const satisfies Partial<ActivityState>

/** The entries of an answer that may be shown. */
export const shownOf = (
  { chainId }: Subject,
  data: readonly HistoryEntry[],
): readonly HistoryEntry[] => withoutLinks(onNetwork(data, chainId))

/** The state after a good answer. */
export const READ = {
  loading: false,
  error: undefined,
  blockedUntil: undefined,
} as const satisfies Partial<ActivityState>

/** The parameters of a call, without those that are left out. */
export const paramsOf = (
  { account, chainId }: Subject,
  { cache }: HistoryQuery,
  cursor: string | undefined,
) => ({
  address: account,
  chainId,
  ...(cursor !== undefined && { cursor }),
  ...(cache && { cache }),
})
