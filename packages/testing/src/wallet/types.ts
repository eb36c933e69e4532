import type { Address, Hex } from 'viem'

/**
 * How a test wallet behaves until told otherwise. It approves or rejects whatever it is asked; `silent`: it asks
 * its owner, who does not answer; `locked`: the same, and the site sees no account; `wrongNetwork`: it is on a
 * network that no site knows, and approves whatever it is asked.
 */
export type WalletRule = 'approve' | 'reject' | 'silent' | 'locked' | 'wrongNetwork'

/**
 * The rules of wallets that are not EVM. A site of theirs names the network itself, so none can be on a wrong one, and
 * they have no event that says that the owner has locked them.
 */
export type ChainWalletRule = Exclude<WalletRule, 'locked' | 'wrongNetwork'>

export interface WalletChain {
  id: number
  name: string
  /** HTTP JSON-RPC of a node. */
  url: string
}

export interface WalletAccount {
  address: Address
  privateKey: Hex
}

export type PromptKind =
  | 'connect'
  | 'unlock'
  | 'message'
  | 'typedData'
  | 'transaction'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'
  | 'grant'
  | 'revoke'

/** A question of the wallet to its owner; plain data. */
export interface Prompt {
  id: number
  kind: PromptKind
  method: string
  params: unknown
  origin: string
  title: string
  /** Label and value, in the order to be shown. */
  lines: readonly (readonly [label: string, value: string])[]
  /** For `connect`: which accounts may be chosen, and which are ticked. */
  choices?: readonly { address: Address; chosen: boolean }[]
}

export interface Approval {
  /** For `connect`: the accounts that the site gets. Absent: those that are ticked. */
  accounts?: readonly Address[]
}

/** The front prompt with its two buttons. */
export interface PromptView {
  prompt: Prompt
  approve(approval?: Approval): void
  reject(): void
  /** Ends all that wait, as closing a wallet's window does. */
  rejectAll(): void
}

/**
 * Draws the front prompt; `undefined` when nothing waits any more. Called in the task of the
 * request.
 */
export interface PromptUi {
  show(view: PromptView | undefined): void
  dispose(): void
}

export interface RequestArguments {
  method: string
  params?: unknown
}

export interface FaultScope {
  /** Only this method, or one of these; absent: any. */
  method?: string | readonly string[]
  /** How often; default 1, `Infinity` until `clearFaults()`. */
  times?: number
}

export interface WalletEvents {
  accountsChanged: Address[]
  chainChanged: Hex
  connect: { chainId: Hex }
  disconnect: Error & { code: number }
}

/** Keeps what the wallet remembers of one origin. */
export interface WalletMemory {
  read(): string | null
  write(text: string | null): void
}

/** The options of a wallet, but for methods of its own. */
export interface WalletSettings {
  /** The first is the one in use at the start. */
  chains: readonly WalletChain[]
  /** The keys that the wallet holds. */
  accounts: readonly WalletAccount[]
  /**
   * Which accounts a site gets when it connects, the active one first. Default: the first account.
   */
  exposed?: readonly Address[]
  /** `auto` approves at once, `manual` waits for `approve()` and `reject()`. */
  ui: 'auto' | 'manual' | PromptUi
  /** How it behaves from the start; absent: as `ui` says. */
  rule?: WalletRule
  /** Shown in prompts. */
  origin?: string
  /** Whether `wallet_revokePermissions` works; default true, else 4200. */
  revokes?: boolean
  /** Whether an added chain becomes the active one at once; default true. */
  switchesOnAdd?: boolean
  /**
   * Whether any second prompt is refused with -32002; default false: only a second of the same
   * kind, signatures and transactions queue.
   */
  oneAtATime?: boolean
  /**
   * Code at this address does several calls of an account as one: the wallet delegates to it (EIP-7702) and
   * offers batches (EIP-5792). Absent: it knows none.
   */
  batchAccount?: Address
  memory?: WalletMemory
  /** Posts a JSON-RPC body to a node and gives the parsed answer; default: fetch. */
  post?: (url: string, body: string) => Promise<unknown>
}

/** The wallet seen by its owner, or by a test: everything that happens on the wallet's side. */
export interface WalletControl {
  /** Prompts that wait, the front one first. */
  readonly pending: readonly Prompt[]
  /** Every request that came in, the oldest first. */
  readonly requests: readonly { method: string; params: unknown }[]
  readonly state: WalletState
  /** Behaves by this rule from now on; prompts that wait are answered by it. */
  follow(rule: WalletRule): void
  /** @throws when nothing waits, or no prompt has this id */
  approve(id?: number, approval?: Approval): void
  reject(id?: number): void
  /**
   * Sets the accounts that the site sees from now on, the active one first. A connected site gets
   * `accountsChanged`.
   */
  setAccounts(accounts: readonly Address[]): void
  /** The owner changes the network; it need not be one that the wallet or the site knows. */
  setChain(chainId: number): void
  lock(): void
  unlock(): void
  /** The owner disconnects the site. */
  disconnect(): void
  /** The provider loses all chains: `disconnect` is emitted, requests fail with 4900. */
  goOffline(): void
  goOnline(): void
  /**
   * The next request is rejected with exactly this, whatever it is; `sync`: thrown by the call
   * itself.
   */
  failNext(error: unknown, scope?: FaultScope & { sync?: boolean }): void
  /** The next request is declined with 4001. */
  rejectNext(scope?: FaultScope): void
  /** The next request is answered with exactly this. */
  answerNext(value: unknown, scope?: FaultScope): void
  /** The next request is never answered. */
  hangNext(scope?: FaultScope): void
  /** The next request waits before it is looked at. */
  delayNext(ms: number, scope?: FaultScope): void
  clearFaults(): void
  /** Rejects what waits and stops. */
  dispose(): void
}

export interface WalletState {
  /** The answer to `eth_accounts`. */
  accounts: Address[]
  chainId: number
  locked: boolean
  online: boolean
}

export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: (value: never) => void): Eip1193Provider
  removeListener(event: string, listener: (value: never) => void): Eip1193Provider
}
