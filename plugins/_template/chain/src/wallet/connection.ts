import { LatchkeyError, type Account, type Connection, type Scopes } from '@latchkey/plugin-api'
import {
  askWallet,
  badAnswer,
  createLiveConnection,
  createToWalletError,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import { isAddress } from '../chain/address.js'
import { NAMESPACE } from '../chain/networks.js'
import type { InjectedWallet } from './injected.js'

const MAX_ACCOUNTS = 100

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
  wallet: InjectedWallet
  /** The live connections of this plugin: all its connectors share one set. */
  live: LiveConnections
  /** Aborted when the plugin ends. */
  end: AbortSignal
}

/**
 * The addresses that a wallet showed, without duplicates and malformed ones.
 * @throws `wallet.bad_answer`
 */
function toAddresses(answer: unknown, method: string): readonly string[] {
  if (!Array.isArray(answer)) throw badAnswer(method, 'a list of addresses')
  return [...new Set(answer.slice(0, MAX_ACCOUNTS).filter(isAddress))]
}

const toAccount = (address: string): Account => ({
  key: address,
  namespace: NAMESPACE,
  address,
  type: 'eoa',
})
const toScopes = (addresses: readonly string[]): Scopes => ({
  [NAMESPACE]: {
    accounts: addresses.map(toAccount),
    networks: 'any',
    methods: ['samplech_getBalance', 'samplech_sign'],
  },
})

/**
 * Opens the connection to the wallet. `samplech_requestAccounts` may ask the visitor. With `isSilent`
 * `samplech_accounts` is called instead, which never does.
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export async function openConnection(
  { id, wallet, live, end }: Options,
  isSilent: boolean,
  signal: AbortSignal,
): Promise<Connection> {
  let addresses: readonly string[] = []
  const link = createLiveConnection({
    id,
    wallet,
    live,
    end,
    scopes: () => toScopes(addresses),
    request: ({ method, params, network, signal: given }) =>
      askWallet(method, () => wallet.request({ method, params, network }), given, toWalletError),
  })
  const onAccounts = (answer: unknown): void => {
    if (!Array.isArray(answer)) return
    // An empty list means that the visitor has disconnected the site.
    if (!answer.length) return link.close()
    const shown = toAddresses(answer, 'accountsChanged')
    if (!shown.length) return
    addresses = shown
    link.notify({ scopes: toScopes(addresses) })
  }
  await link.open(async () => {
    const method = isSilent ? 'samplech_accounts' : 'samplech_requestAccounts'
    addresses = toAddresses(
      await askWallet(method, () => wallet.request({ method }), signal, toWalletError),
      method,
    )
    if (!addresses.length)
      throw new LatchkeyError(
        'wallet.unauthorized',
        'The wallet shows no account: let the visitor connect it.',
      )
    link.listen(onAccounts, (listener) => {
      wallet.on('accountsChanged', listener)
      return () => wallet.off('accountsChanged', listener)
    })
    return true
  })
  return link.connection
}
