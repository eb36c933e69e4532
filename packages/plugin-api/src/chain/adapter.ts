import type { Caip2, Namespace } from './caip.js'
import type { Account } from './connector.js'
import type { Json } from '../json.js'
import type { KnownTab } from '../known.js'
import type { Network } from './network.js'

/** An account together with the connection that can use it. */
export interface ConnectedAccount extends Account {
  connectionId: string
}

/**
 * An amount in base units (wei, lamports, satoshi, planck). Format it as text only where it is
 * shown.
 */
export interface Amount {
  value: bigint
  decimals: number
  symbol: string
}
/** A token, or the native currency, that an account holds. */
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
/** A payment from an account to an address. */
export interface Transfer extends On {
  to: string
  /** Base units of the native currency, or of `token`. */
  value: bigint
  token?: string
  /**
   * A text that goes into the transaction, for everybody to read. Only where `send.carries` names
   * it: an adapter that cannot carry it would drop what the receiver relies on.
   */
  memo?: string
  /**
   * Addresses that the transaction names, so that the receiver finds it (Solana Pay). Only where
   * `send.carries` names it.
   */
  references?: readonly string[]
  /**
   * The NFT of the collection `token` that moves, `value` pieces of it; `id` is decimal text. Only
   * where `send.carries` names it: another adapter would send so much of a token.
   */
  nft?: { id: string; standard: 'erc721' | 'erc1155' }
}
/**
 * A transfer or call that was submitted. `watch` follows it to its end by `id` and `kind`, also after a reload.
 */
export interface Submission {
  id: string
  kind: 'transaction' | 'calls' | 'safe' | (string & {})
}
/**
 * The state of a submission. `replaced`: another transaction took its place. `dropped`: it never
 * came onto the chain.
 */
export type SubmissionStatus =
  | { status: 'pending' }
  | { status: 'success' | 'failed'; transaction?: string }
  | { status: 'replaced'; by: string }
  | { status: 'dropped' }

/** A request in words, shown before a wallet opens. It is made of the object that the wallet gets. */
export interface Description {
  /**
   * Message key of the headline, with parameters.
   */
  title: string
  params?: Readonly<Record<string, string | number>>
  rows: readonly { label: string; value: string; warning?: string; raw?: boolean }[]
  /** False: the request could not be read in full and must be shown raw. */
  complete: boolean
}

/**
 * The parts of an adapter that a chain may or may not have. The UI asks for these by name and never
 * for the namespace.
 */
export interface AdapterAbilities {
  /** Native balance. */
  balance(at: { address: string; network: Network; signal?: AbortSignal }): Promise<Amount>
  assets(on: On): Promise<readonly Asset[]>
  /** Signs text or bytes as the chain's wallets do; answers in the chain's usual encoding. */
  sign(on: On & { message: string | Uint8Array }): Promise<string>
  typedData(on: On & { data: Json }): Promise<string>
  send: {
    /**
     * Passes `transfer.signal` on to `ctx.connections.request`: by it the caller recognises the request
     * as its own, and can show it to the visitor.
     */
    submit(transfer: Transfer): Promise<Submission>
    /** Parts of a transfer beside money that the adapter carries. None, if left out. */
    carries?: readonly ('memo' | 'references' | 'nft')[]
    watch(
      submission: Submission,
      on: { network: Network; signal?: AbortSignal },
    ): AsyncIterable<SubmissionStatus>
  }
  /** Several calls as one, where the wallet can (EIP-5792). */
  calls(on: On & { calls: readonly Json[] }): Promise<Submission>
  capabilities(on: On): Promise<Json>
  /**
   * Network fee of a transfer, in base units of the native currency. `reserve`: an amount that must
   * stay in the account beside the fee, such as an existential deposit. `room`: a further amount to
   * leave where everything is sent, as wallets may offer a higher fee than is taken. `isToContract`:
   * an NFT would go to a contract, out of which it may never come again.
   */
  estimate(
    transfer: Transfer,
  ): Promise<{ fee: bigint; reserve?: bigint; room?: bigint; isToContract?: boolean }>
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
  /**
   * Answers from the network's own RPC, without a wallet, the methods that the plugin's policy
   * lists as `nodes`.
   */
  read(request: {
    network: Network
    method: string
    params?: unknown
    signal?: AbortSignal
  }): Promise<unknown>
}
/** Name of an ability of an adapter. */
export type Ability = keyof AdapterAbilities

/** The functions of a chain family. Loaded on first use. */
export interface ChainAdapter extends Partial<AdapterAbilities> {
  /**
   * Full check with checksum; answers the canonical spelling.
   * @throws `adapter.invalid_address`
   */
  parseAddress(text: string, network?: Network): string
  /** Shortened for a screen, never for a comparison. */
  formatAddress(address: string): string
  /**
   * The account's address in the spelling of that network. `undefined`: only the wallet knows it, after
   * `connection.switchNetwork`.
   */
  addressOn(account: Account, network: Network): string | undefined
  /**
   * The picture of a network of this family, of those that the plugin brings: `data:image/...`, and
   * nothing else is drawn, so that no server is asked for one. Called when the network is shown, often:
   * load the pictures then, by `import()`. The host's own, in `Network.assets`, is shown instead.
   * @returns `undefined` where it knows none: the first letter of the network's name is drawn
   */
  picture?(network: Caip2): Promise<string | undefined>
}

/** How a chain family writes its sign-in messages (CAIP-122). `docs/siwx-profiles.md` has ours. */
export interface SignInProfile {
  /** As in `wants you to sign in with your NAME account:`. ASCII, one line. */
  name: string
  /** Whether a scheme such as `https://` may stand before the domain. `false` if left out. */
  scheme?: boolean
  /**
   * `true`: a message without statement leaves out the statement's empty line as well (SIWS).
   * `false`, which is the default: it keeps that line (EIP-4361).
   */
  compact?: boolean
  /** Whether a text is an address of the family, in the spelling that its messages hold. */
  isAddress(text: string): boolean
  /**
   * Reads the text after `Chain ID: ` as the reference of a CAIP-2 id. `undefined`: that text is
   * not allowed there. Left out: the reference itself stands in the message.
   */
  readChain?(text: string): string | undefined
  /** Writes the reference of a CAIP-2 id: the inverse of `readChain`. */
  writeChain?(reference: string): string
  /**
   * The account behind an address, the same text for every spelling of it: servers keep bans and
   * sessions by it. Left out: an account has one spelling, which is the address.
   */
  accountOf?(address: string): string | undefined
}
/** A sign-in message with its signature, as the verifier of its chain family gets them. */
export interface SignedMessage {
  /** The account that the message names, in the message's spelling. */
  address: string
  /** CAIP-2, as the message names it. */
  chainId: Caip2
  /** The exact text that was signed. */
  text: string
  /** In the encoding of the family's wallets. The client sends it, so any text may stand here. */
  signature: string
  /** The client sends it: the verifier checks that it is the key of `address`. */
  publicKey?: string
  /** CAIP-74 object of a signature that was made while connecting. The client sends it. */
  cacao?: Json
  /** Sends a JSON-RPC request to a node of `chainId`. Absent: the host has named none. */
  node?(request: { method: string; params?: unknown }): Promise<unknown>
}
/**
 * Checks whether the account of a message made its signature. `true` and `'key'`: its key did.
 * `'contract'`: the code of the account accepts the signature, on the message's chain alone.
 * Anything else: the signature is wrong. Throws only where the check itself could not be made.
 */
export type SignInVerifier = (
  signed: SignedMessage,
) => boolean | 'key' | 'contract' | Promise<boolean | 'key' | 'contract'>
/** Message form and verifier to sign in with accounts of a chain family. Servers take the same object. */
export interface SignInFamily {
  profile: SignInProfile
  /** Loads the verifier when a signature is first verified: curves and hashes belong behind it. */
  verifier(): SignInVerifier | Promise<SignInVerifier>
}

/** How accounts of a namespace sign in. All that has the ability `sign` can, given a family. */
export interface SignInSupport {
  /**
   * Whether wallets of the family may connect and sign the message in one step: a connector that
   * can fulfils `ConnectAttempt.signIn`.
   */
  withConnect?: boolean
  /**
   * Loads profile and verifier of the family. Left out: `@latchkey/siwx` has them already, as it has
   * those of the five families of the specification.
   */
  load?(): Promise<SignInFamily>
}

/**
 * Registers a namespace. `abilities` says what its adapter can do; `sendByDefault`, `tabs` and `signIn`
 * say what a page offers of it. They are known at once; the adapter itself loads later.
 */
export interface AdapterRegistration {
  namespace: Namespace
  /** Name of the chain family on screen. */
  label?: string
  abilities: readonly Ability[]
  /**
   * Whether sending is offered where the host's option `namespaces` of `@latchkey/feature-send` does
   * not say otherwise. `false` if left out. Needs the ability `send`.
   */
  sendByDefault?: boolean
  /**
   * Those tabs of the specification that accounts of this namespace have. A tab that no plugin fills
   * shows what the page knows without one. None if left out; a plugin's own tabs need no entry here.
   */
  tabs?: readonly KnownTab[]
  /** How accounts sign in with a message (CAIP-122). */
  signIn?: SignInSupport
  /** Whether a text has the shape of one of its addresses. Shape only: no hash, no dependency. */
  resembles(text: string): boolean
  /**
   * The methods and events that connectors of several namespaces ask a wallet for. A feature adds to
   * them by the `session` of an `RpcPolicy`.
   */
  session: { readonly methods: readonly string[]; readonly events: readonly string[] }
  load(): Promise<ChainAdapter>
  /** The plain network for an id that nobody configured, if the namespace can tell. */
  describeNetwork?(id: Caip2): Partial<Network> | undefined
}
