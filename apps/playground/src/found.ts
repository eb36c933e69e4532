/// <reference types="vite/client" />
import type { AnyPlugin, ConnectedAccount, Network } from '@latchkey/plugin-api'
import type { Features } from './features.js'
import type { World } from './world/world.js'

/** The account and the network in use. */
export interface InUse {
  account: ConnectedAccount
  network: Network
}

/**
 * The part of a plugin that this page shows. `plugins/NAME/test/playground.ts` exports it as
 * `playground`, so that a new plugin appears without a change here.
 */
export interface Found {
  /** Makes the plugin; `undefined` where this world has no chain for it. */
  plugin(world: World, features: Features): AnyPlugin | undefined
  /** The chain family that the rest is for. */
  namespace?: string
  /** The gift that the page sends, in base units, and its receiver. */
  gift?: { to: string; value: bigint; words: string }
  /** Signs a text with the provider that the plugin gives a host. */
  sign?(api: unknown, inUse: InUse, message: string): Promise<string>
  /** Sends, with the library that a host of this chain has anyway. @returns the transaction's id */
  send?(api: unknown, inUse: InUse, to: string, value: bigint): Promise<string>
}

export const found: readonly Found[] = Object.values(
  import.meta.glob<Found>('../../../plugins/*/test/playground.ts', {
    eager: true,
    import: 'playground',
  }),
)
