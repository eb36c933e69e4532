import {
  type Account,
  type Connection,
  type Network,
  type Scopes,
  type SignInRequest,
} from '@latchkey/plugin-api'
import { askWallet, createLiveConnection, type LiveConnections } from '@latchkey/plugin-api/wallet'
import { NAMESPACE, type SolanaNetwork } from '../chain/networks.js'
import { toWalletError } from './errors.js'
import { answerRequest } from './requests.js'
import { fulfilSignIn, SIGN_IN, toInput } from './signIn.js'
import type { Wallet, WalletAccount } from './wallet.js'

export interface ConnectionOptions {
  /** Id of the connector and of its connection. */
  id: string
  wallet: Wallet
  /** The host's networks. `chain` is a network's name in the Wallet Standard: `solana:mainnet`. */
  networks: readonly SolanaNetwork[]
  network(id: string): Network | undefined
  /** The connections of this plugin that somebody listens to. */
  live: LiveConnections
  /** Aborted when the plugin ends. */
  end: AbortSignal
}
/** How a connection is opened. */
export interface Opening {
  /** The wallet must not ask the visitor. */
  silent: boolean
  /** Sign in with the same prompt, if the wallet can. */
  signIn?: SignInRequest | undefined
  /** The network that the sign-in names. */
  network?: Network | undefined
  signal?: AbortSignal | undefined
}

/** Ids of the host's networks on which an account may be used. `undefined`: the wallet does not say. */
const networksOf = (
  { chains }: WalletAccount,
  networks: readonly SolanaNetwork[],
): readonly Network['id'][] | undefined =>
  chains && networks.filter(({ chain }) => chains.includes(chain)).map(({ id }) => id)

/** The accounts that can be used on one of the host's networks, each address once. */
const usableAccounts = (
  accounts: readonly WalletAccount[],
  networks: readonly SolanaNetwork[],
): readonly WalletAccount[] =>
  accounts
    .filter(
      ({ address }, index) => accounts.findIndex((each) => each.address === address) === index,
    )
    .filter((account) => networksOf(account, networks)?.length !== 0)

function toScopes(
  accounts: readonly WalletAccount[],
  { wallet, networks }: Pick<ConnectionOptions, 'wallet' | 'networks'>,
): Scopes {
  const networksByAccount = accounts.map((account) => networksOf(account, networks))
  return {
    [NAMESPACE]: {
      accounts: accounts.map((account, index): Account => {
        const usableOn = networksByAccount[index]
        return {
          key: account.address,
          namespace: NAMESPACE,
          address: account.address,
          type: 'eoa',
          ...(usableOn && usableOn.length < networks.length && { networks: usableOn }),
          ...(account.label && { label: account.label }),
        }
      }),
      networks: networksByAccount.includes(undefined)
        ? 'any'
        : [...new Set(networksByAccount.flatMap((ids) => ids ?? []))],
      methods: wallet.methods,
    },
  }
}

/**
 * Opens the live link to a wallet. It listens before it asks, so that a change that the wallet
 * reports while it is asked is not lost.
 * @returns `undefined` when the wallet exposes no account for the host's networks
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export function openConnection(
  options: ConnectionOptions,
  { silent, signIn, network, signal }: Opening,
): Promise<Connection | undefined> {
  const { id, wallet, networks, live, end } = options
  let accounts: readonly WalletAccount[] = []
  let isOpen = false
  const chainOf = (network: string | undefined): SolanaNetwork['chain'] | undefined =>
    networks.find((each) => each.id === network)?.chain
  const link = createLiveConnection({
    id,
    wallet: wallet.identity,
    live,
    end,
    scopes: () => toScopes(accounts, options),
    request: (request) =>
      answerRequest({ wallet, accounts, network: options.network, chain: chainOf }, request),
    disconnect: () => wallet.disconnect(),
  })
  const applyChange = (): void => {
    if (!isOpen) return
    accounts = usableAccounts(wallet.accounts(), networks)
    if (accounts.length) link.notify({ scopes: link.connection.scopes })
    else link.close()
  }
  /** Connects and signs in with one prompt. Some wallets do not expose the account that signed. */
  const signInAndConnect = async (signIn: SignInRequest, on: Network): Promise<void> => {
    const input = toInput(signIn, chainOf(on.id))
    const signed = await askWallet(SIGN_IN, () => wallet.signIn!(input), signal, toWalletError)
    const exposed = wallet.accounts()
    const isExposed = exposed.some(({ address }) => address === signed.account.address)
    accounts = usableAccounts(isExposed ? exposed : [signed.account], networks)
    if (accounts.length) fulfilSignIn(signIn, signed, link.connection, on.id)
  }
  return link.open(async () => {
    link.listen(applyChange, (listener) => wallet.onChange(listener))
    if (signIn && wallet.signIn && !silent && network) await signInAndConnect(signIn, network)
    else {
      const exposed = await askWallet(
        'connect',
        () => wallet.connect(silent),
        signal,
        toWalletError,
      )
      accounts = usableAccounts(exposed, networks)
    }
    isOpen = accounts.length > 0
    return isOpen
  })
}
