import type { ConnectOptions, Dispose, PluginContext } from '@latchkey/plugin-api'
import type { Begun } from '../../pairing/shared.js'
import type { parseNamespaces } from '../../session/namespaces.js'
import type { Signal } from '../clientSignals.js'
import type { RelayClient } from '../relayClient.js'

/** An event that a wallet sent and that the session allows. */
export type WalletEvent = Extract<Signal, { type: 'event' }>

/** Handed in, so that this chunk shares no module with the plugin's other chunks. */
export interface UniversalNeeds {
  ctx: PluginContext
  connectorId: string
  client: RelayClient
  /** Begins to connect; a view that opens meanwhile shows this attempt. */
  begin(options: Pick<ConnectOptions, 'namespaces'>): Begun
  parseNamespaces: typeof parseNamespaces
  /** @returns stops listening */
  onEvent(listener: (event: WalletEvent) => void): Dispose
  opensModal(): boolean
}
