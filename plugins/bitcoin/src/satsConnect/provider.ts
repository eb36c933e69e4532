/** A JSON-RPC error with the codes of sats-connect's `RpcErrorCode`. */
export interface SatsConnectError {
  code: number
  message: string
  /** `code`: the code of the `LatchkeyError` behind it. */
  data?: { code: string }
}
/** The envelope that sats-connect opens. */
export type SatsConnectResponse =
  | { jsonrpc: '2.0'; id: string; result: unknown }
  | { jsonrpc: '2.0'; id: string; error: SatsConnectError }

export type SatsConnectEvent = 'accountChange' | 'networkChange' | 'disconnect'
/** The listener gets the event's data as sats-connect's types describe it. */
export type SatsConnectListener = (data: never) => void

/** A provider of sats-connect over the Bitcoin wallet that is connected in the modal. */
export interface SatsConnectProvider {
  /**
   * Never rejects: an error is in the envelope. `wallet_connect`, `wallet_requestPermissions`,
   * `getAccounts` and `getAddresses` open the modal where no Bitcoin wallet is connected.
   */
  request(method: string, params?: unknown): Promise<SatsConnectResponse>
  /**
   * A wallet that is connected in the modal, or that comes back after a reload, is an
   * `accountChange`.
   * @returns how to stop listening
   * @throws `TypeError` for an unknown event, or without a listener
   */
  addListener(listener: { eventName: SatsConnectEvent; cb: SatsConnectListener }): () => void
  addListener(eventName: SatsConnectEvent, cb: SatsConnectListener): () => void
}
