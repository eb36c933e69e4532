import type { Account, Connection, Scopes, WireRequest } from '@latchkey/plugin-api'
import {
  askWallet,
  badAnswer,
  badParams,
  createLiveConnection,
  createToWalletError,
  readSafely,
  unsupportedMethod,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import {
  onStandardChange,
  readFeature,
  readStandardAccounts,
  type StandardAccount,
  type StandardWallet,
} from '@latchkey/plugin-api/wallet-standard'
import { isAddress } from '../chain/address.js'
import { NAMESPACE } from '../chain/networks.js'

/** The feature of the Wallet Standard that answers each method of this chain. */
const FEATURES: Readonly<Record<string, string>> = {
  samplech_getBalance: 'samplech:getBalance',
  samplech_sign: 'samplech:signMessage',
}

/**
 * Maps what the wallet throws to an error of Latchkey. It knows the codes of EIP-1193, and messages
 * in which a wallet says that the visitor declined. Pass `codes` and `words` if your wallets have
 * others.
 */
const toWalletError = createToWalletError()

/** Options of {@link openConnection}. */
export interface Options {
  /** Id of the connector and of its connection. */
  id: string
  wallet: StandardWallet
  /** The live connections of this plugin: all its connectors share one set. */
  live: LiveConnections
  /** Aborted when the plugin ends. */
  end: AbortSignal
}

/**
 * The accounts of this chain that the wallet, or its answer, has as `accounts`, each address once.
 * `undefined`: that is not a list.
 */
function toAccounts(owner: unknown): readonly StandardAccount[] | undefined {
  // A wallet's getter may throw.
  const list = readSafely(() => (owner as { accounts: unknown }).accounts)
  const ours = readStandardAccounts(list)?.filter(
    ({ address, chains }) =>
      isAddress(address) && chains.some((chain) => chain.startsWith(`${NAMESPACE}:`)),
  )
  return ours && [...new Map(ours.map((account) => [account.address, account])).values()]
}
const toAccount = ({ address, label }: StandardAccount): Account => ({
  key: address,
  namespace: NAMESPACE,
  address,
  type: 'eoa',
  ...(label && { label }),
})
const toScopes = (accounts: readonly StandardAccount[]): Scopes => ({
  [NAMESPACE]: {
    accounts: accounts.map(toAccount),
    networks: 'any',
    methods: Object.keys(FEATURES),
  },
})

/**
 * Answers a request by the feature of its method. The parameters are `[address, message]`; the feature
 * gets the wallet's own account object instead of the address.
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
async function answerRequest(
  { method, params, signal }: WireRequest,
  wallet: StandardWallet,
  accounts: readonly StandardAccount[],
): Promise<unknown> {
  const feature = Object.hasOwn(FEATURES, method) ? FEATURES[method] : undefined
  const ask = feature === undefined ? undefined : readFeature(wallet, feature)
  if (!ask) throw unsupportedMethod(method)
  const [address, message] = Array.isArray(params) ? (params as unknown[]) : []
  // Only an account that the visitor has connected may be used.
  const account = accounts.find((each) => each.address === address)
  if (!account) throw badParams(method, 'an address that the wallet shows')
  return askWallet(method, () => ask({ account: account.raw, message }), signal, toWalletError)
}

/**
 * Opens the connection to the wallet. With `isSilent` the wallet must not ask the visitor.
 * @returns `undefined` where the wallet shows no account of this chain
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export function openConnection(
  { id, wallet, live, end }: Options,
  isSilent: boolean,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  let accounts: readonly StandardAccount[] = []
  const disconnect = readFeature(wallet, 'standard:disconnect')
  const link = createLiveConnection({
    id,
    wallet,
    live,
    end,
    scopes: () => toScopes(accounts),
    request: (request) => answerRequest(request, wallet, accounts),
    ...(disconnect && { disconnect: async () => disconnect() }),
  })
  const onChange = (): void => {
    const shown = toAccounts(wallet)
    if (!shown) return
    if (!shown.length) return link.close()
    accounts = shown
    link.notify({ scopes: toScopes(accounts) })
  }
  return link.open(async () => {
    const method = 'standard:connect'
    const connect = readFeature(wallet, method)
    if (!connect) throw unsupportedMethod(method)
    const answer = await askWallet(
      method,
      () => connect({ silent: isSilent }),
      signal,
      toWalletError,
    )
    const shown = toAccounts(answer)
    if (!shown) throw badAnswer(method, 'a list of accounts')
    accounts = shown
    link.listen(onChange, (listener) => onStandardChange(wallet, listener))
    return accounts.length > 0
  })
}
