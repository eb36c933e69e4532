import type { Observable } from '../json.js'
import type { ParamsOf, ViewId } from './view.js'

/** One visit to a view. */
export interface RouteEntry {
  /** Unique: two visits to one view are two entries. */
  key: number
  view: ViewId
  params: unknown
}

/** How a transaction of views ended. */
export type TransactionOutcome = 'success' | 'error' | 'cancel'
/** Called once, with the outcome of a transaction of views. */
export interface TransactionCallbacks {
  onSuccess?(): void
  onError?(): void
  onCancel?(): void
}

/**
 * The modal's history. It never touches the page's URL or history. The state is the stack, oldest
 * first.
 */
export interface Router extends Observable<readonly RouteEntry[]> {
  push<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  /** Swaps the top without growing the stack. */
  replace<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  /** Drops the stack and starts anew with this view. */
  reset<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  /** One view back; at the first view it closes the modal. */
  back(): void
  /** Starts a transaction; it waits for its outcome, also while other views show or the modal is closed. */
  transaction(callbacks: TransactionCallbacks): { settle(outcome: TransactionOutcome): void }
  /** Settles the newest transaction; `error` and `cancel` also go back one view. */
  settle(outcome: TransactionOutcome): void
}
