import type { Observable } from './json.js'
import type { ParamsOf, ViewId } from './view.js'

export interface RouteEntry {
  /** Unique a push: two visits to one view are two entries. */
  key: number
  view: ViewId
  params: unknown
}

export type TransactionOutcome = 'success' | 'error' | 'cancel'
export interface TransactionCallbacks {
  onSuccess?(): void
  onError?(): void
  onCancel?(): void
}

/** The modal's history. It never touches the page's URL or history. The state is the stack, oldest first. */
export interface Router extends Observable<readonly RouteEntry[]> {
  push<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  /** Swaps the top without growing the stack. */
  replace<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  /** Drops all and starts anew with this view. */
  reset<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  /** One view back; at the first view it closes the modal. */
  back(): void
  /** Puts a transaction on its stack; it waits for its outcome across views and closings. */
  transaction(callbacks: TransactionCallbacks): { settle(outcome: TransactionOutcome): void }
  /** Pops the transaction on top: error and cancel also go back one view. */
  settle(outcome: TransactionOutcome): void
}
