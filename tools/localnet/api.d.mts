import type { ChildProcess } from 'node:child_process'
import type { Hex, Names, Pools } from '@latchkey-tools/localnet'

export type LocalNames = Omit<Names, 'send' | 'nameAddress'> & { resolver?: Hex }

export interface ApiOptions {
  /** EVM chains. */
  chains: readonly { id: number; url: string }[]
  solana?: { url: string; genesisHash: string } | undefined
  /** Of the first chain: swaps are offered there. */
  pools?: Pools | undefined
  /**
   * Of the first chain: names below `shop.eth` are given out. `resolver` is that of `deployResolver`;
   * without it `startApi` deploys one, and `spawnApi` gives out no names.
   */
  names?: LocalNames | undefined
  /** Coins can be bought at the sandbox. */
  sandbox?: boolean
  /** URLs of pages that may ask. None: any may. */
  pages?: readonly string[]
  /** 0 or absent: a free one. */
  port?: number
  /** A module that exports further `options`. Absent: those of the demo. */
  config?: string
}

/** Starts it. It prints a line of JSON with `event: 'blockchain-api.started'` and its port. */
export declare function spawnApi(options: ApiOptions): ChildProcess

/** Starts it and waits until it listens. `close` waits until it is gone. */
export declare function startApi(
  options: ApiOptions,
): Promise<{ url: string; close(): Promise<void> }>

/**
 * Puts the resolver of `shop.eth` on the chain, which sends clients of ENS to the API at that URL. Needs a
 * built tree.
 */
export declare function deployResolver(
  names: LocalNames,
  rpcUrl: string,
  apiUrl: string,
): Promise<Hex>
