import {
  LatchkeyError,
  type Account,
  type Connection,
  type Json,
  type Network,
  type Scopes,
} from '@latchkey/plugin-api'
import {
  createLiveConnection,
  type LiveConnection,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import { readChainName, chainOf, chainsOf, idOf, type Chain } from '../chain/chains.js'
import { NAMESPACE } from '../chain/networks.js'
import type { BitcoinSource } from '../chain/source.js'
import {
  readExposed,
  type Driver,
  type ExposedAddress,
  type WalletState,
} from './drivers/driver.js'
import { answerRequest, type Signer } from './requests.js'
import { demandSwitchable } from './switching.js'
import { readMember } from './untrusted.js'

/** How long a wallet may take to say what it exposes after it reported a change. */
const READ_TIMEOUT_MS = 3_000

export interface ConnectionOptions {
  /** Of the connector and of its connection. */
  id: string
  driver: Driver
  networks(): readonly Network[]
  source(): Promise<BitcoinSource>
  /** The connections of this plugin that somebody listens to. */
  live: LiveConnections
  /** Aborted when the plugin ends. */
  end: AbortSignal
}
/**
 * How a connection is opened. `ask` prompts the visitor; `silent` does not; `remembered` does not
 * either, and uses the snapshot where the wallet cannot tell what it exposes.
 */
export type OpeningMode = { ask: Chain } | 'silent' | { remembered: Json }

/** Reads what {@link openConnection} wrote as a snapshot. Storage may hold anything. */
function readSnapshot(snapshot: Json): WalletState {
  const chain = readChainName(readMember(snapshot, 'chain'))
  return { accounts: readExposed(readMember(snapshot, 'accounts')) ?? [], ...(chain && { chain }) }
}
const toSnapshot = (id: string, { accounts, chain }: WalletState): Json => ({
  id,
  accounts: accounts.map((account) => ({ ...account, purpose: account.type })),
  ...(chain && { chain }),
})

/** Reads what the wallet exposes. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
async function readWallet(
  driver: Driver,
  mode: OpeningMode,
  signal: AbortSignal | undefined,
): Promise<WalletState | undefined> {
  const found =
    typeof mode === 'object' && 'ask' in mode
      ? await driver.connect({ chain: mode.ask, ...(signal && { signal }) })
      : await driver.readSilently(signal)
  if (signal?.aborted)
    throw new LatchkeyError('kernel.aborted', 'The connect was given up.', { cause: signal.reason })
  return (
    found ??
    (typeof mode === 'object' && 'remembered' in mode ? readSnapshot(mode.remembered) : undefined)
  )
}

/**
 * The configured networks on which an address can exist. Where none is configured: one that nobody
 * configured.
 */
function networksOf(
  { address }: ExposedAddress,
  { chain }: WalletState,
  { driver, networks }: ConnectionOptions,
): readonly Network['id'][] {
  const chains = chainsOf(address)
  const here = driver.switchNetwork && chain && chains.includes(chain) ? [chain] : chains
  const configured = networks()
    .filter((network) => here.includes(chainOf(network)))
    .map(({ id }) => id)
  return configured.length ? configured : [idOf(here[0]!)]
}

function toScopes(reading: WalletState, options: ConnectionOptions): Scopes {
  const accounts = reading.accounts.map((account): Account => ({
    ...account,
    key: `${account.type}:${account.address}`,
    namespace: NAMESPACE,
    networks: networksOf(account, reading, options),
  }))
  return {
    [NAMESPACE]: {
      accounts,
      networks: options.driver.switchNetwork
        ? 'any'
        : [...new Set(accounts.flatMap((account) => account.networks ?? []))],
      methods: 'any',
      ...(reading.chain && { network: idOf(reading.chain) }),
    },
  }
}

/**
 * The account of an address, the first payment account where none is named, on that network.
 * @throws `wallet.unauthorized`, `wallet.chain_disconnected`
 */
function findAccount(
  address: string | undefined,
  id: string,
  reading: WalletState,
  options: ConnectionOptions,
): { account: ExposedAddress; network: Network; chain: Chain } {
  const { accounts } = reading
  const account =
    address === undefined
      ? (accounts.find(({ type }) => type === 'payment') ?? accounts[0])
      : accounts.find((each) => each.address === address)
  if (!account)
    throw new LatchkeyError(
      'wallet.unauthorized',
      'The wallet has not exposed this address: use one of its accounts.',
      { context: {} },
    )
  const network = options.networks().find((each) => each.id === id)
  if (!network || !networksOf(account, reading, options).includes(network.id))
    throw new LatchkeyError(
      'wallet.chain_disconnected',
      `The account does not exist on ${id}: switch the network in the wallet.`,
      { context: { network: id } },
    )
  return { account, network, chain: chainOf(network) }
}

/**
 * Opens the live link to a Bitcoin wallet of the page.
 * @returns `undefined` when it exposes no account
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export function openConnection(
  options: ConnectionOptions,
  mode: OpeningMode,
  signal?: AbortSignal,
): Promise<Connection | undefined> {
  const { id, driver, live, end } = options
  let reading: WalletState = { accounts: [] }
  let reads = 0
  const signer: Signer = {
    driver,
    exposed: () => reading.accounts,
    source: () => options.source(),
    findAccount: (address, network) => findAccount(address, network, reading, options),
  }
  /** The wallet reported a change: it is asked what it exposes now. The newest answer counts. */
  const readAgain = async (
    link: LiveConnection,
    signal: AbortSignal = AbortSignal.timeout(READ_TIMEOUT_MS),
  ): Promise<void> => {
    const own = ++reads
    const found = await driver.readSilently(signal).catch(() => undefined)
    if (!found || own !== reads || link.isOver) return
    reading = found
    if (found.accounts.length) link.notify({ scopes: link.connection.scopes })
    else link.close()
  }
  const link: LiveConnection = createLiveConnection({
    id,
    wallet: id,
    live,
    end,
    scopes: () => toScopes(reading, options),
    request: async (request) => answerRequest(signer, request),
    snapshot: () => toSnapshot(id, reading),
    switchAccount: async (account) => demandSwitchable(account),
    ...(driver.disconnect && { disconnect: (signal) => driver.disconnect!(signal) }),
    ...(driver.switchNetwork && {
      switchNetwork: async (network, signal) => {
        if (chainOf(network) === reading.chain) return
        await driver.switchNetwork!(chainOf(network), signal)
        await readAgain(link, signal)
      },
    }),
  })
  return link.open(async () => {
    const found = await readWallet(driver, mode, signal)
    if (!found?.accounts.length) return false
    reading = found
    link.listen(
      (what: 'changed' | 'closed') => {
        if (what === 'changed') return void readAgain(link)
        reading = { accounts: [] }
        link.close()
      },
      (listener) => driver.onChange(listener),
    )
    return true
  })
}
