import type {
  Dispose,
  EventPort,
  ModalPort,
  ParamsOf,
  RouteEntry,
  Router,
  TransactionCallbacks,
  TransactionOutcome,
  ViewId,
} from '@latchkey/plugin-api'
import { readonly, type State } from '../state/store.js'
import { snapshot } from '../support/snapshot.js'

export interface KernelRouter extends Router {
  /** As in `Router`; `forget` drops the transaction without an outcome. */
  transaction(callbacks: TransactionCallbacks): {
    settle(outcome: TransactionOutcome): void
    forget: Dispose
  }
}

interface Transaction {
  callbacks: TransactionCallbacks
  /** Key of the entry that was on top when it began, if the modal was open. */
  at: number | undefined
}

/**
 * The modal's history: a stack of views, and the transactions that wait for an outcome, also while
 * other views are shown or the modal is closed.
 */
export function createRouter(
  state: State,
  events: EventPort,
  modal: Pick<ModalPort, 'get' | 'close'>,
): KernelRouter {
  let count = 0
  const entry = (view: ViewId, params?: unknown): RouteEntry =>
    Object.freeze({ key: ++count, view, params: snapshot(params) })
  const stack = state.cell<readonly RouteEntry[]>(Object.freeze([entry('Connect')]))
  const top = (): RouteEntry | undefined => stack.get().at(-1)
  const waiting = new Set<Transaction>()

  const go = (next: readonly RouteEntry[]): void => {
    const previous = top()
    stack.set(Object.freeze(next))
    const now = top()
    if (now && now !== previous)
      events.emit('router:view-changed', { view: now.view, previous: previous?.view })
  }
  const back = (): void =>
    stack.get().length > 1 ? go(stack.get().slice(0, -1)) : void modal.close()
  const settle = (transaction: Transaction | undefined, outcome: TransactionOutcome): void => {
    if (!transaction || !waiting.delete(transaction)) return
    const { at, callbacks } = transaction
    // A transaction that ends in the background must not move a visitor who went elsewhere since.
    if (outcome !== 'success' && (at === undefined || stack.get().some(({ key }) => key === at)))
      back()
    callbacks[
      ({ success: 'onSuccess', error: 'onError', cancel: 'onCancel' } as const)[outcome]
    ]?.()
  }
  return {
    ...readonly(stack),
    push: <Id extends ViewId>(view: Id, ...[params]: ParamsOf<Id>) =>
      go([...stack.get(), entry(view, params)]),
    replace: <Id extends ViewId>(view: Id, ...[params]: ParamsOf<Id>) =>
      go([...stack.get().slice(0, -1), entry(view, params)]),
    reset: <Id extends ViewId>(view: Id, ...[params]: ParamsOf<Id>) => go([entry(view, params)]),
    back,
    transaction(callbacks) {
      const transaction: Transaction = { callbacks, at: modal.get().open ? top()?.key : undefined }
      waiting.add(transaction)
      return {
        settle: (outcome) => settle(transaction, outcome),
        forget: () => void waiting.delete(transaction),
      }
    },
    settle: (outcome) => settle([...waiting].at(-1), outcome),
  }
}
