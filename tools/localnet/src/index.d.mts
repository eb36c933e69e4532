// The types of this package. The code is plain JavaScript, so that it runs before anything is
// built; its compiler settings check it against these declarations.
import type { DevAccount, Hex, Running } from '@latchkey/testing/nodes'
import type { IncomingHttpHeaders } from 'node:http'

export {
  accounts,
  endChild,
  mnemonic,
  request,
  spawnKept,
  startAnvil,
  type Anvil,
  type AnvilOptions,
  type DevAccount,
  type Hex,
  type Running,
} from '@latchkey/testing/nodes'

export interface Bitcoin extends Running {
  /** Mines blocks, one if not told otherwise. @returns the height */
  mine(blocks?: number): Promise<number>
  /** Pays satoshi to an address and mines the block. @returns the transaction's id */
  fund(address: string, value: number | bigint): Promise<string>
}

/**
 * Starts a Bitcoin regtest node (bcoin) with an HTTP face of the Esplora kind at `url`. It checks
 * no taproot spends. It ends with this process.
 */
export declare function startBitcoin(options?: { port?: number }): Promise<Bitcoin>

/** A chain of the Polkadot kind, as `@latchkey/polkadot` takes networks. */
export interface PolkadotChain {
  name: string
  genesisHash: Hex
  ss58Prefix: number
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: [string]
  testnet: true
}
export interface PolkadotNode extends Running {
  pid: number
  chain: PolkadotChain
  /** Substrate's development keys that hold 1,000 ROC each: secret URI and account id. */
  accounts: readonly { uri: string; address: string }[]
}

/**
 * Starts the real runtime of an asset hub (Rococo's) on one node, a block for each transaction, at
 * once. `url` is a websocket. It ends with this process.
 */
export declare function startPolkadot(): Promise<PolkadotNode>

export interface Token {
  address: Hex
  name: string
  symbol: string
  decimals: number
  abi: readonly unknown[]
}

export interface Tokens {
  /** Keeps to EIP-20. */
  erc20: Token
  /** Of the USDT kind: returns nothing; an allowance must be zero before it is changed. */
  silent: Token
  /** Moves nothing and answers false; the receipt still says success. */
  refusing: Token
}

export declare const tokens: Tokens

/** Code to which an account may delegate (EIP-7702), so that it does several calls as one. */
export declare const batchAccount: Hex
/**
 * A game for one player, on every chain of `startLocalnet`: `press(game, lantern)` turns one of nine lanterns and
 * its neighbours on or off, `litOf(player, game)` has a bit for each that is lit.
 */
export declare const lanterns: { address: Hex; abi: readonly unknown[] }
/** Puts the tokens, collectibles and games of `startLocalnet` on another anvil that is new. */
export declare function furnish(url: string): Promise<void>
/** Puts the game on another anvil. */
export declare function placeLanterns(url: string): Promise<void>

export interface Contract {
  address: Hex
  abi: readonly unknown[]
}
/** Nobody has any at the start; anybody may mint. */
export declare const collections: Record<'erc721' | 'erc1155', Contract & { name: string }>
/**
 * `spam` is named after a link and dropped on many at once. `poison` spells Localnet Token with
 * foreign letters and reports transfers that never were. `lying` has 2^256 - 1 decimals, a name of
 * 10 kB and a symbol that reverts.
 */
export declare const hostileTokens: Record<'spam' | 'poison' | 'lying', Contract>
/** A token that calls a contract in the middle of a transfer, once `callBack(address,bytes)` named one. It is on no chain. */
export declare const reentrantToken: { abi: readonly unknown[]; runtime: Hex }
/** Whole tokens of each kind that each account holds at the start. */
export declare const tokensEach: bigint
export declare const multicallAddress: Hex
/** Puts Multicall3 at its address on a chain that does not have it. */
export declare function putMulticall(url: string): Promise<void>

export interface LocalChain {
  id: number
  name: string
}

/** 31337 "Localnet One" and 31338 "Localnet Two". */
export declare const chains: readonly LocalChain[]

export interface LocalnetOptions {
  /** Ports of the two chains; 0 or absent: free ones. */
  ports?: readonly [number, number]
  /** Seconds between blocks, from the moment that the chains are furnished. */
  blockTime?: number
  args?: readonly string[]
}

/** A pool of two tokens on the local Uniswap. */
export interface Pool {
  venue: 'uniswap-v2' | 'uniswap-v3'
  address: Hex
  tokens: readonly [Hex, Hex]
  /** In hundredths of a basis point: 3000 is 0.3 %. */
  fee: number
}
/** Uniswap on a local chain: its contracts, its tokens and its pools, by their addresses. */
export interface Pools {
  weth: Hex
  v2Factory: Hex
  v2Router: Hex
  v3Factory: Hex
  /** QuoterV2. */
  v3Quoter: Hex
  /** SwapRouter, which takes a deadline in each struct. */
  v3Router: Hex
  /** SwapRouter02, which takes a deadline by `multicall`. */
  v3Router02: Hex
  positions: Hex
  tokens: {
    /** The localnet's token, 18 decimals. */
    local: Hex
    /** Of the USDT kind: no return value, an allowance must be 0 before it is changed; 6 decimals. */
    silent: Hex
    /** TUSD, with EIP-2612, 6 decimals. */
    dollar: Hex
    /** Keeps a hundredth of each transfer. */
    toll: Hex
    /** Can be bought and not sold. */
    unsellable: Hex
    /** Calls a contract in the middle of a transfer, once `callBack(address,bytes)` named one. */
    reentrant: Hex
  }
  pools: {
    /** 1 LOCAL is 2 TUSD. */
    localDollarV2: Pool
    localDollarV3: Pool
    /** 1 WETH is 1,000 LOCAL. */
    localWeth: Pool
    dollarWeth: Pool
    /** LOCAL and SILENT with 100 and 200 whole units: a swap moves the price. */
    shallow: Pool
    toll: Pool
    unsellable: Pool
    reentrant: Pool
  }
}

/**
 * Puts Uniswap V2 and V3 with pools on a local chain, in some three seconds. The addresses are the
 * same on each fresh chain. Each of the ten accounts gets 1,000 of each token that comes with them.
 * @param url the chain's node, an anvil of `startLocalnet`
 */
export declare function deployPools(url: string): Promise<Pools>

/** A name service of the kind of ENS on a local chain. */
export interface Names {
  /** `shop.eth`, which has no resolver at first. */
  name: string
  /** Owns that name. */
  owner: Hex
  /** Of EIP-137. */
  registry: Hex
  /** The two calls of ENSIP-23 that viem makes. */
  universalResolver: Hex
  /** Signs and sends transactions as the owner, one after the other. */
  send(transactions: readonly { to?: Hex; data: Hex }[]): Promise<void>
  /** Lets an address claim a name, whoever has that. */
  nameAddress(address: Hex, name: string): Promise<void>
}

/**
 * Puts a registry with one name below `eth`, and a universal resolver, on a local chain.
 * @param label of the name; `shop` if left out
 */
export declare function deployNames(url: string, label?: string): Promise<Names>

/** The same as `send` of `deployNames`, from another process. */
export declare function sendAsNameOwner(
  url: string,
  transactions: readonly { to?: Hex; data: Hex }[],
): Promise<void>

export interface Localnet extends Running {
  chains: (LocalChain & { url: string })[]
  erc20: Token
  tokens: Tokens
  multicall3: Hex
  accounts: DevAccount[]
}

/**
 * Starts both chains with the accounts, the tokens (at the same addresses on both) and Multicall3.
 * `url` is the first chain's.
 */
export declare function startLocalnet(options?: LocalnetOptions): Promise<Localnet>

export interface Solana extends Running {
  /** The WebSocket for web3.js's subscriptions; without it, web3.js tries the next port. */
  wsUrl: string
}

/**
 * Starts Solana's real runtime (litesvm) behind a node's JSON-RPC. Nobody has anything: ask
 * `requestAirdrop`.
 */
export declare function startSolana(options?: { port?: number }): Promise<Solana>

export interface RpcFault {
  /** Only requests with one of these methods; absent: all. */
  methods?: readonly string[]
  /** How often; absent: until `heal()`. */
  times?: number
  /** Milliseconds before the answer, spoilt or not. */
  delayMs?: number
  /** HTTP status of the answer, 429 or 500 for example. */
  status?: number
  /** `'html'` or the exact text of the answer. */
  body?: 'html' | (string & {})
  headers?: Readonly<Record<string, string>>
  /** Never answers. */
  hang?: boolean
  /** Ends the connection without an answer. */
  drop?: boolean
}

export interface RecordedRequest {
  method: string
  params: unknown
  /** Milliseconds since 1970. */
  at: number
  headers: IncomingHttpHeaders
}

export interface RpcFaultProxy extends Running {
  /** Every call that came in, the oldest first; a batch gives one entry for each call. */
  readonly requests: readonly RecordedRequest[]
  /** Adds a fault. The first that fits a request spoils it. */
  fail(fault: RpcFault): void
  /** Takes all faults back. */
  heal(): void
  /** Empties `requests`. */
  forget(): void
}

/**
 * A proxy before a node that delays, refuses, garbles, hangs or drops on demand, and records what
 * came in.
 */
export declare function startRpcFaultProxy(options: {
  target: string
  port?: number
}): Promise<RpcFaultProxy>

/**
 * Looks for the receipt until it is there. viem's `waitForTransactionReceipt` looks again at the next block
 * only, and anvil tells a block before it has its receipts: where nobody else sends, it waits for ever.
 * @param reader a public client of viem
 */
export declare function receiptOf<Receipt>(
  reader: { getTransactionReceipt(of: { hash: Hex }): Promise<Receipt> },
  hash: Hex,
): Promise<Receipt>

/**
 * Replaces the newest blocks of an anvil by other, empty ones, one more than it takes away, so that
 * the new chain is the longer one. Transactions of the old blocks are gone.
 * @param depth how many blocks are taken away
 */
export declare function reorg(url: string, depth: number): Promise<void>

/**
 * Gives the first account a past on a chain: payments in and out, NFTs of both kinds, spam that was
 * dropped on thirty accounts, and a transfer of nothing to an address that resembles one it paid.
 */
export declare function furnishHistory(url: string): Promise<void>

export interface Postgres {
  /**
   * A new, empty database.
   * @param options.isBySocket by its socket, as a service on the same machine asks it. Absent: by TCP
   */
  create(options?: { isBySocket?: boolean }): Promise<string>
  /** A crash: its processes end at once. What was committed stays. */
  kill(): Promise<void>
  /**
   * Starts it again, at the same address.
   * @param options.asReplica it takes no writes and stays as it is, until `pg_promote()`
   */
  start(options?: { asReplica?: boolean }): Promise<void>
  stop(): Promise<void>
}

/** Starts a PostgreSQL of its own on a free port, in a folder that goes with it. */
export declare function startPostgres(): Promise<Postgres>

/**
 * Gives each new connection to the next target that accepts it, as a balancer does.
 * @param options.looksEveryMs it asks each target for `/health` so often, and leaves out, while it can,
 * those that do not answer with 200. Absent: never
 */
export declare function startBalancer(
  ports: readonly number[],
  options?: { looksEveryMs?: number },
): Promise<{
  /** `127.0.0.1:…` */
  authority: string
  close(): Promise<void>
}>

export interface RedisServer {
  /** `unix://…` */
  url: string
  /** A crash; it keeps nothing. */
  kill(): Promise<void>
  /** Takes connections and says nothing, until `hang(false)`. */
  hang(isOn: boolean): void
  /** Starts it again, at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts a redis-server of its own at a socket, with nothing on disk, in a folder that goes with it. */
export declare function startRedis(): Promise<RedisServer>
/**
 * Copies the project of `services/blockchain-api/engines/ponder` and installs it there with npm, 200 MB.
 * @param folder that does not exist yet, or is empty
 */
export declare function installPonder(folder: string): void

export interface Ponder {
  /** The end of what it wrote. */
  output(): string
  /** null while it runs. */
  exitCode(): number | null
  close(): Promise<void>
}

/**
 * Starts Ponder in such a folder. It ends with this process.
 * @param options.env the settings that `ponder.config.ts` there names
 * @param options.port of its own server; absent: a free one
 */
export declare function startPonder(options: {
  folder: string
  env: Readonly<Record<string, string>>
  port?: number
}): Ponder

export interface Artifact {
  abi: readonly unknown[]
  bytecode: Hex
  runtime: Hex
}
export type Artifacts = Record<
  | 'TestToken'
  | 'SilentToken'
  | 'FalseToken'
  | 'TestCollectible'
  | 'TestItems'
  | 'SpamToken'
  | 'PoisonToken'
  | 'LyingToken'
  | 'BatchAccount'
  | 'Lanterns'
  | 'ReentrantToken'
  | 'NameRegistry'
  | 'ReverseNames'
  | 'UniversalResolver',
  Artifact
>

export interface CosmosOptions {
  /** 0 or absent: a free one. */
  port?: number
  /** `localcosmos-1` unless told otherwise. */
  chainId?: string
  /** Bech32 prefix of its addresses; `cosmos` unless told otherwise. */
  prefix?: string
  /** Base units by denomination, by address. */
  genesis?: Readonly<Record<string, Readonly<Record<string, bigint | number | string>>>>
}

export interface CosmosStandIn extends Running {
  chainId: string
  /** Makes coins. */
  fund(address: string, denom: string, amount: bigint | number | string): void
}

/**
 * Starts a stand-in for a Cosmos chain, in this process: no consensus, no state machine but bank
 * transfers. It answers as a CometBFT node does and checks signatures (direct, amino), account
 * numbers, sequences, chain id, fees and funds as a real one.
 */
export declare function startCosmos(options?: CosmosOptions): Promise<CosmosStandIn>

/**
 * What a development key's addresses are: base58 of Solana, P2WPKH of Bitcoin's regtest, bech32 of
 * Cosmos.
 */
export declare function addressesOf(privateKey: Hex): {
  solana: string
  bitcoin: string
  cosmos: string
}

export interface WorldOptions extends LocalnetOptions {
  /** Told of a chain besides the EVM ones that could not be started; absent: that is an error. */
  onMissing?: (name: string, error: unknown) => void
  /** Only the two EVM chains. */
  evmOnly?: boolean
  /** Puts Uniswap on the first chain. */
  pools?: boolean
  /** Puts a name service with `shop.eth` on the first chain. */
  names?: boolean
  /** Puts the contracts of smart accounts on the first chain, and starts a bundler for it. */
  smartAccounts?: boolean
}

export interface World {
  /** What pages are told of the chains, as JSON. */
  shown: {
    chains: Localnet['chains']
    accounts: readonly DevAccount[]
    erc20: Pick<Token, 'address' | 'symbol' | 'decimals'>
    solana?: { url: string; wsUrl: string; genesisHash: string } | undefined
    bitcoin?: { url: string } | undefined
    polkadot?: PolkadotChain | undefined
    cosmos?: { url: string; chainId: string } | undefined
    pools?: Pools | undefined
    names?: Omit<Names, 'send' | 'nameAddress'> | undefined
    batchAccount?: Hex | undefined
    bundlerUrl?: string | undefined
    /** The game of `lanterns`, and the chains with smart accounts, on which a session can play it. */
    game?: { contract: Hex; chains: readonly number[] } | undefined
  }
  /** The funded address on each chain: the first account's key, and //Alice on Polkadot. */
  owner: { solana: string; bitcoin: string; polkadot: string; cosmos: string }
  /** Mines a block of Bitcoin. */
  mine(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts all five chain families: `startLocalnet`, and one node of each other kind, where the first
 * account's key has something.
 */
export declare function startWorld(options?: WorldOptions): Promise<World>

export interface ReceivedMail {
  to: string
  /** All whom the server was told to hand it to, as the envelope says. */
  recipients: readonly string[]
  subject: string
  text: string
  html: string
  headers: readonly { key: string; value: string }[]
  /** As it came over the line. */
  raw: string
  isRead?: boolean
}

export interface MailServer {
  /** `smtp://127.0.0.1:…`, for `SMTP_URL`. */
  url: string
  /** A page with all mails, which shows new ones by itself; `/mails.json` has them as JSON. */
  inboxUrl: string
  mails: readonly ReceivedMail[]
  /** Refuses every mail with 451 until it is switched off. */
  refuse(isOn: boolean): void
  /** Waits for the next mail to an address that was not read yet. */
  next(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** Starts a mail server with an inbox, in this process. It hands nothing on. */
export declare function startMail(options?: {
  port?: number
  inboxPort?: number
}): Promise<MailServer>

export type SocialName = 'google' | 'x' | 'discord' | 'github' | 'apple' | 'facebook'

/** A person at a provider. */
export interface SocialPerson {
  id: string
  name?: string
  email?: string
}

/** What a provider does from now on. An empty one: it works. */
export interface ProviderSwitches {
  /** The person's button refuses. */
  deny?: boolean
  noEmail?: boolean
  unverifiedEmail?: boolean
  /** The token endpoint fails: hangs, closes the line, or answers this. */
  fault?: 'slow' | 'away' | 'html' | 'long' | 'redirect' | '429' | '500' | '503'
  /** Its answers to the service come so many ms late. */
  lateMs?: number
  /** Where it fails. `token` unless told otherwise. */
  faultAt?: 'token' | 'profile'
  wrongIssuer?: boolean
  wrongNonce?: boolean
  wrongAudience?: boolean
  /** The code of before is given again. */
  reusedCode?: boolean
  /** Another person. */
  person?: SocialPerson
  /** Of the consent page: browsers then sever it from its opener. */
  coop?: 'same-origin' | 'same-origin-allow-popups'
}

/** A registered client at each stand-in, as the options of the secure frame have it. */
interface SocialClients {
  google: { clientId: string; clientSecret: string; url: string }
  x: { clientId: string; clientSecret: string; url: string }
  discord: { clientId: string; clientSecret: string; url: string }
  github: { clientId: string; clientSecret: string; url: string }
  facebook: { clientId: string; clientSecret: string; url: string }
  apple: { clientId: string; team: string; keyId: string; key: string; url: string }
}

export interface Providers {
  url: string
  options: SocialClients
  /** The same as variables of the secure frame. The key of Apple is in a file that goes with `close`. */
  env: Readonly<Record<string, string>>
  switch(name: SocialName, switches: ProviderSwitches): void
  /** What was asked of a provider. */
  requests(name: SocialName): readonly {
    path: string
    headers: Readonly<Record<string, string | string[] | undefined>>
  }[]
  /**
   * Consents, or refuses, as a person does in the window.
   * @returns the request with which the browser goes back; `fields` are those of a form
   */
  consent(
    uri: string,
    word?: 'yes' | 'no',
  ): Promise<{ method: 'GET' | 'POST'; url: string; fields: Readonly<Record<string, string>> }>
  close(): Promise<void>
}

/** Starts stand-ins of six providers of sign-ins, in this process. */
export declare function startProviders(options?: { port?: number }): Promise<Providers>

export interface FarcasterApproval {
  message: string
  signature: string
  username: string
  fid: number
}

/** How an approval differs from an honest one. */
export interface FarcasterSwitches {
  /** Private key that signs. */
  key?: string
  fid?: number
  username?: string
  /** Takes the place of what the channel was opened with. */
  channel?: { domain?: string; siweUri?: string; nonce?: string }
  change?: (message: string) => string
  /** Signs this text and sends the message. */
  signs?: string
  /** Is sent as it stands. */
  approval?: FarcasterApproval
}

export interface Farcaster {
  relay: string
  /** A node with the registry of ids, as OP Mainnet has it. */
  rpc: string
  env: Readonly<Record<string, string>>
  /** Has the id {@link Farcaster.fid}. */
  custody: DevAccount
  fid: number
  username: string
  register(address: string, fid: number): Promise<void>
  /** Approves the channel of a link. @returns what the relay hands out */
  approve(uri: string, switches?: FarcasterSwitches): Promise<FarcasterApproval>
  /** The relay gives links of this address, or of its own app. */
  setLink(url: string | undefined): void
  /** The relay closes every line until it is switched off. */
  setAway(isOn: boolean): void
  close(): Promise<void>
}

/** Starts a stand-in of Farcaster: a relay, an app that signs, and a registry on a node of its own. */
export declare function startFarcaster(options?: { port?: number }): Promise<Farcaster>

/** The contracts that smart accounts need, beside the enforcers of the framework. */
export interface SmartContracts {
  /** EntryPoint 0.7. */
  entryPoint: Hex
  delegationManager: Hex
  factory: Hex
  /** HybridDeleGator. */
  implementation: Hex
}

/**
 * Puts EntryPoint 0.7 (ERC-4337) and the Delegation Framework 1.3.0 with the enforcers that limits use on a chain: the
 * code and the addresses are those of public chains. It takes some 0.3 s.
 * @param url the chain's node, an anvil
 */
export declare function deploySmartAccounts(url: string): Promise<SmartContracts>

/**
 * The ways in which a bundler fails. `gas-hundredfold`: its estimates are a hundred times what is needed.
 * `foreign-receipt`: its receipts are of another operation. `false-success`: every operation is included, and its
 * calls were made. `swallow`: it takes operations and sends none. `silence`: it never answers.
 */
export type BundlerFault =
  | 'gas-hundredfold'
  | 'foreign-receipt'
  | 'false-success'
  | 'swallow'
  | 'silence'
  | '429'
  | '500'
  | 'html'
  | 'other-entry-point'
  | 'other-chain'

export interface LocalBundler extends Running {
  /** Every request that it understood, the oldest first. */
  readonly requests: readonly { method: string; params: unknown }[]
  /** Fails in this way from now on; without one it is honest again. */
  fail(fault?: BundlerFault): void
}

/**
 * Starts a bundler (ERC-4337, EntryPoint 0.7) in this process, within milliseconds. Each operation is sent to the
 * chain at once, in a transaction of its own, and nothing is kept: closed and started again, it knows what the chain
 * knows.
 * @param options.rpcUrl an anvil with EntryPoint 0.7
 * @param options.key another number for each bundler of the same chain; 1 if left out
 */
export declare function startBundler(options: {
  rpcUrl: string
  port?: number
  key?: number
}): Promise<LocalBundler>

/**
 * Starts alto, a bundler of others, in a process of its own that ends with this one. It takes some ten seconds. The
 * chain must have EntryPoint 0.7, and blocks a second apart: alto waits for the next block.
 * @param options.rpcUrl an anvil
 */
export declare function startAlto(options: { rpcUrl: string }): Promise<Running>
