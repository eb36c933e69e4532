import type { Core } from '@walletconnect/core'
import type { SignClient } from '@walletconnect/sign-client'

/** The library's core: storage, relay, pairings. */
export type RelayCore = InstanceType<typeof Core>
/** The library's session client. */
export type Client = InstanceType<typeof SignClient>

/** The library's JSON-RPC client on one socket. */
export interface RelayProvider {
  request(request: { method: string; params?: unknown; id?: unknown }): Promise<unknown>
  connect(): Promise<void>
  once(event: string, listener: (value?: unknown) => void): void
  on(event: string, listener: (value?: unknown) => void): void
  readonly connection: RelayConnectionLine
}

/** The library's wrapper of one socket. */
export interface RelayConnectionLine {
  /** Absent before it is open and after it closed. */
  socket?:
    | (Pick<WebSocket, 'onmessage' | 'onclose' | 'onerror' | 'close'> & { terminate?(): void })
    | undefined
  /** Added by this plugin: a socket that is being opened, which the library does not keep. */
  early?: WebSocket | undefined
  readonly events: { once(event: 'open', listener: () => void): void }
  register(url?: string): Promise<unknown>
  readonly url: string
  onOpen(socket: WebSocket): void
  onPayload(event: { data: unknown }): void
  onClose(event: { code: number; reason: string }): void
}

/**
 * Members of the client, version 2.21.8, that its types hide and that the supervisor needs. Only this
 * file and its test have to be checked for another version.
 */
export interface Relayer {
  readonly connected: boolean
  readonly provider: RelayProvider
  readonly events: { emit(event: string): void }
  readonly subscriber: {
    readonly topics: readonly string[]
    readonly hasAnyTopics: boolean
    start(): Promise<void>
    stop(): Promise<void>
    initialSubscribeTimeout: number
  }
  readonly publisher: {
    readonly queue: ReadonlyMap<string, { request: unknown; opts: unknown }>
    rpcPublish(request: unknown, options: unknown): Promise<unknown>
    checkQueue(): void
    publish(...args: unknown[]): Promise<void>
    publishCustom(...args: unknown[]): Promise<void>
  }
  transportExplicitlyClosed: boolean
  connectPromise?: Promise<void> | undefined
  pingTimeout?: ReturnType<typeof setTimeout>
  connect(): Promise<void>
  createProvider(): Promise<void>
  unregisterProviderListeners(): void
  onProviderDisconnect(): Promise<void>
  registerEventListeners(): Promise<void>
  confirmOnlineStateOrThrow(): Promise<void>
  handleBatchMessageEvents(messages: readonly unknown[]): Promise<void>
  transportOpen(): Promise<void>
}

/** Steps of the library's engine that have no event. */
export interface Engine {
  /**
   * Internal events: `session_connect:<id of the proposal>` settles the callers that wait for an
   * answer.
   */
  readonly events: { emit(name: string, payload: unknown): boolean }
  onSessionProposeResponse(
    topic: string,
    payload: { result?: unknown },
    transport: unknown,
  ): Promise<void>
  isValidSessionSettleRequest(params: unknown): void
  onSessionAuthenticateResponse(
    topic: string,
    payload: {
      id: number
      result?: { cacaos?: readonly { s?: { t?: string } }[] }
      error?: unknown
    },
  ): void
  getTVFParams(id: number): { correlationId: number }
  /** Seconds that stored requests wait before they are handled. */
  requestQueueDelay: number
}

export const relayerOf = (core: RelayCore): Relayer => core.relayer as unknown as Relayer
export const engineOf = (client: Client): Engine => client.engine as unknown as Engine
/** Starts a client. The library's own way would leave a timer behind. */
export async function startClient(
  Class: typeof SignClient,
  options: ConstructorParameters<typeof SignClient>[0],
): Promise<Client> {
  const client = new Class(options)
  engineOf(client).requestQueueDelay = 0
  await (client as unknown as { initialize(): Promise<void> }).initialize()
  return client
}
/** Emits the library's five-second pulse now, so that it does its periodic work at once. */
export const pulse = (core: RelayCore): void => void core.heartbeat.events.emit('heartbeat_pulse')
