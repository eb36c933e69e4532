import type {
  ConnectionInfo,
  Description,
  Observable,
  PreviewedRequest,
} from '@latchkey/plugin-api'

/** The request that the visitor is asked about. */
export interface ShownRequest {
  readonly id: number
  readonly request: PreviewedRequest
  /** In the words of the namespace's adapter; `undefined`: it is shown raw. */
  readonly description: Description | undefined
  readonly site: { readonly name: string; readonly host: string }
  readonly wallet: Pick<ConnectionInfo, 'name' | 'icon'> | undefined
  /** Of those that came together, counted from 1. */
  readonly position: number
  readonly total: number
}
export interface PreviewState {
  readonly shown?: ShownRequest | undefined
}

/** What the view gets as `api`, and a host as `kernel.plugins.preview`. */
export interface PreviewApi {
  readonly state: Observable<PreviewState>
  /** Sends the request that is shown on to its wallet. Nothing happens where another one is shown by now. */
  confirm(id: number): void
  /** Turns the request that is shown down: whoever asked gets `wallet.user_rejected`. */
  decline(id: number): void
}
