import type { Amount, Caip2, Dispose, Namespace } from '@latchkey/plugin-api'
import type { Kernel } from '../types.js'
import { subscribeAll, type Followed } from './followed.js'

/** A native balance, and whether it is being read. */
export interface BalanceState {
  /** In the smallest unit, with its decimals. The last one stays until a new one is read. */
  readonly amount: Amount | undefined
  /** Why the last reading failed. */
  readonly error: unknown
  readonly loading: boolean
}

export interface Balance extends Followed<BalanceState> {
  /** Reads it from the chain again. */
  refresh(): void
  /** To call when `namespace` gives another namespace than before. */
  update(): void
}

interface Question {
  readonly network: Caip2
  readonly address: string
}

const NOTHING: BalanceState = { amount: undefined, error: undefined, loading: false }

/** The account in use and its network, if the adapter can read balances. */
function questionOf(
  { accounts, activeNetwork, adapters }: Kernel['ports'],
  namespace: Namespace | undefined,
): Question | undefined {
  const account = accounts.active(namespace)
  const network = account && activeNetwork.current(account.namespace)?.id
  const isReadable = adapters
    .get()
    .some(
      ({ value }) => value.namespace === account?.namespace && value.abilities.includes('balance'),
    )
  return network && isReadable ? { network, address: account.address } : undefined
}

/** Asks one question at a time, and withdraws the one before. */
function createReader({ late, state: make }: Kernel['ports']) {
  const state = make.cell(NOTHING)
  let running: AbortController | undefined
  return {
    state,
    cancel: () => running?.abort(),
    /** @param fresh whether to pass over the cache; then the last balance stays meanwhile */
    read(question: Question | undefined, fresh: boolean): void {
      running?.abort()
      state.set({ ...(fresh ? state.get() : NOTHING), loading: !!question })
      if (!question) return
      const { signal } = (running = new AbortController())
      const settle = (outcome: Partial<BalanceState>): void => {
        if (!signal.aborted) state.set({ ...NOTHING, ...outcome })
      }
      late
        .load()
        .then(({ balance }) => balance({ ...question, fresh, signal }))
        .then(
          (amount) => settle({ amount }),
          (error: unknown) => settle({ error }),
        )
    },
  }
}

/**
 * Native balance of the account in use, read while somebody is subscribed, cached for 30 s or until
 * the chain reports a change. Without `amount` and `error` it is being read, no wallet is connected,
 * or the adapter lacks the ability `balance`: then nothing is read.
 * @param kernel of `createKernel`
 * @param namespace gives the namespace, `undefined` for the active one
 */
export function createBalance(
  { ports }: Pick<Kernel, 'ports'>,
  namespace: () => Namespace | undefined,
): Balance {
  const { accounts, activeNetwork, adapters, events } = ports
  const { state, read, cancel } = createReader(ports)
  let subscribers = 0
  let asked: string | undefined
  let stop: Dispose | undefined

  const update = (): void => {
    if (!subscribers) return
    const question = questionOf(ports, namespace())
    const key = question && `${question.network} ${question.address}`
    if (key !== asked) read(question, false)
    asked = key
  }
  const refresh = (): void => {
    if (subscribers) read(questionOf(ports, namespace()), true)
  }
  const start = (): Dispose => {
    const end = subscribeAll([accounts, activeNetwork, adapters], update)
    const endEvents = events.onAny((name) => name.endsWith(':balance-changed') && refresh())
    update()
    return () => {
      end()
      endEvents()
      cancel()
      asked = undefined
    }
  }
  return {
    get: state.get,
    subscribe(listener) {
      const end = state.subscribe(listener)
      if (!subscribers++) stop = start()
      return () => {
        end()
        if (!--subscribers) stop?.()
      }
    },
    refresh,
    update,
  }
}
