// The types of this entry. The code is plain JavaScript, so that it runs before anything is built.
import type { ChildProcess, SpawnOptions } from 'node:child_process'

export type Hex = `0x${string}`

/**
 * A node or server on this machine. `close` waits until it is gone; called twice, it does nothing.
 */
export interface Running {
  url: string
  close(): Promise<void>
}

export interface DevAccount {
  address: Hex
  privateKey: Hex
}

/** The published development mnemonic of anvil and Hardhat, and its first ten accounts. */
export declare const mnemonic: string
export declare const accounts: readonly DevAccount[]

export interface AnvilOptions {
  chainId: number
  /** 0 or absent: a free one. */
  port?: number
  /** Seconds between blocks; absent: one block for each transaction, at once. */
  blockTime?: number
  /** Further command line arguments of anvil. */
  args?: readonly string[]
}

export interface Anvil extends Running {
  chainId: number
  pid: number
}

/**
 * Starts one anvil node with the ten accounts, 10,000 ETH each. It ends with this process, however
 * that dies.
 */
export declare function startAnvil(options: AnvilOptions): Promise<Anvil>

/** One JSON-RPC call over HTTP; throws with the node's message. */
export declare function request(
  url: string,
  method: string,
  params?: readonly unknown[],
): Promise<unknown>

/** Starts a program that cannot outlive this process, also when this process is killed. */
export declare function spawnKept(
  command: string,
  args: readonly string[],
  options?: SpawnOptions,
): ChildProcess
/** Asks a child to end, waits, and after `patienceMs` (2,000) insists. */
export declare function endChild(child: ChildProcess, patienceMs?: number): Promise<void>

/** The port on which a child says that it listens. @throws when it does not within 20 s, or ends */
export declare function listening(
  child: ChildProcess,
  what: { name: string; pattern: RegExp; limitMs?: number },
): Promise<number>

export interface EvmNodes {
  /** As test wallets take them. */
  chains: { id: number; name: string; url: string }[]
  /** Ten accounts with 10,000 ETH each. Everybody has their keys. */
  accounts: DevAccount[]
  close(): Promise<void>
}

/**
 * Starts an EVM node (anvil) for each chain id, on a free port of this machine. They end with this process.
 * @param chainIds default: 31337 and 31338
 * @throws when anvil is not installed for this platform
 */
export declare function startNodes(chainIds?: readonly number[]): Promise<EvmNodes>
