import type { Caip2, Namespace } from './caip.js'
import type { Account } from './connector.js'
import type { Json } from './json.js'
import type { Network } from './network.js'

/** An account together with the connection that can use it. */
export interface ConnectedAccount extends Account {
  connectionId: string
}

/** An amount in base units (wei, lamports, satoshi, planck). Text only at the edge of the screen. */
export interface Amount {
  value: bigint
  decimals: number
  symbol: string
}
export interface Asset {
  /** Contract, mint or denom. Absent: the native currency. */
  token?: string
  name: string
  amount: Amount
  iconUrl?: string
  /** Price of one whole unit in US dollars, decimal text. */
  price?: string
}

interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}
export interface Transfer extends On {
  to: string
  /** Base units of the native currency, or of `token`. */
  value: bigint
  token?: string
  /** A text that goes into the transaction, for everybody to read. Only where `send.carries` names it: an adapter that cannot carry it would drop what the receiver relies on. */
  memo?: string
  /** Addresses that the transaction names, so that the receiver finds it (Solana Pay). Only where `send.carries` names it. */
  references?: readonly string[]
}
/** What a submission became. `watch` follows it to its end by `id` and `kind`, also after a reload. */
export interface Submission {
  id: string
  kind: 'transaction' | 'calls' | 'safe' | (string & {})
}
export type SubmissionStatus =
  | { status: 'pending' }
  | { status: 'success' | 'failed'; transaction?: string }
  | { status: 'replaced'; by: string }
  | { status: 'dropped' }

/** A request put into words before a wallet opens: made from the same object that is handed on. */
export interface Description {
  /** Message key of the headline, with parameters; `undefined` fields are unknown and said to be. */
  title: string
  params?: Readonly<Record<string, string | number>>
  rows: readonly { label: string; value: string; warning?: string; raw?: boolean }[]
  /** False: the content could not be read in full and must be shown raw. */
  complete: boolean
}

/** The parts of an adapter that a chain may or may not have. The UI asks for these by name and never for the namespace. */
export interface AdapterAbilities {
  /** Native balance. */
  balance(at: { address: string; network: Network; signal?: AbortSignal }): Promise<Amount>
  assets(on: On): Promise<readonly Asset[]>
  /** Signs text or bytes as the chain's wallets do; answers in the chain's usual encoding. */
  sign(on: On & { message: string | Uint8Array }): Promise<string>
  typedData(on: On & { data: Json }): Promise<string>
  send: {
    /** Hands `transfer.signal` on to `ctx.connections.request`: by it whoever asked knows the request among all, and can put it before the visitor. */
    submit(transfer: Transfer): Promise<Submission>
    /** What goes along with a transfer beside the money. Nothing, if left out. */
    carries?: readonly ('memo' | 'references')[]
    watch(
      submission: Submission,
      on: { network: Network; signal?: AbortSignal },
    ): AsyncIterable<SubmissionStatus>
  }
  /** Several calls as one, where the wallet can (EIP-5792). */
  calls(on: On & { calls: readonly Json[] }): Promise<Submission>
  capabilities(on: On): Promise<Json>
  /** Network fee of a transfer, base units of the native currency. `reserve`: what must stay in the account beside it, as an existential deposit must. `room`: what is best left too where everything is sent, for wallets that offer more than is taken. */
  estimate(transfer: Transfer): Promise<{ fee: bigint; reserve?: bigint; room?: bigint }>
  /** Writes a contract by its interface. */
  write(
    on: On & {
      address: string
      abi: readonly unknown[]
      functionName: string
      args?: readonly unknown[]
      value?: bigint
    },
  ): Promise<Submission>
  permissions: {
    grant(on: On & { permissions: Json }): Promise<Json>
    revoke(on: On & { permissions: Json }): Promise<Json>
  }
  nameLookup: {
    resolve(name: string, network: Network, signal?: AbortSignal): Promise<string | undefined>
    reverse(
      address: string,
      network: Network,
      signal?: AbortSignal,
    ): Promise<{ name: string; avatar?: string } | undefined>
  }
  describe(request: {
    network: Network
    method: string
    params: unknown
    account?: ConnectedAccount
  }): Promise<Description | undefined>
  /** Answers from the network's own RPC, without a wallet, the methods that the plugin's policy lists as `nodes`. */
  read(request: {
    network: Network
    method: string
    params?: unknown
    signal?: AbortSignal
  }): Promise<unknown>
}
export type Ability = keyof AdapterAbilities

/** What a chain plugin knows of its namespace. Loaded on first use. */
export interface ChainAdapter extends Partial<AdapterAbilities> {
  /**
   * Full check with checksum; answers the canonical spelling.
   * @throws `adapter.invalid_address`
   */
  parseAddress(text: string, network?: Network): string
  /** Shortened for a screen, never for a comparison. */
  formatAddress(address: string): string
  /** The account's address in the spelling of that network. `undefined`: only the wallet can tell, ask `connection.switchNetwork`. */
  addressOn(account: Account, network: Network): string | undefined
}

/** Registers a namespace: what it can do is known at once, how is loaded later. */
export interface AdapterRegistration {
  namespace: Namespace
  /** Name of the chain family on screen. */
  label?: string
  abilities: readonly Ability[]
  /** Whether a text has the shape of one of its addresses. Shape only: no hash, no dependency. */
  resembles(text: string): boolean
  /** What a multi-namespace connector asks a wallet for on this namespace's behalf. A feature adds to it by the `session` of an `RpcPolicy`. */
  session: { readonly methods: readonly string[]; readonly events: readonly string[] }
  load(): Promise<ChainAdapter>
  /** The plain network for an id that nobody configured, if the namespace can tell. */
  describeNetwork?(id: Caip2): Partial<Network> | undefined
}
