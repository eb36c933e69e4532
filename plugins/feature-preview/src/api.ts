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
  /** The description by the namespace's adapter. `undefined`: the request is shown raw. */
  readonly description: Description | undefined
  readonly site: { readonly name: string; readonly host: string }
  readonly wallet: Pick<ConnectionInfo, 'name' | 'icon'> | undefined
  /** Place among the requests that arrived together, counted from 1. */
  readonly position: number
  readonly total: number
}
export interface PreviewState {
  readonly shown?: ShownRequest | undefined
}

/** The API that the view gets as `api`, and a host as `kernel.plugins.preview`. */
export interface PreviewApi {
  readonly state: Observable<PreviewState>
  /** Passes the shown request to its wallet. Does nothing if another request is shown by now. */
  confirm(id: number): void
  /** Declines the shown request: its caller gets `wallet.user_rejected`. */
  decline(id: number): void
}
