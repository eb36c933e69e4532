import type { Dispose, EventPort, ParamsOf, RouteEntry, Router, TransactionCallbacks, TransactionOutcome, ViewId } from '@latchkey/plugin-api'
import { snapshot } from '../support/snapshot.js'
import type { State } from '../state/store.js'

/** What the router must know of the modal around it. */
export interface Surroundings {
  isOpen(): boolean
  close(): void
  events: EventPort
}
export interface KernelRouter extends Router {
  /** As `transaction`, and a way to forget it without an outcome. */
  begin(callbacks: TransactionCallbacks): { settle(outcome: TransactionOutcome): void; forget: Dispose }
}

interface Transaction {
  callbacks: TransactionCallbacks
  /** The entry that was on top when it began, if the modal was open. */
  at: number | undefined
}

/** The modal's history: a stack of views, and a stack of transactions that wait for an outcome across views and closings. */
export function createRouter(state: State, { isOpen, close, events }: Surroundings): KernelRouter {
  let count = 0
  const entry = (view: ViewId, params: unknown): RouteEntry => Object.freeze({ key: ++count, view, params: snapshot(params) })
  const stack = state.cell<readonly RouteEntry[]>('router', Object.freeze([entry('Connect', undefined)]))
  const waiting: Transaction[] = []

  const go = (next: readonly RouteEntry[]): void => {
    const previous = stack.get().at(-1)
    const now = next.at(-1)
    stack.set(Object.freeze(next))
    if (now && now !== previous) events.emit('router:view-changed', { view: now.view, previous: previous?.view })
  }
  const back = (): void => (stack.get().length > 1 ? go(stack.get().slice(0, -1)) : close())

  const settle = (transaction: Transaction | undefined, outcome: TransactionOutcome): void => {
    const index = transaction ? waiting.indexOf(transaction) : -1
    if (!transaction || index < 0) return
    waiting.splice(index, 1)
    const { callbacks, at } = transaction
    // One that ends in the background takes nobody away from a place where they went since.
    if (outcome !== 'success' && (at === undefined || stack.get().some(({ key }) => key === at))) back()
    if (outcome === 'success') callbacks.onSuccess?.()
    else if (outcome === 'error') callbacks.onError?.()
    else callbacks.onCancel?.()
  }
  const begin: KernelRouter['begin'] = (callbacks) => {
    const transaction: Transaction = { callbacks, at: isOpen() ? stack.get().at(-1)?.key : undefined }
    waiting.push(transaction)
    return {
      settle: (outcome) => settle(transaction, outcome),
      forget: () => void (waiting.includes(transaction) && waiting.splice(waiting.indexOf(transaction), 1)),
    }
  }
  return {
    get: stack.get,
    subscribe: stack.subscribe,
    push: <Id extends ViewId>(view: Id, ...[params]: ParamsOf<Id>) => go([...stack.get(), entry(view, params)]),
    replace: <Id extends ViewId>(view: Id, ...[params]: ParamsOf<Id>) => go([...stack.get().slice(0, -1), entry(view, params)]),
    reset: <Id extends ViewId>(view: Id, ...[params]: ParamsOf<Id>) => go([entry(view, params)]),
    back,
    begin,
    transaction: (callbacks) => ({ settle: begin(callbacks).settle }),
    settle: (outcome) => settle(waiting.at(-1), outcome),
  }
}
