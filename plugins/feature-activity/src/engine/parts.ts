import type { ActivityState, HistoryQuery } from '../api.js'
import type { Setup } from '../setup.js'
import type { Subject } from './subject.js'

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
  error: undefined,
  readAt: undefined,
  blockedUntil: undefined,
  fresh: 0,
  undone: 0,
  suspicions: {},
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
